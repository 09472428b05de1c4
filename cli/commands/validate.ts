/** `collab validate`: workspace files and the stacks that read them, checked without the service. */
import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import type { Format } from "../../workspace/validation/index.ts";
import { print, stdoutPaint } from "../output.ts";
import { version } from "../version.ts";

interface Options {
  readonly format: Format;
  readonly project: string;
  readonly quiet?: true;
}

const formatNames = ["text", "json", "github", "sarif"] as const satisfies readonly Format[];

/** Lines of the files that messages are about, each file read once. */
const lineReader = () => {
  const files = new Map<string, readonly string[]>();
  return (file: string, line: number): string | undefined => {
    let lines = files.get(file);
    if (!lines) {
      try {
        lines = readFileSync(file, "utf8")
          .replace(/^\ufeff/, "")
          .split("\n");
      } catch {
        // That it cannot be read is what the message says.
        lines = [];
      }
      files.set(file, lines);
    }
    return lines[line - 1];
  };
};

const run = async (files: readonly string[], { format, project, quiet }: Options): Promise<void> => {
  // Loaded here, not at the top: other commands start without the loader of workspace files.
  const { formats, validateFiles, validateProject } = await import("../../workspace/validation/index.ts");
  const found = files.length > 0 ? validateFiles(files) : validateProject(project);
  const errors = found.diagnostics.filter(({ severity }) => severity === "error");
  const validation = quiet ? { ...found, diagnostics: errors } : found;
  const silent = quiet && format === "text" && errors.length === 0;
  const lines = process.stdout.isTTY ? { lineOf: lineReader() } : {};
  if (!silent) print(formats[format](validation, { paint: stdoutPaint(), version, ...lines }));
  if (errors.length > 0) process.exitCode = 1;
};

export const validateCommand = (): Command =>
  new Command("validate")
    .summary("check workspace files, offline")
    .description(
      "Checks workspace files without the service: everything that is wrong, at once, with its place. Without files, the Pulumi project's: " +
        "those that its stacks read (collab:workspace), the stacks' settings, and whether two stacks declare the same organization.",
    )
    .argument("[files...]", "workspace files or globs that make one workspace together")
    .option("--project <dir>", "folder of the Pulumi project, where no file is named", ".")
    .addOption(new Option("--format <name>", "text, json, annotations for GitHub Actions, or SARIF").choices(formatNames).default("text"))
    .option("--quiet", "errors only, and nothing where there is none")
    .addHelpText(
      "after",
      `
Exit codes: 0 nothing is wrong (warnings do not count), 1 something is, 2 wrong command line.

Examples:
  collab validate                                   the project in this folder
  collab validate workspace.yaml
  collab validate 'organizations/*.yaml' --format github
  collab validate --format sarif > collab.sarif`,
    )
    .action(run);
