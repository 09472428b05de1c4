/** `dist/` and the plugin: the package as it is published, compiled where its sources are newer. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { nodeProgram } from "./node.mjs";
import { dist, pluginFile, root, setupDir } from "./paths.mjs";
import { work } from "./run.mjs";

const folders = ["schema", "provider", "workspace", "cli", "emulator"];
/** Beside the sources: what decides how they are compiled and bundled. */
export const files = [
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "schema/json/collab.schema.json",
  "tools/bundle-plugin.mjs",
];
const stamp = path.join(setupDir, "compiled-sources");
const staging = path.join(setupDir, "dist");

const sourcesOf = (top) =>
  folders
    .filter((folder) => existsSync(path.join(top, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(top, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => path.join(folder, file)),
    );

/**
 * What the sources look like; another text whenever one is changed, added or removed.
 *
 * @param {string} top the checkout
 */
export const fingerprint = (top) => {
  const hash = createHash("sha256");
  for (const file of [...files, ...sourcesOf(top)].toSorted()) {
    const { size, mtimeMs } = statSync(path.join(top, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
};

const recorded = () => (existsSync(stamp) && existsSync(dist) && existsSync(pluginFile) ? readFileSync(stamp, "utf8") : undefined);

/** @param {{ always?: boolean }} options always: even where nothing has changed */
export const buildSources = async ({ always = false } = {}) => {
  const wanted = fingerprint(root);
  if (!always && recorded() === wanted) return;
  // Compiled elsewhere, from nothing: a file that left the sources leaves `dist/` too, and who is using `dist/` never sees half of it.
  rmSync(staging, { recursive: true, force: true });
  const compiler = path.join(root, "node_modules/typescript-7/bin/tsc");
  await work("Compiling", nodeProgram(), [compiler, "-p", "tsconfig.build.json", "--outDir", staging], { log: "build" });
  rmSync(stamp, { force: true });
  // In a process of its own, as the bundler is a package that set-up has to install before.
  await work("Bundling the plugin", nodeProgram(), [path.join(root, "tools/bundle-plugin.mjs")], { log: "plugin" });
  rmSync(dist, { recursive: true, force: true });
  renameSync(staging, dist);
  writeFileSync(stamp, wanted);
};
