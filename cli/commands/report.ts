/** `collab report`: the JSON of a preview or an update, as what it means for people. */
import { readFileSync, writeFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { Command, Option } from "commander";
import type { ReportFormat } from "../../workspace/report/index.ts";
import { plain } from "../../workspace/paint.ts";
import { fail } from "../fail.ts";
import { print, stdoutPaint } from "../output.ts";

interface Options {
  readonly format: ReportFormat;
  readonly output?: string;
  readonly audit?: string;
}

const formatNames = ["text", "markdown", "json", "html"] as const satisfies readonly ReportFormat[];

/** The text of a file, or of stdin, which may come slowly. */
const readInput = async (file: string | undefined): Promise<string> => {
  try {
    return file === undefined ? await readAll(process.stdin) : readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`${file ?? "stdin"} cannot be read: ${reason}`);
  }
};

const write = (text: string, file: string | undefined): void => {
  if (file === undefined) {
    print(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    fail(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const runAudit = async (file: string, { format, output }: Options): Promise<void> => {
  const { AuditFormatError, auditRenderers, summarizeAudit } = await import("../../workspace/report/audit.ts");
  if (format !== "text" && format !== "json") return fail(`an audit log is summarised as text or json, not as ${format}.`);
  try {
    write(auditRenderers[format](summarizeAudit(await readInput(file)), output === undefined ? stdoutPaint() : plain), output);
  } catch (error) {
    if (error instanceof AuditFormatError) fail(`${file}: ${error.message}`);
    throw error;
  }
};

const run = async (named: string | undefined, options: Options): Promise<void> => {
  if (options.audit !== undefined) {
    await runAudit(options.audit, options);
    return;
  }
  const { format, output } = options;
  const file = named === "-" ? undefined : named;
  if (file === undefined && process.stdin.isTTY) {
    fail("there is nothing to read. Name a file, or pipe: pulumi preview --json --show-sames | collab report");
  }
  const { buildReport, readRun, renderers, RunFormatError } = await import("../../workspace/report/index.ts");
  const text = await readInput(file);
  try {
    const report = await buildReport(readRun(text));
    write(renderers[format](report, output === undefined ? stdoutPaint() : plain), output);
  } catch (error) {
    if (error instanceof RunFormatError) fail(`${file ?? "stdin"}: ${error.message}`);
    throw error;
  }
};

export const reportCommand = (): Command =>
  new Command("report")
    .summary("say what a preview or an update means for people")
    .description(
      "Reads what `pulumi preview --json --show-sames` or `pulumi up --json` has written and says who gains, loses, is promoted or demoted where: " +
        "effective access over all declared levels, with the grants that give it; what cannot be undone; and the calls that it takes.",
    )
    .argument("[file]", "the JSON; without it, or with -, stdin")
    .addOption(new Option("--format <name>", "how it is written").choices(formatNames).default("text"))
    .option("-o, --output <file>", "write to a file instead of stdout")
    .option("--audit <file>", "summarise an audit log (collab:auditLog) instead; as text or json")
    .addHelpText(
      "after",
      `
Exit codes: 0 written, 1 the input is not what Pulumi writes, 2 wrong command line.

Examples:
  pulumi preview --json --show-sames > preview.json; collab report preview.json
  collab report preview.json --format markdown --output comment.md      always fits a comment on a pull request
  collab report preview.json --format html --output report.html         one page, to search and filter
  pulumi up --yes --json | collab report
  collab report --audit audit.jsonl                                     who changed how much, and what failed`,
    )
    .action(run);
