/** What is wrong with workspace files, and where: collected, sorted and shown all at once. */

export interface Diagnostic {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in characters. */
  readonly column: number;
  /** The column after the last one, where it is on the same line. */
  readonly endColumn?: number;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** For those who say the same in another way: `expiry` is about the end of a membership. */
  readonly code?: "expiry";
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorted by place, each once: content that is used through several aliases is wrong only once. */
export const sortDiagnostics = (diagnostics: readonly Diagnostic[]): Diagnostic[] => {
  const sorted = diagnostics.toSorted(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  );
  return sorted.filter((diagnostic, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || renderDiagnostic(previous) !== renderDiagnostic(diagnostic);
  });
};

/** `file:line:column: message`, the form that editors and terminals make a link of. */
export const renderDiagnostic = ({ file, line, column, severity, message }: Diagnostic): string =>
  `${file}:${line}:${column}: ${severity === "warning" ? "warning: " : ""}${message}`;

/** One line for each diagnostic, and their number below. */
export const renderDiagnostics = (diagnostics: readonly Diagnostic[]): string =>
  [...diagnostics.map(renderDiagnostic), count(diagnostics)].join("\n");

const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`;

const count = (diagnostics: readonly Diagnostic[]): string => {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [plural(errors, "error"), ...(warnings > 0 ? [plural(warnings, "warning")] : [])].join(", ");
};

/** The workspace files do not say what is wanted. The message is for the author of the files, so it is the whole report. */
export class WorkspaceError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(renderDiagnostics(diagnostics));
    this.name = "WorkspaceError";
    this.diagnostics = diagnostics;
    // Where in the loader it was thrown helps nobody who mends a file.
    this.stack = `${this.name}: ${this.message}`;
  }
}
