/** Diagnostics as SARIF 2.1.0, the form that code scanning services read. */
import type { Diagnostic } from "../diagnostics.ts";

const rule = {
  id: "workspace-file",
  name: "WorkspaceFile",
  shortDescription: { text: "A workspace file, or a stack that reads it, does not say what is wanted." },
  defaultConfiguration: { level: "error" },
} as const;

/** A relative path as a URI reference: what stands for itself in a path must not read as something else. */
const uriOf = (file: string): string =>
  file
    .replaceAll("\\", "/")
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");

export const sarifLog = (diagnostics: readonly Diagnostic[], version: string) => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "collab", version, rules: [rule] } },
      // Columns are counted in characters, as in every message.
      columnKind: "unicodeCodePoints",
      results: diagnostics.map(({ file, line, column, endColumn, severity, message }) => ({
        ruleId: rule.id,
        ruleIndex: 0,
        level: severity,
        message: { text: message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: uriOf(file) },
              region: { startLine: line, startColumn: column, ...(endColumn === undefined ? {} : { endColumn }) },
            },
          },
        ],
      })),
    },
  ],
});
