/** Whether a definition says enough of its fields for its page to be of use. */
import type { JsonSchema } from "./fields.ts";

/** The end of a description: `(operation 12)`, `(Folder)`, `(provider)`. */
const source = /\((operations? \d+[\d, a-c]*|Authentication, 5|[A-Z][a-z ]+|provider)\)\.?$/;

/**
 * What is missing, field by field: a description, and where what it says comes from. A field inside an object that says where it comes from
 * need not say it again.
 */
export const undescribed = (schema: JsonSchema): string[] => {
  const visit = (here: JsonSchema, path: string, around: boolean): string[] => {
    const sourced = around || source.test(here.description ?? "");
    const fields = Object.entries(here.properties ?? {}).flatMap(([name, field]) => {
      const at = path === "" ? name : `${path}.${name}`;
      // A reference is described where it leads.
      const { description = "" } = field;
      const needsText = field.$ref === undefined && description === "";
      const needsSource = field.$ref === undefined && !sourced && !source.test(description);
      return [
        ...(needsText ? [`${at}: describe it`] : []),
        ...(needsSource ? [`${at}: end its description with its source, such as (operation 12), (Folder) or (provider)`] : []),
        ...visit(field, at, sourced),
      ];
    });
    const { items, additionalProperties, anyOf = [] } = here;
    return [
      ...fields,
      ...(items ? visit(items, `${path}[]`, sourced) : []),
      ...(typeof additionalProperties === "object" ? visit(additionalProperties, `${path}.*`, sourced) : []),
      ...anyOf.flatMap((branch) => visit(branch, path, sourced)),
    ];
  };
  const definitions = Object.entries(schema.$defs ?? {}).flatMap(([name, definition]) => visit(definition, name, false));
  return [...visit(schema, "", false), ...definitions];
};
