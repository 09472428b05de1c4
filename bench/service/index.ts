/** `node bench/index.ts service`: how fast the emulator is, as ratios. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine } from "../lib/machine.ts";
import { median } from "../lib/numbers.ts";
import { writeResults } from "../lib/results.ts";
import { isMet, toMarkdown, type Results, type Row } from "./report.ts";
import { manyUsers, smallRead, smallWrite } from "./requests.ts";
import { startBare, startFilled, type Server } from "./servers.ts";

const help = `Usage: node bench/index.ts service [options]

Compares the emulator with a bare node:http server on SQLite, and the emulator with itself where it holds many grants.
Writes bench/results/service.md and service.json. Exit code 1 where a target is missed.

  --rounds <n>    interleaved rounds of each measurement (9)
  --seconds <s>   length of one measurement of a rate (1.5)
  --grants <n>    grants in the full workspace (1000000)
  --dry-run       print the table, write no files`;

const connections = 16;
const users = 10_000;
const usersPerCall = 100;

type Contestants = Readonly<Record<"bare" | "empty" | "full", Server>>;
type Sample = Readonly<Record<keyof Contestants, number>>;

const say = (text: string): void => console.error(text);

/** One sample of each contestant a round, in turn, so that a slow moment of the machine meets all alike. */
const measure = async (
  what: string,
  rounds: number,
  contestants: Contestants,
  take: (server: Server, label: string) => Promise<number>,
): Promise<Sample[]> => {
  const samples: Sample[] = [];
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const bare = await take(contestants.bare, `${what}-bare-${round}`);
    const empty = await take(contestants.empty, `${what}-empty-${round}`);
    const full = await take(contestants.full, `${what}-full-${round}`);
    if (round > 0) samples.push({ bare, empty, full });
    say(`${what} ${round}/${rounds}: bare ${format(bare)}, emulator ${format(empty)}, full ${format(full)}`);
  }
  return samples;
};

const format = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

const compare = (
  name: string,
  unit: string,
  samples: readonly Sample[],
  pair: readonly [keyof Sample, keyof Sample],
  target: Row["target"],
): Row => {
  const [subject, reference] = pair;
  const of = (key: keyof Sample): string => `${format(median(samples.map((sample) => sample[key])))} ${unit}`;
  return {
    measure: name,
    subject: of(subject),
    reference: `${reference === "bare" ? "bare server" : "empty workspace"} ${of(reference)}`,
    ratio: median(samples.map((sample) => sample[subject] / sample[reference])),
    target,
  };
};

const benchmark = async (contestants: Contestants, rounds: number, seconds: number, grants: number): Promise<Row[]> => {
  const reads = await measure("reads", rounds, contestants, (server) => server.rate(smallRead, seconds));
  const writes = await measure("writes", rounds, contestants, (server, label) => server.rate(smallWrite(label), seconds));
  const bulk = await measure("users", rounds, contestants, (server, label) => server.duration(manyUsers(label, users, usersPerCall)));
  const held = `with ${grants.toLocaleString("en")} grants`;
  const many = `${users.toLocaleString("en")} users in calls of ${usersPerCall}`;
  // "Neither falls by more than a quarter": for a duration, four thirds.
  return [
    compare("small reads", "/s", reads, ["empty", "bare"], { atLeast: 0.5 }),
    compare("small writes", "/s", writes, ["empty", "bare"], { atLeast: 0.5 }),
    compare(many, "s", bulk, ["empty", "bare"], { atMost: 3 }),
    compare(`small reads ${held}`, "/s", reads, ["full", "empty"], { atLeast: 0.75 }),
    compare(`small writes ${held}`, "/s", writes, ["full", "empty"], { atLeast: 0.75 }),
    compare(`${many}, ${held}`, "s", bulk, ["full", "empty"], { atMost: 1.33 }),
  ];
};

/** Runs the suite; the exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "9" },
      seconds: { type: "string", default: "1.5" },
      grants: { type: "string", default: "1000000" },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [rounds, seconds, grants] = [Number(values.rounds), Number(values.seconds), Number(values.grants)];
  const folder = mkdtempSync(join(tmpdir(), "collab-bench-"));
  const started: Server[] = [];
  const keep = async (server: Promise<Server>): Promise<Server> => {
    started.push(await server);
    return server;
  };
  try {
    say(`filling a workspace with ${grants.toLocaleString("en")} grants …`);
    const full = await keep(startFilled(folder, grants, connections));
    const [bare, empty] = [await keep(startBare(folder, connections)), await keep(startFilled(folder, 0, connections))];
    const rows = await benchmark({ bare, empty, full }, rounds, seconds, grants);
    const results: Results = { machine: machine(), settings: { rounds, seconds, connections, grants }, rows };
    const page = toMarkdown(results);
    console.log(page);
    if (!values["dry-run"]) writeResults("service", page, results);
    return rows.every(isMet) ? 0 : 1;
  } finally {
    for (const server of started) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
