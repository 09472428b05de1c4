/** The results as a page. */
import { readFileSync } from "node:fs";
import { describeMachine, type Machine } from "../lib/machine.ts";
import { table, verdict } from "../lib/judged.ts";
import { format } from "../lib/numbers.ts";
import type { Growth, Row } from "./results.ts";
import type { Way } from "./ways.ts";

export interface Results {
  readonly machine: Machine;
  readonly rows: readonly Row[];
  readonly growth: readonly Growth[];
}

const rowTable = (rows: readonly Row[]): string =>
  table(
    [
      "members",
      "step",
      "s",
      "engine, s",
      "calls, s",
      "ratio",
      "one resource, s",
      "ratio",
      "CPU, s",
      "ratio",
      "memory, MiB",
      "calls",
      "items",
      "bytes a member",
    ],
    rows.map((row) => [
      row.members.toLocaleString("en"),
      row.step,
      row.seconds.toFixed(2),
      row.engineSeconds.toFixed(2),
      row.callSeconds.toFixed(2),
      verdict(row.ratio),
      Number.isNaN(row.singleSeconds) ? "–" : row.singleSeconds.toFixed(2),
      Number.isNaN(row.ratioToSingle) ? "–" : row.ratioToSingle.toFixed(2),
      `${format(row.cpuSeconds)} (${format(row.engineCpuSeconds)})`,
      (row.cpuSeconds / row.engineCpuSeconds).toFixed(2),
      `${format(Math.round(row.peakMiB))} (${format(Math.round(row.enginePeakMiB))})`,
      verdict(row.calls),
      verdict(row.items),
      verdict(row.stateBytesPerMember),
    ]),
  );

const growthTable = (growth: readonly Growth[]): string =>
  table(
    ["way", "step", "members", "slope"],
    growth.map(({ way, step, from, to, slope }) => [
      way,
      step,
      `${from.toLocaleString("en")} to ${to.toLocaleString("en")}`,
      verdict(slope),
    ]),
  );

/** Why a way has no rows of the larger sizes. */
const sizeLimit = ({ largest }: Way): string =>
  Number.isFinite(largest)
    ? `\n\nNot above ${largest.toLocaleString("en")} members: the engine writes its whole state after each resource, so the time grows with the square.`
    : "";

export const toMarkdown = ({ machine, rows, growth }: Results, ways: readonly Way[]): string => {
  const sections = ways.map((way) => {
    const own = rows.filter((row) => row.way === way.name);
    const rounds = [...new Map(own.map((row) => [row.members, row.rounds]))].map(
      ([members, count]) => `${count} at ${members.toLocaleString("en")}`,
    );
    return `## ${way.title}\n\nRounds: ${rounds.join(", ")}.\n\n${rowTable(own)}${sizeLimit(way)}`;
  });
  return `# Members at scale

Medians of interleaved rounds, by \`npm run bench -- scale\`. ${describeMachine(machine)}.

- **s**: wall time of the command (\`up\` and \`destroy\` without their previews, which are a step of their own).
- **engine**: the same command, just before, on a program of the same language that declares nothing.
- **calls**: the calls that the step sent (as the emulator logged them), sent again just after by undici alone to the same emulator, for
  another organization in the same state.
- **ratio**: s / (engine + calls), median of the rounds' ratios; then the same with *one resource*, a dynamic resource that does nothing, in
  place of the engine alone: it starts Pulumi's dynamic provider, which an empty program does not.
- **CPU** and **memory**: of the command and all processes that it started (the engine's in brackets). CPU is the kernel's account; memory is
  the highest sum of resident sets, looked at every 50 ms in \`/proc\`.
- **bytes a member**: state after the step, as the backend keeps it, without what an empty state has.

${sections.join("\n\n")}

## Growth

Log-log slope of the seconds, without the engine's: 1 is linear.

${growthTable(growth)}

${readFileSync(new URL("notes.md", import.meta.url), "utf8")}`;
};
