/** The engine that the machine has. */
import { existsSync } from "node:fs";
import path from "node:path";
import { engineVersion } from "./engine-version.mjs";
import { engineBin, exe } from "./paths.mjs";
import { ask } from "./run.mjs";
import { isAtLeast } from "./version.mjs";

/** Folders of PATH, without those of npm packages and our own. */
const foldersOf = (PATH) =>
  PATH.split(path.delimiter).filter(
    (folder) => folder !== "" && !/[/\\]node_modules[/\\]/.test(folder) && path.resolve(folder) !== engineBin,
  );

/** The launcher is a script. */
const companions = [`pulumi-language-nodejs${exe}`, `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`];

/**
 * @param {string} PATH
 * @param {(program: string) => Promise<string | undefined>} versionOf what a program says that it is
 * @returns {Promise<import("./engine.mjs").Attempt>}
 */
export const findEngine = async (PATH = process.env.PATH ?? "", versionOf = (program) => ask(program, ["version"])) => {
  const folders = foldersOf(PATH);
  const find = (name, first = []) => [...first, ...folders].map((folder) => path.join(folder, name)).find(existsSync);
  const program = find(`pulumi${exe}`);
  if (!program) return { why: "There is no `pulumi` on PATH." };
  const version = await versionOf(program);
  if (!isAtLeast(version, engineVersion))
    return { why: `${program} is ${version ?? "not to be run"}; ${engineVersion} or later is needed.` };
  const bin = path.dirname(program);
  const hosts = companions.map((name) => find(name, [bin]));
  const missing = companions.filter((_name, index) => !hosts[index]);
  if (missing.length > 0) return { why: `${program} has no ${missing.join(" and no ")} beside it or on PATH.` };
  return { engine: { way: "PATH", version, bin, programs: [program, ...hosts] } };
};
