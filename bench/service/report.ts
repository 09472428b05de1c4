/** What was measured, as a Markdown table and as JSON. */
import { describeMachine, type Machine } from "../lib/machine.ts";

/** One comparison. */
export interface Row {
  readonly measure: string;
  /** The two medians, with their unit. */
  readonly subject: string;
  readonly reference: string;
  /** Median of the rounds' ratios, subject to reference. */
  readonly ratio: number;
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
}

export interface Results {
  readonly machine: Machine;
  readonly settings: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
}

export const isMet = ({ ratio, target }: Row): boolean => ("atLeast" in target ? ratio >= target.atLeast : ratio <= target.atMost);

const targetText = ({ target }: Row): string => ("atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`);

export const toMarkdown = ({ machine: on, settings, rows }: Results): string => {
  const lines = rows.map((row) =>
    [row.measure, row.subject, row.reference, row.ratio.toFixed(2), targetText(row), isMet(row) ? "met" : "MISSED"].join(" | "),
  );
  const settingTexts = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return `# Service emulator

Medians of interleaved rounds; the emulator and the bare server (\`node:http\`, one prepared SQLite statement a request) each in a process of
their own, state on disk, load from a third over keep-alive connections that each wait for their answer.

| measure | emulator | compared with | ratio | target | verdict |
|---|---|---|---|---|---|
${lines.map((line) => `| ${line} |`).join("\n")}

${describeMachine(on)}. Settings: ${settingTexts.join(", ")}.
`;
};
