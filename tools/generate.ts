/**
 * Writes what is generated from code and checked in. `node tools/generate.ts` writes, `--check` names what is stale and exits 1.
 *
 * A new target is a line in `targets`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { reportJsonSchema } from "../schema/report.ts";
import { schemaExamples } from "./reference/examples/index.ts";
import { packageSchema } from "../provider/plugin/package/index.ts";
import { createOpenApiDocument } from "../schema/service/openapi.ts";
import { workspaceJsonSchema } from "../schema/workspace.ts";
import { servicePage } from "../test/conformance/service/page.ts";
import { referenceTargets, shortcomings } from "./reference/index.ts";
import { registryTargets } from "./reference/registry.ts";

/** A generated file. */
interface Target {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Its content: text, or a value that becomes JSON. The same on every run and every machine. */
  readonly make: () => unknown;
}

const targets: readonly Target[] = [
  { file: "schema/json/workspace.schema.json", make: workspaceJsonSchema },
  { file: "schema/json/report.schema.json", make: reportJsonSchema },
  { file: "schema/json/collab.schema.json", make: () => packageSchema(schemaExamples) },
  { file: "schema/json/openapi.json", make: createOpenApiDocument },
  { file: "docs/service.md", make: servicePage },
  ...referenceTargets,
  ...registryTargets,
];

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the file of a target should hold. JSON as `JSON.stringify` indents it: the formatter is told to leave schema/json alone. */
const render = async ({ make }: Target): Promise<string> => {
  const value = await make();
  return typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`;
};

/** What the file of a target holds now; nothing, where there is none. */
const current = (file: string): string | undefined => {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
};

/** The targets whose file is not what it should be, with what it should hold. */
export const stale = async (all: readonly Target[] = targets): Promise<{ file: string; text: string }[]> => {
  const rendered = await Promise.all(all.map(async (target) => ({ file: target.file, text: await render(target) })));
  return rendered.filter(({ file, text }) => current(file) !== text);
};

const main = async (args: readonly string[]): Promise<number> => {
  const unknown = args.filter((arg) => arg !== "--check");
  if (unknown.length > 0) {
    console.error(`unknown argument ${unknown.join(" ")}\nusage: node tools/generate.ts [--check]`);
    return 2;
  }
  const missing = shortcomings();
  for (const line of missing) console.error(line);
  if (missing.length > 0) return 1;
  const files = await stale();
  if (args.includes("--check")) {
    for (const { file } of files) console.error(`stale: ${file}`);
    if (files.length > 0) console.error("run `npm run generate` and commit what it writes");
    return files.length > 0 ? 1 : 0;
  }
  for (const { file, text } of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`wrote ${file}`);
  }
  return 0;
};

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
