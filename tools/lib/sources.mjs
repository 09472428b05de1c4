/** `dist/`: the package as it is published, compiled where its sources are newer. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dist, node, root, setupDir } from "./paths.mjs";
import { work } from "./run.mjs";

const folders = ["schema", "provider", "workspace", "cli", "emulator"];
const files = ["tsconfig.json", "tsconfig.build.json", "package.json", "package-lock.json"];
const stamp = path.join(setupDir, "compiled-sources");

const sources = () =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => path.join(folder, file)),
  );

/** Changes whenever a source is changed, added or removed. */
const fingerprint = () => {
  const hash = createHash("sha256");
  for (const file of [...files, ...sources()].toSorted()) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
};

/** @param {{ always?: boolean }} options always: even where nothing has changed */
export const buildSources = async ({ always = false } = {}) => {
  const wanted = fingerprint();
  if (!always && existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  // From nothing: what was removed from the sources must not live on, nor what an interrupted run has left.
  rmSync(stamp, { force: true });
  rmSync(dist, { recursive: true, force: true });
  const compiler = path.join(root, "node_modules/typescript-7/bin/tsc");
  await work("Compiling", node, [compiler, "-p", "tsconfig.build.json"], { log: "build" });
  writeFileSync(stamp, wanted);
};
