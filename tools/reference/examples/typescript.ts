/** An example as a TypeScript program. */
import type { Example, ExampleValue } from "../../../provider/resources/example.ts";
import { fit, listWidth, literal, type Notation } from "./literal.ts";
import { referenceIn, referencesOf } from "./values.ts";

const notation: Notation = {
  indent: "  ",
  scalar: (value) => JSON.stringify(value),
  reference: ({ name, output }) => `${name}.${output}`,
  key: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: `,
  padding: " ",
  trailingComma: true,
};

const flat = (value: ExampleValue): string => literal(notation, value, 0, Number.NEGATIVE_INFINITY);

/** `new collab.Folder("design", {…}, {…})`: the inputs may begin in the same line; with options, each argument has its own where not all fit. */
const construction = (kind: string, name: string, inputs: ExampleValue, options: string | undefined, before: number): string => {
  const start = `new collab.${kind}(`;
  if (options === undefined) {
    const head = `${start}${flat(name)}, `;
    return `${head}${literal(notation, inputs, 0, before + head.length + 2)});`;
  }
  const { indent } = notation;
  const lines = [flat(name), literal(notation, inputs, 1, indent.length), options].map((arg) => `${indent}${arg},\n`);
  return fit(before, `${start}${flat(name)}, ${flat(inputs)}, ${options});`, () => `${start}\n${lines.join("")});`, listWidth);
};

const invocation = (callee: string, inputs: ExampleValue, before: number): string =>
  `${callee}(${literal(notation, inputs, 0, before + callee.length + 3)});`;

/** A package that TypeScript programs import. */
export interface Package {
  readonly name: string;
  /** What follows a function's name in the form that takes outputs. */
  readonly outputForm: string;
}

/** Ours: classes of dynamic resources, functions that take outputs by themselves. */
export const ownPackage: Package = { name: "pulumi-collab", outputForm: "" };

/** The program, as a file of its own would have it. */
export const typescript = (example: Example, { name: packageName, outputForm } = ownPackage): string => {
  const { resources = {}, calls = {}, outputs = {} } = example;
  const used = referencesOf(example).names;
  const declaration = (name: string): string => (used.has(name) ? `const ${name} = ` : "");
  const lines = [
    ...Object.entries(resources).map(([name, { kind, inputs, dependsOn }]) => {
      const options = dependsOn && `{ dependsOn: [${dependsOn.join(", ")}] }`;
      const start = declaration(name);
      return start + construction(kind, name, inputs, options, start.length);
    }),
    ...Object.entries(calls).map(([name, { function: token, inputs }]) => {
      const start = declaration(name);
      return start + invocation(`collab.${token}${outputForm}`, inputs, start.length);
    }),
  ];
  const exported = Object.entries(outputs).map(([name, value]) => {
    const reference = referenceIn(value);
    return `export const ${name} = ${reference ? notation.reference(reference) : JSON.stringify(value)};`;
  });
  return `import * as collab from "${packageName}";\n\n${[...lines, ...(exported.length > 0 ? ["", ...exported] : [])].join("\n")}\n`;
};
