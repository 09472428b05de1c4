/** A Python with what the example in Python needs, as far as the machine has it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, run, type Run } from "../support/project.ts";

const schema = path.join(root, "schema/json/collab.schema.json");
const requirements = path.join(root, "examples/python/requirements.txt");

/** Like {@link run}, and a program that is not there is one that failed. */
const attempt = async (command: string, args: readonly string[], env = process.env): Promise<Run> => {
  try {
    return await run(command, args, root, env);
  } catch (error) {
    return { exitCode: 127, output: String(error) };
  }
};

const must = async (command: string, args: readonly string[]): Promise<void> => {
  const { exitCode, output } = await attempt(command, args);
  if (exitCode !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${exitCode}:\n${output}`);
};

const lastLine = (output: string): string => output.trim().split("\n").at(-1) ?? "";

/** Programs of the virtual environment in `folder`. */
export const programsOf = (venv: string): string => path.join(venv, process.platform === "win32" ? "Scripts" : "bin");

/** Why the example in Python cannot be run on this machine; undefined where it can. */
export const missingPython = async (): Promise<string | undefined> => {
  const version = await attempt("python3", ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))"]);
  if (version.exitCode !== 0) return `there is no python3 of 3.9 or later with venv (${lastLine(version.output)})`;
  if ((await attempt("pulumi-language-python", ["--help"])).exitCode === 127) return "the engine has no Python language host";
  const folder = await mkdtemp(path.join(tmpdir(), "collab python "));
  try {
    const made = await attempt("python3", ["-m", "venv", folder]);
    if (made.exitCode !== 0) return `python3 makes no virtual environment (${lastLine(made.output)})`;
    const args = ["download", "--quiet", "--no-deps", "--retries", "1", "--dest", folder, "-r", requirements];
    const reached = await attempt(path.join(programsOf(folder), "pip"), args);
    return reached.exitCode === 0 ? undefined : `pip reaches no package index (${lastLine(reached.output)})`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Generates the SDK `pulumi_collab` in a project's folder. */
const generateSdk = async (folder: string): Promise<string> => {
  const env = { ...process.env, PULUMI_HOME: path.join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "1" };
  const out = path.join(folder, "sdk");
  const { exitCode, output } = await attempt("pulumi", ["package", "gen-sdk", schema, "--language", "python", "--out", out], env);
  const sdk = path.join(out, "python");
  // A host that was built here is older than the command: set-up has built what generates beside it.
  if (/GeneratePackage not implemented/.test(output)) await must("pulumi-python-sdk", [schema, sdk]);
  else if (exitCode !== 0) throw new Error(`pulumi package gen-sdk ended with ${exitCode}:\n${output}`);
  return sdk;
};

/** Does what the example's README says: a virtual environment in `folder`, the requirements and the generated SDK in it. */
export const installPython = async (folder: string): Promise<void> => {
  const venv = path.join(folder, "venv");
  const [sdk] = await Promise.all([generateSdk(folder), must("python3", ["-m", "venv", venv])]);
  await must(path.join(programsOf(venv), "pip"), ["install", "--quiet", "-r", requirements, sdk]);
};
