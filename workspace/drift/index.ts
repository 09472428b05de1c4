/** `collab drift`: what the service has that differs from state and declaration. */
import type { Paint } from "../paint.ts";
import { code } from "../report/markdown.ts";
import { visible } from "../report/text.ts";
import type { Difference, Drift } from "./compare.ts";

export { type Drift, driftOf } from "./compare.ts";

const parts = [
  ["behind", "Changed behind our back"],
  ["unfinished", "Left from a failed run"],
  ["yours", "Your change, not applied yet"],
] as const;

const headline = ({ drifted, yours }: Drift): string => {
  if (drifted) return "The service differs from what is declared.";
  return yours.length > 0 ? "No drift; what you have changed is not applied yet." : "No drift.";
};

const text = (drift: Drift, paint: Paint): string => {
  const lines = (list: readonly Difference[]) =>
    list.flatMap(({ kind, id, details }) => [`  ${kind} ${visible(id)}`, ...details.map((detail) => `      ${visible(detail)}`)]);
  return [
    paint(drift.drifted ? "yellow" : "green", headline(drift)),
    ...drift.messages.map(({ severity, text: said }) =>
      paint(severity === "error" ? "red" : "yellow", `${severity}: ${said.split("\n").map(visible).join("\n  ")}`),
    ),
    ...parts.flatMap(([part, title]) => (drift[part].length === 0 ? [] : ["", paint("bold", title), ...lines(drift[part])])),
    ...(drift.notes.length === 0 ? [] : ["", ...drift.notes.map((note) => paint("dim", note))]),
    "",
  ].join("\n");
};

const markdown = (drift: Drift): string => {
  const lines = (list: readonly Difference[]) =>
    list.flatMap(({ kind, id, details }) => [`- ${kind} ${code(id)}`, ...details.map((detail) => `  - ${code(detail)}`)]);
  return [
    `## ${headline(drift)}`,
    ...drift.messages.flatMap(({ severity, text: said }) => ["", `> **${severity}**: ${code(said)}`]),
    ...parts.flatMap(([part, title]) => (drift[part].length === 0 ? [] : ["", `### ${title}`, "", ...lines(drift[part])])),
    ...drift.notes.flatMap((note) => ["", note]),
    "",
  ].join("\n");
};

/** How drift is written down, by format. */
export const driftRenderers = {
  text,
  markdown,
  json: (drift: Drift): string => `${JSON.stringify(drift, null, 2)}\n`,
} as const satisfies Record<string, (drift: Drift, paint: Paint) => string>;
export type DriftFormat = keyof typeof driftRenderers;
