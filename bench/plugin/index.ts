/** `node bench/index.ts plugin`: how long the native plugin takes to its first line, beside a bare Node.js. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { pluginFile } from "../../test/plugin/process.ts";
import { isMet, judged, table, verdict } from "../lib/judged.ts";
import { describeMachine, machine } from "../lib/machine.ts";
import { median } from "../lib/numbers.ts";
import { writeResults } from "../lib/results.ts";

const help = `Usage: node bench/index.ts plugin [options]

Starts the bundled plugin and a bare \`node -e 0\` in turn. Writes bench/results/plugin.md and plugin.json.
Exit code 1 where the target is missed.

  --rounds <n>   starts of each (25)
  --dry-run      print the page, write no files`;

/** The most milliseconds between the end of a bare Node.js and the plugin's first line. */
const target = 100;

const bare = async (): Promise<number> => {
  const start = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit");
  return performance.now() - start;
};

const firstLine = async (): Promise<number> => {
  const start = performance.now();
  // An address, as an engine gives one: the plugin then ends with its parent at the latest.
  const child = spawn(process.execPath, [pluginFile, "127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const time = performance.now() - start;
  child.kill();
  await once(child, "exit");
  return time;
};

/** Runs the suite; the exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "25" },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const rounds = Number(values.rounds);
  const samples: { readonly bare: number; readonly plugin: number }[] = [];
  // In turn, so that a slow moment of the machine meets both; the first round warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const sample = { bare: await bare(), plugin: await firstLine() };
    if (round > 0) samples.push(sample);
  }
  const [alone, plugin] = [median(samples.map((sample) => sample.bare)), median(samples.map((sample) => sample.plugin))];
  const more = judged(median(samples.map((sample) => sample.plugin - sample.bare)), target);
  const on = machine();
  const page = `# Start of the plugin

From the start of the process to the plugin's first line, beside a bare \`node -e 0\` to its end: medians of ${rounds} starts each, in turn, by
\`npm run bench -- plugin\`.

${table(["bare Node.js, ms", "plugin, ms", "difference, ms"], [[alone.toFixed(0), plugin.toFixed(0), verdict(more)]])}

${describeMachine(on)}.
`;
  console.log(page);
  if (!values["dry-run"]) writeResults("plugin", page, { machine: on, rounds, bare: alone, plugin, difference: more });
  return isMet(more) ? 0 : 1;
};
