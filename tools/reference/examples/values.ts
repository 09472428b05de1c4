/** What the languages share: references, and what a program is made of. */
import type { Example, ExampleValue } from "../../../provider/resources/example.ts";

/** An output of something that the same example names. */
export interface Reference {
  readonly name: string;
  readonly output: string;
}

/** `${acme.organizationId}` taken apart; undefined where a text is only text. */
export const referenceIn = (value: ExampleValue): Reference | undefined => {
  if (typeof value !== "string" || !value.includes("${")) return undefined;
  const [, name, output] = /^\$\{(\w+)\.(\w+)\}$/.exec(value) ?? [];
  if (name === undefined || output === undefined)
    throw new Error(`Expected one reference and nothing else, like \${acme.organizationId}, got ${value}`);
  return { name, output };
};

/** Every reference in a value, however deep. */
const referencesIn = (value: ExampleValue): Reference[] => {
  const reference = referenceIn(value);
  if (reference) return [reference];
  return typeof value === "object" ? Object.values(value).flatMap((member: ExampleValue) => referencesIn(member)) : [];
};

/** Every reference of an example, with those that `dependsOn` makes by name alone. */
export const referencesOf = ({
  resources = {},
  calls = {},
  outputs = {},
}: Example): { readonly references: Reference[]; readonly names: Set<string> } => {
  const references = [
    ...Object.values(resources).map(({ inputs }) => inputs),
    ...Object.values(calls).map(({ inputs }) => inputs),
    outputs,
  ].flatMap((value) => referencesIn(value));
  const depended = Object.values(resources).flatMap(({ dependsOn = [] }) => dependsOn);
  return { references, names: new Set([...references.map(({ name }) => name), ...depended]) };
};

/** The inputs of a resource of an example, with what its references stand for: the inputs that others were given. */
export const resolvedInputs = ({ resources = {} }: Example, name: string): Readonly<Record<string, ExampleValue>> => {
  const resolve = ([key, value]: [string, ExampleValue]): [string, ExampleValue] => {
    const reference = referenceIn(value);
    return [key, (reference && resources[reference.name]?.inputs[reference.output]) ?? value];
  };
  return Object.fromEntries(Object.entries(resources[name]?.inputs ?? {}).map(resolve));
};

/** `UserDataDeletion` and `getFolders` as names of files. */
export const kebabCase = (token: string): string => token.replaceAll(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase();

/** `organizationId` as Python writes it. */
export const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z\d])[A-Z]/g, "_$&").toLowerCase();
