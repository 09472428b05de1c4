/** Helpers of the tests of workspace files. */
import { renderDiagnostic } from "../../workspace/diagnostics.ts";
import { type LoadOptions, parseWorkspace } from "../../workspace/load.ts";

/** Text as it is indented in the test, without that indentation. */
export const yaml = (strings: TemplateStringsArray): string => {
  const lines = (strings.raw[0] ?? "").replace(/^\n/, "").replace(/\n *$/, "\n").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...indents))).join("\n");
};

/** What is said of one file, without its name; warnings only where there is no error. */
export const complaints = (text: string, options: LoadOptions = {}): string[] =>
  parseWorkspace([{ file: "w.yaml", text }], options).diagnostics.map((diagnostic) =>
    renderDiagnostic(diagnostic).replaceAll("w.yaml:", ""),
  );

/** The workspace of one file that holds no mistake. */
export const workspaceOf = (text: string, options: LoadOptions = {}) => {
  const { workspace, diagnostics } = parseWorkspace([{ file: "w.yaml", text }], options);
  if (workspace === undefined) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  return workspace;
};
