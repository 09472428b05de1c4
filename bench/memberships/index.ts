/** `node bench/index.ts memberships`: what single Membership resources cost, with calls coalesced and without. */
import { parseArgs } from "node:util";
import { place, Project } from "../../test/support/project.ts";
import { coalesceVariable } from "../../provider/configuration.ts";
import { useEngine } from "../lib/engine.ts";
import { machine } from "../lib/machine.ts";
import { measure } from "../lib/process-tree.ts";
import { writeResults } from "../lib/results.ts";
import { type Service, startService } from "../scale/service.ts";
import { isMet, type Results, type Round, type Row, rowOf, toMarkdown } from "./page.ts";

const help = `Usage: node bench/index.ts memberships [options]

Creates Membership resources of one organization in one \`up\` at default parallelism, with calls coalesced and without (${coalesceVariable}=off),
in turn; with the state written after each step, as the engine does it, and with PULUMI_SKIP_CHECKPOINTS=true. Writes
bench/results/memberships.md and memberships.json. Exit code 1 where a target is missed.

  --memberships <n>  resources (1000)
  --rounds <n>       rounds of each measurement (3)
  --dry-run          print the page, write no files`;

const program = (memberships: number): string => `import * as collab from "pulumi-collab";
for (let index = 0; index < ${memberships}; index++) {
  new collab.Membership(\`member-\${index}\`, { organizationId: "acme", userId: \`user-\${index}\`, accessRole: "viewer" });
}
`;

/** Whether the engine writes its state after each step, and how it is told. */
const ways: readonly { readonly name: Row["way"]; readonly env: NodeJS.ProcessEnv }[] = [
  { name: "state written after each step", env: {} },
  { name: "PULUMI_SKIP_CHECKPOINTS=true", env: { PULUMI_SKIP_CHECKPOINTS: "true" } },
];

const create = async (memberships: number, service: Service, env: NodeJS.ProcessEnv): Promise<Round["coalesced"]> => {
  await service.reset();
  const [folder, own] = await place(service.url);
  await using project = await new Project(folder, { ...own, ...env }).initialize({ files: { "index.ts": program(memberships) } });
  const { seconds } = await measure((started) => project.expect(["up", "--yes", "--skip-preview"], started));
  return { seconds, calls: (await service.newCalls()).length };
};

/** Both, one after the other; which comes first changes with the round, so that a machine that gets slower favours neither. */
const oneRound = async (memberships: number, service: Service, env: NodeJS.ProcessEnv, isSwapped: boolean): Promise<Round> => {
  const [first, second] = isSwapped ? ["on", "off"] : ["off", "on"];
  const one = await create(memberships, service, { ...env, [coalesceVariable]: first });
  const other = await create(memberships, service, { ...env, [coalesceVariable]: second });
  return isSwapped ? { coalesced: one, alone: other } : { alone: one, coalesced: other };
};

/** Runs the suite; the exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      memberships: { type: "string", default: "1000" },
      rounds: { type: "string", default: "3" },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [memberships, rounds] = [Number(values.memberships), Number(values.rounds)];
  await useEngine();
  const service = await startService();
  try {
    const rows: Row[] = [];
    for (const { name, env } of ways) {
      const measured: Round[] = [];
      for (let round = 1; round <= rounds; round++) {
        const { alone, coalesced } = await oneRound(memberships, service, env, round % 2 === 0);
        measured.push({ alone, coalesced });
        const said = [coalesced, alone].map(({ seconds, calls }) => `${seconds.toFixed(1)} s, ${calls} calls`);
        console.error(`${name}, round ${round}/${rounds}: coalesced ${said.join("; alone ")}`);
      }
      rows.push(rowOf(name, memberships, measured));
    }
    const results: Results = { machine: machine(), memberships, rounds, rows };
    const page = toMarkdown(results);
    console.log(page);
    if (!values["dry-run"]) writeResults("memberships", page, results);
    return rows.every(isMet) ? 0 : 1;
  } finally {
    await service.stop();
  }
};
