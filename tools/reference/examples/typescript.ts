/** An example as a TypeScript program. */
import type { Example, ExampleValue } from "../../../provider/resources/example.ts";
import { fit, literal, type Notation } from "./literal.ts";
import { referenceIn, referencesOf } from "./values.ts";

const notation: Notation = {
  indent: "  ",
  scalar: (value) => JSON.stringify(value),
  reference: ({ name, output }) => `${name}.${output}`,
  key: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: `,
  padding: " ",
  trailingComma: true,
};

/** `name("x", {…}, {…})`: what is last may begin in the same line; with two objects of which one does not fit, each argument has its own. */
const call = (callee: string, args: readonly ExampleValue[], options: string | undefined, before: number): string => {
  const render = (depth: number, extra: number) => args.map((arg) => literal(notation, arg, depth, extra));
  const flat = [...render(0, Number.NEGATIVE_INFINITY), ...(options === undefined ? [] : [options])].join(", ");
  return fit(before, `${callee}(${flat});`, () => {
    if (options !== undefined)
      return `${callee}(\n${[...render(1, notation.indent.length), options].map((arg) => `  ${arg},\n`).join("")});`;
    const [last, ...rest] = args.toReversed();
    const head = `${callee}(${rest
      .toReversed()
      .map((arg) => `${literal(notation, arg, 0, 0)}, `)
      .join("")}`;
    return `${head}${last === undefined ? "" : literal(notation, last, 0, before + head.length + 2)});`;
  });
};

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
      return start + call(`new collab.${kind}`, [name, inputs], options, start.length);
    }),
    ...Object.entries(calls).map(([name, { function: token, inputs }]) => {
      const start = declaration(name);
      return start + call(`collab.${token}${outputForm}`, [inputs], undefined, start.length);
    }),
  ];
  const exported = Object.entries(outputs).map(([name, value]) => {
    const reference = referenceIn(value);
    return `export const ${name} = ${reference ? notation.reference(reference) : JSON.stringify(value)};`;
  });
  return `import * as collab from "${packageName}";\n\n${[...lines, ...(exported.length > 0 ? ["", ...exported] : [])].join("\n")}\n`;
};
