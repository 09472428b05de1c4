/** The engine built from Go modules, for machines that cannot reach Pulumi's download. */
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { engineVersion, minimumGo } from "./engine-version.mjs";
import { SetupError } from "./errors.mjs";
import { engineBin, engineDir, engineStaging, exe, root } from "./paths.mjs";
import { ask, work } from "./run.mjs";

/** What is built, each from a module of its own: their dependencies exclude one another. */
const builds = [
  {
    label: "Building Pulumi's Node.js and Python language hosts",
    module: "nodejs",
    packages: [
      "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
      "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
    ],
  },
  {
    label: `Building Pulumi ${engineVersion} (some minutes, once)`,
    module: "cli",
    packages: [
      "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
      "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
      "./pulumi-python-sdk",
    ],
  },
];

/**
 * What the person has set for their own Go work must not change ours. The compiler collects its garbage less often than it would by itself:
 * a sixth of its time, for some hundred megabytes.
 */
const goEnv = () => {
  const ours = { GOFLAGS: "-mod=readonly", GOWORK: "off", GO111MODULE: "on", CGO_ENABLED: "0", GOOS: "", GOARCH: "", GOGC: "400" };
  const env = { ...process.env, ...ours };
  if (process.env.HOME || process.platform === "win32") return env;
  // Go looks for its caches under HOME and gives up where there is none.
  const caches = path.join(os.tmpdir(), "pulumi-collab-go");
  return { GOPATH: caches, GOCACHE: path.join(caches, "build"), ...env };
};

/** @returns {Promise<string | undefined>} what is wrong with the Go of this machine */
const goProblem = async (env) => {
  const own = await ask("go", ["env", "GOVERSION"], { env });
  if (own === undefined) return "Building the engine needs Go, and there is no `go` on PATH.";
  // Asked within the module, where Go fetches a newer toolchain for itself if it may.
  const there = await ask("go", ["env", "GOVERSION"], { env, cwd: path.join(engineDir, "cli"), timeout: 180_000 });
  return there === undefined ? `Building the engine needs Go ${minimumGo} or later, and \`go\` on PATH is ${own}.` : undefined;
};

const build = async ({ label, module, packages }, env) => {
  const staging = path.join(engineStaging, module);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const flags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${engineVersion}`;
  const args = ["build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", `${staging}${path.sep}`, ...packages];
  await work(label, "go", args, { log: `engine-${module}`, cwd: path.join(engineDir, module), env });
  const programs = packages
    .map((name) => `${path.posix.basename(name)}${exe}`)
    .map((name) => {
      const target = path.join(engineBin, name);
      // Renamed when whole: an interrupted build leaves nothing that looks like a program.
      renameSync(path.join(staging, name), target);
      return target;
    });
  rmSync(staging, { recursive: true, force: true });
  return programs;
};

const copyScript = (folder, name) => {
  const target = path.join(engineBin, name);
  // Modules of Go are kept read-only, and a copy of such a file could not be replaced by the next one.
  rmSync(target, { force: true });
  copyFileSync(path.join(folder, name), target);
  chmodSync(target, 0o755);
  return target;
};

/** The launcher of dynamic providers ships with the SDK. */
const copyLauncher = () =>
  copyScript(path.join(root, "node_modules/@pulumi/pulumi"), `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`);

/** What the Python host starts, and looks for beside itself; a script in the host's own module. */
const copyPythonExecutor = async (env) => {
  const module = await ask("go", ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"], {
    env,
    cwd: path.join(engineDir, "nodejs"),
  });
  if (!module) throw new SetupError("`go list` does not say where the module of the Python host is.");
  return copyScript(path.join(module, "python/cmd"), "pulumi-language-python-exec");
};

/** @returns {Promise<import("./engine.mjs").Attempt>} */
export const buildEngine = async () => {
  const env = goEnv();
  const why = await goProblem(env);
  if (why) return { why };
  mkdirSync(engineBin, { recursive: true });
  const programs = [copyLauncher()];
  try {
    for (const one of builds) programs.push(...(await build(one, env)));
    programs.push(await copyPythonExecutor(env));
  } catch (error) {
    if (error instanceof SetupError) return { why: `Building the engine did not work.\n${error.message}` };
    throw error;
  }
  return { engine: { way: "build", version: `v${engineVersion}`, bin: engineBin, programs } };
};
