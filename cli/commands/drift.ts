/** `collab drift`: what the service has that differs from state and declaration, by Pulumi's own refresh and preview. */
import { spawn } from "node:child_process";
import { Command, Option } from "commander";
import type { DriftFormat } from "../../workspace/drift/index.ts";
import type { EngineRun } from "../../workspace/report/run.ts";
import { fail } from "../fail.ts";
import { print, stdoutPaint } from "../output.ts";

interface Options {
  readonly stack?: string;
  readonly cwd?: string;
  readonly format: DriftFormat;
  readonly strict?: true;
  readonly quiet?: true;
}

const formatNames = ["text", "markdown", "json"] as const satisfies readonly DriftFormat[];

const driftFound = 2;

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Runs `pulumi` to its end. */
const pulumi = (args: readonly string[], { stack, cwd = "." }: Options): Promise<Ended> =>
  new Promise((resolve) => {
    const all = [...args, "--json", "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
    // Only the stream of events has what a refresh finds; the one value shows the state before it.
    const env = { ...process.env, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
    const child = spawn("pulumi", all, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error) =>
      fail(`pulumi cannot be run (${error.message}). Install it, and put it on PATH: https://www.pulumi.com/docs/install`),
    );
    child.on("close", (exitCode) =>
      resolve({ stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), exitCode }),
    );
  });

/** What the engine said of why it failed. */
const reasonOf = (run: EngineRun | undefined, { stderr }: Ended): string => {
  const errors = (run?.messages ?? []).filter(({ severity }) => severity === "error").map(({ text }) => text);
  return errors.length > 0 ? errors.join("\n") : stderr.trim();
};

const run = async (options: Options): Promise<void> => {
  const { driftOf, driftRenderers } = await import("../../workspace/drift/index.ts");
  const { readRun, RunFormatError } = await import("../../workspace/report/run.ts");
  const runOf = async (what: string, args: readonly string[]): Promise<EngineRun> => {
    const ended = await pulumi(args, options);
    try {
      const engineRun = readRun(ended.stdout);
      return ended.exitCode === 0 ? engineRun : fail(`pulumi ${what} failed:\n${reasonOf(engineRun, ended)}`);
    } catch (error) {
      if (error instanceof RunFormatError) return fail(`pulumi ${what} failed:\n${reasonOf(undefined, ended) || error.message}`);
      throw error;
    }
  };
  const refresh = await runOf("refresh", ["refresh", "--preview-only"]);
  const preview = await runOf("preview", ["preview"]);
  const drift = driftOf(refresh, preview);
  const found = drift.drifted || (options.strict === true && drift.yours.length > 0);
  if (found || !options.quiet) print(driftRenderers[options.format](drift, stdoutPaint()));
  if (found) process.exitCode = driftFound;
};

export const driftCommand = (): Command =>
  new Command("drift")
    .summary("find what differs in the service")
    .description(
      "Runs `pulumi refresh --preview-only` and `pulumi preview`, which change nothing, and tells apart what was changed behind our back, what a failed " +
        "run has left, and what you have changed and not applied yet. Needs `pulumi` on PATH and the service's credentials.",
    )
    .option("-s, --stack <name>", "stack; default: the selected one")
    .option("-C, --cwd <dir>", "folder of the Pulumi project")
    .addOption(new Option("--format <name>", "how it is written").choices(formatNames).default("text"))
    .option("--strict", "your own change, not applied yet, counts as drift too")
    .option("--quiet", "nothing where nothing differs")
    .addHelpText(
      "after",
      `
Exit codes: 0 no drift, 2 drift (what is only your change does not count, unless --strict), 1 could not be found out, a wrong command line included.

Examples:
  collab drift --stack prod
  collab drift --format markdown >> "$GITHUB_STEP_SUMMARY"
  collab drift --quiet || echo "look into it"`,
    )
    .action(run);
