/** An example as a Python program of the package's generated SDK. */
import { functions } from "../../../provider/functions/index.ts";
import type { Example, ExampleValue } from "../../../provider/resources/example.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { branches, type JsonSchema, schemaOf } from "../fields.ts";
import { fit, literal, type Notation } from "./literal.ts";
import { referenceIn, referencesOf, snakeCase } from "./values.ts";

const notation: Notation = {
  indent: "    ",
  scalar: (value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value)),
  reference: ({ name, output }) => `${snakeCase(name)}.${snakeCase(output)}`,
  key: (name) => `${JSON.stringify(name)}: `,
  padding: "",
  trailingComma: true,
};

/**
 * A value with the names of fields as Python has them. Keys of maps are the user's own, and so are the fields of objects that take fields
 * beside their own: the package has those as maps.
 */
const renamed = (value: ExampleValue, schema: JsonSchema): ExampleValue => {
  if (typeof value !== "object") return value;
  const candidates = branches(schema);
  if (Array.isArray(value)) {
    const items = candidates.find((branch) => branch.items !== undefined)?.items ?? {};
    return value.map((member: ExampleValue) => renamed(member, items));
  }
  const object = candidates.find((branch) => branch.type === "object") ?? {};
  const isClosed = object.properties !== undefined && typeof object.additionalProperties !== "object";
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, ExampleValue]) => {
      const inner = object.properties?.[name] ?? (typeof object.additionalProperties === "object" ? object.additionalProperties : {});
      return [isClosed ? snakeCase(name) : name, renamed(member, inner)];
    }),
  );
};

const schemaOfKind = (token: string): JsonSchema => {
  const kind = Object.values(kinds).find((one) => one.token === token);
  if (!kind) throw new Error(`There is no kind ${token}`);
  return schemaOf(kind.args ?? kind.inputs);
};

const schemaOfFunction = (token: string): JsonSchema => {
  const found = Object.values(functions).find((one) => one.token === token);
  if (!found) throw new Error(`There is no function ${token}`);
  return schemaOf(found.inputs);
};

/** `name=value` for each input. */
const keywords = (inputs: Readonly<Record<string, ExampleValue>>, schema: JsonSchema): string[] =>
  Object.entries(inputs).map(([name, value]) => {
    const keyword = `${snakeCase(name)}=`;
    return keyword + literal(notation, renamed(value, schema.properties?.[name] ?? {}), 1, notation.indent.length + keyword.length + 1);
  });

const broken = (start: string, name: readonly string[], args: readonly string[]): string =>
  `${start}(${[...name, ...args.map((arg) => `\n${notation.indent}${arg}`)].join(",")})`;

/** A call on one line where it fits, but for a resource with several inputs: each then has a line of its own, as the registry shows it. */
const call = (start: string, name: readonly string[], args: readonly string[]): string => {
  const flat = `${start}(${[...name, ...args].join(", ")})`;
  if (!flat.includes("\n") && (args.length < 2 || name.length === 0)) return fit(0, flat, () => broken(start, name, args));
  return broken(start, name, args);
};

/** The program, as a file of its own would have it. */
export const python = (example: Example): string => {
  const { resources = {}, calls = {}, outputs = {} } = example;
  const used = referencesOf(example).names;
  const declaration = (name: string): string => (used.has(name) ? `${snakeCase(name)} = ` : "");
  const lines = [
    ...Object.entries(resources).map(([name, { kind, inputs, dependsOn }]) => {
      const options = dependsOn && `opts=pulumi.ResourceOptions(depends_on=[${dependsOn.map(snakeCase).join(", ")}])`;
      const args = [...keywords(inputs, schemaOfKind(kind)), ...(options === undefined ? [] : [options])];
      return call(`${declaration(name)}collab.${kind}`, [JSON.stringify(name)], args);
    }),
    ...Object.entries(calls).map(([name, { function: token, inputs }]) =>
      call(`${declaration(name)}collab.${snakeCase(token)}_output`, [], keywords(inputs, schemaOfFunction(token))),
    ),
    ...Object.entries(outputs).map(([name, value]) => {
      const reference = referenceIn(value);
      return `pulumi.export(${JSON.stringify(name)}, ${reference ? notation.reference(reference) : JSON.stringify(value)})`;
    }),
  ];
  return `import pulumi\nimport pulumi_collab as collab\n\n${lines.join("\n")}\n`;
};
