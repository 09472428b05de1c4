/** What a zod shape says of its fields, for people: names, types, whether they are required, and the objects inside them. */
import { z } from "zod";

/** The part of JSON Schema that the shapes come out as. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly secret?: boolean;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** A shape as JSON Schema, as it is given: defaults make a field optional. */
export const schemaOf = (shape: z.ZodObject): JsonSchema =>
  // The types of zod's own JSON Schema allow more than it makes.
  z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** The alternatives of a schema; itself where there is one only. */
export const branches = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? [schema];

/** One row of a table. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** An object: the table of a page, or one inside it. */
export interface Shape {
  /** Where it is found: `members.*`, where `*` stands for a key and `[]` for an item of a list. Empty for the outermost. */
  readonly paths: readonly string[];
  readonly fields: readonly Field[];
  /** Whether it keeps fields that it does not list. */
  readonly isOpen: boolean;
}

const definitionName = (reference: string): string => reference.replace("#/$defs/", "");

/** The type of what a list or a map holds: alternatives in parentheses. */
const innerType = (schema: JsonSchema): string => {
  const text = typeText(schema);
  return text.includes(" or ") ? `(${text})` : text;
};

/** A type for people: `list of string`. */
const typeText = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return definitionName(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" or ");
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === "array") return `list of ${innerType(schema.items ?? {})}`;
  if (schema.type !== "object") return schema.type ?? "any";
  if (schema.properties || typeof schema.additionalProperties !== "object") return "object";
  return `map of ${innerType(schema.additionalProperties)}`;
};

/** Every object inside a schema that has fields of its own, by its fields: one that stands at several places is shown once. */
const collect = (root: JsonSchema): Map<string, { readonly schema: JsonSchema; readonly paths: string[] }> => {
  const found = new Map<string, { readonly schema: JsonSchema; readonly paths: string[] }>();
  const visit = (schema: JsonSchema, path: string): void => {
    if (schema.$ref !== undefined) {
      const name = definitionName(schema.$ref);
      const definition = root.$defs?.[name];
      // A folder holds folders: a definition is shown under its name, and looked into once.
      if (definition && ![...found.values()].some(({ paths }) => paths[0] === name)) visit(definition, name);
      return;
    }
    for (const branch of schema.anyOf ?? []) visit(branch, path);
    if (schema.items) visit(schema.items, `${path}[]`);
    if (typeof schema.additionalProperties === "object" && !schema.properties) visit(schema.additionalProperties, `${path}.*`);
    if (!schema.properties || Object.keys(schema.properties).length === 0) return;
    if (path !== "") {
      const key = JSON.stringify({ ...schema, description: undefined });
      const known = found.get(key);
      if (known) {
        known.paths.push(path);
        return;
      }
      found.set(key, { schema, paths: [path] });
    }
    for (const [name, member] of Object.entries(schema.properties)) visit(member, path === "" ? name : `${path}.${name}`);
  };
  visit(root, "");
  return found;
};

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema, hideSecrets: boolean): Field[] =>
  Object.entries(properties)
    .filter(([, { secret }]) => !(hideSecrets && secret))
    .map(([name, schema]) => ({
      name,
      type: typeText(schema),
      required: required.includes(name),
      description: schema.description ?? "",
    }));

/**
 * The outermost object of a shape, and then every one inside it.
 *
 * @param hideSecrets leaves out what the service adds and the client strips
 */
export const shapesOf = (shape: z.ZodObject, { hideSecrets = false } = {}): [Shape, ...Shape[]] => {
  const root = schemaOf(shape);
  const shapeOf = (schema: JsonSchema, paths: readonly string[]): Shape => ({
    paths,
    fields: fieldsOf(schema, hideSecrets),
    isOpen: typeof schema.additionalProperties === "object",
  });
  return [shapeOf(root, []), ...[...collect(root).values()].map(({ schema, paths }) => shapeOf(schema, paths))];
};
