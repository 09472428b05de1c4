/** `node bench/index.ts scale`: what members cost by the thousand, against the engine and the calls alone. */
import { parseArgs } from "node:util";
import { useEngine } from "../lib/engine.ts";
import { isMet } from "../lib/judged.ts";
import { type Machine, machine } from "../lib/machine.ts";
import { writeResults } from "../lib/results.ts";
import { type Contest, runContests } from "./contest.ts";
import { type Results, toMarkdown } from "./page.ts";
import { growthOf, rowsOf } from "./results.ts";
import { startService } from "./service.ts";
import { type Way, ways } from "./ways.ts";

const help = `Usage: node bench/index.ts scale [options]

Creates, keeps, previews, changes and destroys members on the real engine, in each way that there is, beside an empty program and the
same calls by undici alone. Writes bench/results/scale.md and scale.json. Exit code 1 where a target is missed.

  --sizes <n,…>   numbers of members (1000,10000,100000)
  --rounds <n>    rounds of each size (3)
  --ways <name,…> only these (${ways.map(({ name }) => name).join(",")})
  --dry-run       print the page, write no files`;

const say = (text: string): void => console.error(text);

const listOf = (text: string): string[] => text.split(",").filter((part) => part !== "");

const resultsOf = (contests: readonly Contest[], chosen: readonly Way[], on: Machine): Results => {
  const rows = contests.toSorted((a, b) => a.members - b.members).flatMap(rowsOf);
  const ofWay = ({ name }: Way) => rows.filter((row) => row.way === name);
  return { machine: on, rows, growth: chosen.flatMap((way) => growthOf(ofWay(way), way.isOurs)) };
};

/** Runs the suite; the exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      rounds: { type: "string", default: "3" },
      ways: { type: "string", default: ways.map(({ name }) => name).join(",") },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  await useEngine();
  const chosen = ways.filter(({ name }) => listOf(values.ways).includes(name));
  const on = machine();
  const service = await startService();
  try {
    const contests: Contest[] = [];
    let results: Results = { machine: on, rows: [], growth: [] };
    for (const members of listOf(values.sizes).map(Number)) {
      contests.push(...(await runContests(chosen, members, Number(values.rounds), service, say)));
      results = resultsOf(contests, chosen, on);
      // After each size: what took an hour is not lost where the next hour is interrupted.
      if (!values["dry-run"]) writeResults("scale", toMarkdown(results, chosen), results);
    }
    console.log(toMarkdown(results, chosen));
    const judged = [
      ...results.rows.flatMap((row) => [row.ratio, row.calls, row.items, row.stateBytesPerMember]),
      ...results.growth.map(({ slope }) => slope),
    ];
    return judged.every(isMet) ? 0 : 1;
  } finally {
    await service.stop();
  }
};
