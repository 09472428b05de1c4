/** `node bench/index.ts workspace`: what a workspace of many files costs a preview. */
import { parseArgs } from "node:util";
import { useEngine } from "../lib/engine.ts";
import { isMet, judged, type Judged, table, verdict } from "../lib/judged.ts";
import { describeMachine, machine } from "../lib/machine.ts";
import { median } from "../lib/numbers.ts";
import { measure } from "../lib/process-tree.ts";
import { writeResults } from "../lib/results.ts";
import { startEmulator } from "../lib/server.ts";
import { Project } from "../../test/support/project.ts";
import { openProject } from "../scale/ways.ts";

const help = `Usage: node bench/index.ts workspace [options]

Previews a workspace of 40 organizations with 12,000 members in 40 files, before and after its first \`up\`, beside an empty program.
Writes bench/results/workspace.md and workspace.json. Exit code 1 where a target is missed.

  --rounds <n>   rounds of each measurement (5)
  --dry-run      print the page, write no files`;

const organizations = 40;
const membersOfEach = 300;
/** A preview may take so many times as long as an empty one. */
const atMost = 2;

const fileOf = (organization: number): string => {
  const members = Array.from({ length: membersOfEach }, (_, index) => {
    const id = `user-${organization}-${index}`;
    return `      ${id}: { role: ${index % 3 === 0 ? "editor" : "viewer"}, name: User ${index}, email: ${id}@acme.example }\n`;
  });
  return `version: 1\norganizations:\n  org-${organization}:\n    members:\n${members.join("")}`;
};

const files = Object.fromEntries(Array.from({ length: organizations }, (_, index) => [`org-${index}.yaml`, fileOf(index)]));

interface Row {
  readonly measure: string;
  readonly seconds: number;
  readonly emptySeconds: number;
  readonly cpuSeconds: number;
  readonly emptyCpuSeconds: number;
  readonly ratio: Judged;
}

const preview = (project: Project) => measure((started) => project.expect(["preview"], started));

/** Previews in turn, the empty one first. */
const compare = async (name: string, project: Project, empty: Project, rounds: number): Promise<Row> => {
  const seen: { full: Awaited<ReturnType<typeof preview>>; none: Awaited<ReturnType<typeof preview>> }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const none = await preview(empty);
    const full = await preview(project);
    seen.push({ full, none });
    console.error(`${name} ${round}/${rounds}: ${full.seconds.toFixed(2)} s; empty ${none.seconds.toFixed(2)} s`);
  }
  const middle = (value: (round: (typeof seen)[number]) => number): number => median(seen.map(value));
  return {
    measure: name,
    seconds: middle(({ full }) => full.seconds),
    emptySeconds: middle(({ none }) => none.seconds),
    cpuSeconds: middle(({ full }) => full.cpuSeconds),
    emptyCpuSeconds: middle(({ none }) => none.cpuSeconds),
    ratio: judged(
      middle(({ full, none }) => full.seconds / none.seconds),
      atMost,
    ),
  };
};

const toMarkdown = (rows: readonly Row[], rounds: number, on: string): string => `# A workspace of many files

\`pulumi preview\` of ${organizations} organizations with ${(organizations * membersOfEach).toLocaleString("en")} members in ${organizations} files (${organizations * 2} resources), by \`npm run bench -- workspace\`:
medians of ${rounds} rounds, each beside the preview of a program that declares nothing, on the same engine.

${table(
  ["preview", "s", "empty, s", "ratio", "CPU, s", "empty, CPU, s"],
  rows.map((row) => [
    row.measure,
    row.seconds.toFixed(2),
    row.emptySeconds.toFixed(2),
    verdict(row.ratio),
    row.cpuSeconds.toFixed(2),
    row.emptyCpuSeconds.toFixed(2),
  ]),
)}

${on}.
`;

/** Runs the suite; the exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  await useEngine();
  const rounds = Number(values.rounds);
  await using emulator = await startEmulator();
  await using empty = await openProject("empty", emulator.url);
  await using project = await Project.at(emulator.url, { files, config: { "collab:workspace": "org-*.yaml" } });
  await empty.expect(["up", "--yes", "--skip-preview"]);
  const first = await compare("of a new stack", project, empty, rounds);
  await project.expect(["up", "--yes", "--skip-preview"]);
  const rows = [first, await compare("when nothing has changed", project, empty, rounds)];
  const on = machine();
  const page = toMarkdown(rows, rounds, describeMachine(on));
  console.log(page);
  if (!values["dry-run"]) writeResults("workspace", page, { machine: on, rounds, rows });
  return rows.every(({ ratio }) => isMet(ratio)) ? 0 : 1;
};
