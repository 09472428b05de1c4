/** Programs as a user of the package would compile them, in a folder outside the checkout. */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, run } from "./project.ts";

const { resolve } = createRequire(import.meta.url);

/** The package by its names, from the sources: no build is needed. */
const paths = {
  "pulumi-collab": [path.join(root, "provider/dynamic/index.ts")],
  "pulumi-collab/workspace": [path.join(root, "workspace/index.ts")],
  "pulumi-collab/client": [path.join(root, "provider/client/index.ts")],
  "pulumi-collab/emulator": [path.join(root, "emulator/index.ts")],
};

const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  types: ["node"],
  paths,
};

/**
 * What the compiler says of modules; empty where nothing is wrong.
 *
 * @param modules text by name of the file
 */
export const typeErrors = async (modules: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "collab-types-"));
  try {
    await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction");
    const files = Object.keys(modules);
    const all = {
      ...modules,
      "package.json": '{ "type": "module" }',
      "tsconfig.json": JSON.stringify({ compilerOptions, files }),
    };
    for (const [file, text] of Object.entries(all)) await writeFile(path.join(folder, file), text);
    const compiler = path.join(path.dirname(resolve("typescript-7/package.json")), "bin/tsc");
    return (await run(process.execPath, [compiler, "-p", folder], folder)).output.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
