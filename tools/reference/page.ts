/** The pages of the reference: one for each kind and each function, made from its definition. */
import type { FunctionKind } from "../../provider/functions/contract.ts";
import type { Step } from "../../provider/resources/contract.ts";
import { messageOf } from "../../provider/resources/errors.ts";
import type { Example } from "../../provider/resources/example.ts";
import type { AnyKind } from "../../provider/resources/lifecycle.ts";
import { operations, type OperationName } from "../../schema/service/index.ts";
import { typescript, yaml } from "./examples/index.ts";
import { resolvedInputs } from "./examples/values.ts";
import { type Field, type Shape, shapesOf } from "./fields.ts";
import { block, code, page, table } from "./markdown.ts";

/** A function whose types are not known here. */
export type AnyFunction = FunctionKind;

/** Said below the title of every generated page. */
const origin = (file: string): string => `<!-- Generated from ${file} by \`npm run generate\`: change that file, not this page. -->`;

/** In which languages the pages show examples: what is said before it, how a fence names it, and the program. */
const languages = [
  { lead: "TypeScript:", fence: "ts", render: typescript },
  { lead: "Pulumi YAML, with the [plugin](../installation-configuration.md#the-plugin):", fence: "yaml", render: yaml },
];

const shown = ({ title, text, ...example }: Example): string[] => [
  `### ${title}`,
  ...(text === undefined ? [] : [text]),
  ...languages.flatMap(({ lead, fence, render }) => [lead, block(fence, render({ title, ...example }))]),
];

const examplesSection = (examples: readonly Example[]): string[] => ["## Examples", ...examples.flatMap(shown)];

const where = (paths: readonly string[]): string => paths.map((path) => code(path)).join(", ");

/** The objects inside of inputs or outputs, each with a table of its own. */
const innerShapes = (shapes: readonly Shape[], inOutputs: boolean): string[] =>
  shapes.flatMap(({ paths, fields, isOpen }) => [
    `### ${where(paths)}`,
    table(
      inOutputs ? ["name", "type", "description"] : ["name", "type", "required", "description"],
      fields.map(({ name, type, required, description }) => [code(name), type, ...(inOutputs ? [] : [required ? "yes" : ""]), description]),
    ),
    ...(isOpen ? [inOutputs ? "Further fields are passed on as the service has them." : "Further fields are sent as they are."] : []),
  ]);

const changeOf = (kind: AnyKind, name: string): string => {
  if (kind.replaceOn.includes(name)) return "replaces";
  if (kind.refuseOn?.includes(name)) return "refused";
  return kind.createOnly?.includes(name) ? "no effect" : "in place";
};

const inputsSection = (kind: AnyKind): string[] => {
  const [outer, ...inner] = shapesOf(kind.args ?? kind.inputs);
  const row = ({ name, type, required, description }: Field): string[] => {
    const preset: unknown = kind.defaults?.[name];
    return [
      code(name),
      type,
      required ? "yes" : "",
      preset === undefined ? "" : code(JSON.stringify(preset)),
      changeOf(kind, name),
      description,
    ];
  };
  return [
    "## Inputs",
    "What is not declared is not managed. The column *change* says what a changed input does: changes the resource in place, replaces it by another one, is refused " +
      "with the way out, or has no effect because it only says how to create.",
    table(["name", "type", "required", "default", "change", "description"], outer.fields.map(row)),
    ...innerShapes(inner, false),
  ];
};

const outputsSection = (kind: AnyKind): string[] => {
  const [outer, ...inner] = shapesOf(kind.computed);
  const own = kind.args ? shapesOf(kind.inputs)[0].fields.filter(({ name }) => !Object.hasOwn(kind.args?.shape ?? {}, name)) : [];
  const rows = [...own, ...outer.fields].map(({ name, type, description }) => [code(name), type, description]);
  return [
    "## Outputs",
    kind.args ? "The ids among the inputs, and:" : "Every input is an output too. Beside them:",
    table(["name", "type", "description"], [[code("id"), "string", `The resource's id: ${code(kind.identity.format)}.`], ...rows]),
    ...innerShapes(inner, true),
  ];
};

/** What somebody is told who tries to import it. */
const refusalOf = ({ token, identity }: AnyKind): string => {
  try {
    identity.parse(identity.format);
  } catch (error) {
    return messageOf(error);
  }
  throw new Error(`${token} has no import, and its identity does not say so.`);
};

/** The import of what the first example declares. */
const importCommand = ({ token, identity, inputs, examples: [example] }: AnyKind): string => {
  const [name = ""] = Object.entries(example.resources ?? {}).find(([, { kind }]) => kind === token) ?? [];
  return `pulumi import collab:index:${token} ${name} ${identity.render(inputs.parse(resolvedInputs(example, name)))}`;
};

const identitySection = (kind: AnyKind): string[] => [
  "## Id and import",
  `The id is ${code(kind.identity.format)}; a \`/\` inside an id is written \`%2F\`, a \`%\` is written \`%25\`.`,
  ...(kind.import
    ? [
        "What is there already is taken over by declaring it as it is. With the plugin it can be imported too:",
        block("sh", importCommand(kind)),
      ]
    : [refusalOf(kind)]),
];

const operationList = (names: readonly OperationName[]): string => {
  const listed = names.map((name) => operations[name]).toSorted((a, b) => a.number - b.number);
  return listed.map(({ number, path }) => `${number} ${code(path)}`).join("<br>");
};

const stepNames = { create: "create", read: "refresh", update: "update", delete: "delete" } as const;

const stepsSection = (steps: AnyKind["steps"]): string[] => {
  const entries = Object.entries(stepNames).map(([step, name]): [string, Step] => [name, steps[step as keyof typeof stepNames]]);
  return [
    "## What it does in the service",
    "Where there are two forms of an operation, `collab:apiVersion` decides which one is called.",
    table(
      ["step", "operations", "what happens"],
      entries.map(([name, { operations: names, doc }]) => [name, names.length === 0 ? "none" : operationList(names), doc]),
    ),
  ];
};

/** The page of a kind. */
export const kindPage = (kind: AnyKind, file: string): string =>
  page(
    `# ${kind.token}`,
    origin(file),
    kind.doc,
    ...examplesSection(kind.examples),
    ...inputsSection(kind),
    ...outputsSection(kind),
    ...identitySection(kind),
    ...stepsSection(kind.steps),
  );

/** The page of a function. */
export const functionPage = (kind: AnyFunction, file: string): string => {
  const [inputs, ...innerInputs] = shapesOf(kind.inputs);
  const [outputs, ...innerOutputs] = shapesOf(kind.outputs, { hideSecrets: true });
  const isSecret = (name: string): boolean => kind.secretOutputs.some((secret) => secret === name);
  return page(
    `# ${kind.token}`,
    origin(file),
    kind.doc,
    "It runs whenever the program runs, previews included. Arguments may be plain values or outputs of resources.",
    ...examplesSection(kind.examples),
    "## Inputs",
    table(
      ["name", "type", "required", "description"],
      inputs.fields.map(({ name, type, required, description }) => [code(name), type, required ? "yes" : "", description]),
    ),
    ...innerShapes(innerInputs, false),
    "## Outputs",
    kind.secretOutputs.length > 0 ? "The result as a whole is a secret: Pulumi encrypts it in the state, and never shows it." : undefined,
    table(
      ["name", "type", "secret", "description"],
      outputs.fields.map(({ name, type, description }) => [code(name), type, isSecret(name) ? "yes" : "", description]),
    ),
    ...innerShapes(innerOutputs, true),
    "## What it does in the service",
    table(
      ["operation", "description"],
      kind.operations.map((name) => [operationList([name]), operations[name].summary]),
    ),
  );
};
