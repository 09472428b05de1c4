/** How a validation is written down, by format. Pure: the texts of files come from whoever asks. */
import type { Validation } from "./index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { renderDiagnostic, renderDiagnostics } from "../diagnostics.ts";
import type { Paint } from "../paint.ts";
import { renderFrame } from "./frame.ts";
import { sarifLog } from "./sarif.ts";

/** What a renderer may use beside the validation. */
export interface Rendering {
  readonly paint: Paint;
  /** A line of a file, for showing it with a mark; undefined where lines are not shown. */
  readonly lineOf?: (file: string, line: number) => string | undefined;
  /** The package's version. */
  readonly version: string;
}

const text = (validation: Validation, { paint, lineOf }: Rendering): string => {
  const { diagnostics, files, organizations, members } = validation;
  if (diagnostics.length === 0) {
    return `${plural(files, "file")}, ${plural(organizations, "organization")}, ${plural(members, "member")}: nothing is wrong\n`;
  }
  if (!lineOf) return `${renderDiagnostics(diagnostics)}\n`;
  const shown = diagnostics.map((diagnostic) => {
    const said = renderDiagnostic(diagnostic);
    const place = said.slice(0, said.length - diagnostic.message.length);
    const line = lineOf(diagnostic.file, diagnostic.line);
    const colour = diagnostic.severity === "error" ? "red" : "yellow";
    const frame = line === undefined ? "" : `\n${renderFrame(line, diagnostic, (mark) => paint(colour, mark))}`;
    return `${paint("bold", place)}${diagnostic.message}${frame}`;
  });
  const counts = renderDiagnostics(diagnostics).split("\n").at(-1) ?? "";
  return `${shown.join("\n\n")}\n\n${counts}\n`;
};

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

const json = ({ diagnostics, ...counts }: Validation): string => {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return `${JSON.stringify({ version: 1, valid: errors === 0, errors, warnings: diagnostics.length - errors, ...counts, diagnostics }, null, 2)}\n`;
};

// The two escapes of workflow commands: a message ends at the line's end, a property at `,` or `:` too.
const escapeMessage = (message: string): string => message.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const escapeProperty = (value: string): string => escapeMessage(value).replace(/:/g, "%3A").replace(/,/g, "%2C");

/** A workflow command of GitHub Actions, which shows the message at the line in a pull request. */
const annotation = ({ file, line, column, endColumn, severity, message }: Diagnostic): string => {
  const end = endColumn === undefined ? "" : `,endColumn=${endColumn - 1}`;
  return `::${severity} file=${escapeProperty(file)},line=${line},col=${column}${end},title=collab validate::${escapeMessage(message)}\n`;
};

const github = ({ diagnostics }: Validation): string => diagnostics.map(annotation).join("");

const sarif = ({ diagnostics }: Validation, { version }: Rendering): string =>
  `${JSON.stringify(sarifLog(diagnostics, version), null, 2)}\n`;

/** The formats by name; the first is the default. */
export const formats = { text, json, github, sarif } as const;
export type Format = keyof typeof formats;
