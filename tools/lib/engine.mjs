/** The Pulumi engine with its Node.js and YAML language hosts: found, downloaded, or built. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { engineBin, engineDir, engineDownload, root, setupDir } from "./paths.mjs";
import { ask, work } from "./run.mjs";
import { isAtLeast } from "./version.mjs";

/** The version that is downloaded or built, and the oldest that is taken from PATH. */
export const engineVersion = "3.259.0";
const minimumGo = "1.26.0";

const exe = process.platform === "win32" ? ".exe" : "";
const record = path.join(setupDir, "engine.json");

/** @typedef {{ way: "PATH" | "download" | "build", bin: string, version: string }} Engine bin: the folder to put on PATH */

const versionIn = async (bin) => {
  const program = path.join(bin, `pulumi${exe}`);
  return existsSync(program) ? ask(program, ["version"]) : undefined;
};

/** Folders of PATH, without those that npm adds for a script. */
const foldersOnPath = () => (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder && !folder.includes("node_modules"));

/** The engine on PATH, if it can serve us; else why not. */
const fromPath = async () => {
  const bin = foldersOnPath().find((folder) => existsSync(path.join(folder, `pulumi${exe}`)));
  if (!bin) return { why: "no `pulumi` on PATH" };
  const version = await versionIn(bin);
  if (!isAtLeast(version, engineVersion))
    return { why: `\`pulumi\` on PATH is ${version ?? "broken"}, needed is ${engineVersion} or later` };
  const hosted = [bin, ...foldersOnPath()].some((folder) => existsSync(path.join(folder, `pulumi-language-nodejs${exe}`)));
  if (!hosted) return { why: "`pulumi` on PATH has no `pulumi-language-nodejs` beside it" };
  return { engine: { way: "PATH", bin, version } };
};

/** Pulumi's own download, by its npm package. */
const download = async () => {
  const bin = path.join(engineDownload, "versions", engineVersion, "bin");
  const args = ["exec", "--yes", `--package=pulumi@${engineVersion}`, "--", "pulumi", "version"];
  const env = { ...process.env, PULUMI_HOME: engineDownload, PULUMI_SKIP_UPDATE_CHECK: "1" };
  try {
    await work(`Downloading Pulumi ${engineVersion}`, process.platform === "win32" ? "npm.cmd" : "npm", args, {
      log: "engine-download",
      env,
      timeout: 300_000,
    });
  } catch (error) {
    rmSync(engineDownload, { recursive: true, force: true });
    const reason = String(error.message).trimEnd().split("\n").at(-1)?.trim();
    return { why: `Pulumi's download did not work: ${reason}` };
  }
  const version = await versionIn(bin);
  return version ? { engine: { way: "download", bin, version } } : { why: "Pulumi's download brought no program that runs" };
};

/** The launcher of dynamic providers ships with the SDK. */
const copyLauncher = () => {
  const name = `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`;
  const target = path.join(engineBin, name);
  copyFileSync(path.join(root, "node_modules/@pulumi/pulumi", name), target);
  chmodSync(target, 0o755);
};

const goBuild = async (label, module, packages, flags) => {
  const staging = path.join(engineDir, ".build/bin");
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  // What the person set for their own Go work must not change ours.
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off", GO111MODULE: "on", CGO_ENABLED: "0" };
  const args = ["build", "-v", "-trimpath", "-ldflags", ["-s", "-w", ...flags].join(" "), "-o", `${staging}${path.sep}`, ...packages];
  await work(label, "go", args, { log: `engine-${module}`, cwd: path.join(engineDir, module), env });
  mkdirSync(engineBin, { recursive: true });
  for (const name of packages.map((one) => `${one.split("/").at(-1)}${exe}`)) {
    // Renamed when whole: an interrupted build leaves nothing that looks like a program.
    renameSync(path.join(staging, name), path.join(engineBin, name));
  }
};

const build = async () => {
  const go = await ask("go", ["version"]);
  if (!go) return { why: "no Go toolchain on PATH to build it with" };
  if (!isAtLeast(go, minimumGo)) return { why: `building it needs Go ${minimumGo} or later; there is ${go}` };
  const flag = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${engineVersion}`;
  try {
    await goBuild(
      "Building the Node.js language host (under a minute)",
      "nodejs",
      ["github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"],
      [],
    );
    await goBuild(
      `Building Pulumi ${engineVersion} from its Go modules (some minutes, once)`,
      "cli",
      ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"],
      [flag],
    );
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { why: `building it failed: ${error.message}` };
  }
  copyLauncher();
  return { engine: { way: "build", bin: engineBin, version: `v${engineVersion}` } };
};

const recorded = () => {
  try {
    const engine = JSON.parse(readFileSync(record, "utf8"));
    return existsSync(path.join(engine.bin, `pulumi${exe}`)) ? engine : undefined;
  } catch {
    return undefined;
  }
};

const ways = { PATH: "found on PATH", download: "downloaded", build: "built from its Go modules" };

/**
 * The first of these that works: one on PATH, Pulumi's download, a build.
 *
 * @param {(() => Promise<{ engine?: Engine, why?: string }>)[]} attempts in order
 * @returns {Promise<Engine>}
 * @throws SetupError that says what was tried and what to do
 */
export const chooseEngine = async (attempts) => {
  const reasons = [];
  for (const attempt of attempts) {
    const { engine, why } = await attempt();
    if (engine) return engine;
    reasons.push(why);
  }
  throw new SetupError(
    `There is no Pulumi engine to be had:\n${reasons.map((reason) => `- ${reason}`).join("\n")}\n` +
      `Install Pulumi ${engineVersion} or later with its language hosts and put it on PATH, or install Go ${minimumGo} or later, and try again.`,
  );
};

/** @returns {Promise<Engine>} */
export const installEngine = async () => {
  const known = recorded();
  if (known) return known;
  const engine = await chooseEngine([fromPath, download, build]);
  console.log(`Pulumi ${engine.version}: ${ways[engine.way]}.`);
  mkdirSync(setupDir, { recursive: true });
  writeFileSync(record, JSON.stringify(engine));
  return engine;
};
