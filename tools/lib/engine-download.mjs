/** The engine from Pulumi's own download, which the npm package `pulumi` does. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { engineVersion } from "./engine-version.mjs";
import { Interrupted } from "./errors.mjs";
import { engineBin, engineStaging, exe } from "./paths.mjs";
import { ask, work } from "./run.mjs";
import { isAtLeast } from "./version.mjs";

const timeLimit = 300_000;

/** @returns {Promise<import("./engine.mjs").Attempt>} */
export const downloadEngine = async () => {
  const home = path.join(engineStaging, "download");
  const bin = path.join(home, "versions", engineVersion, "bin");
  // What an interrupted download has left would be taken for a whole one.
  rmSync(home, { recursive: true, force: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["exec", "--yes", "--fetch-retries=1", "--loglevel=notice", `--package=pulumi@${engineVersion}`, "--", "pulumi", "version"];
  const env = { ...process.env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "1", PULUMI_VERSION: engineVersion };
  try {
    await work(`Downloading Pulumi ${engineVersion}`, npm, args, { log: "engine-download", env, timeout: timeLimit });
    const version = await ask(path.join(bin, `pulumi${exe}`), ["version"], { env });
    if (!isAtLeast(version, engineVersion) || !existsSync(path.join(bin, `pulumi-language-nodejs${exe}`))) {
      return { why: "Pulumi's download did not bring an engine that runs here." };
    }
    return { engine: { way: "download", version, bin: engineBin, programs: moveAll(bin) } };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const reason = error.message.trimEnd().split("\n").at(-1).trim();
    return { why: `Pulumi's download cannot be had here: ${reason}` };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const moveAll = (from) => {
  mkdirSync(engineBin, { recursive: true });
  return readdirSync(from).map((name) => {
    const target = path.join(engineBin, name);
    renameSync(path.join(from, name), target);
    return target;
  });
};
