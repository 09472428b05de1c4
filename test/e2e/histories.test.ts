/**
 * Histories (see `test/property/`) on the real engine, with the workspace file as the declaration. Few, as each command takes seconds.
 *
 * A failure prints its seed: `HISTORIES_SEED=… vitest run test/e2e/histories.test.ts` repeats all five.
 */
import fc from "fast-check";
import { describe, test } from "vitest";
import { historyOf } from "../property/arbitrary.ts";
import { configOf, credentials, type Driver, environmentOf, playWith, serviceOf } from "../property/history.ts";
import { inWorkspaceFile, workspaceFileOf } from "../property/workspace-file.ts";
import { Stack } from "./stack.ts";

const seed = Number(process.env["HISTORIES_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const histories = fc.sample(historyOf(inWorkspaceFile, 1), { seed, numRuns: 5 });

/** What runs a history's commands on a stack. */
const driverOf = (stack: Stack): Driver => {
  let remade: readonly string[] = [];
  const outcome = async (args: readonly string[]): Promise<readonly Error[]> => {
    const { exitCode, output } = await stack.pulumi([...args, "--yes", "--skip-preview"]);
    return exitCode === 0 ? [] : [new Error(output)];
  };
  return {
    up: async (program) => {
      await stack.write("workspace.yaml", workspaceFileOf(program));
      const sets = program.filter(({ kind }) => remade.includes(kind)).map(({ inputs }) => String(inputs["organizationId"]));
      remade = [];
      const urns = sets.map((name) => `urn:pulumi:test::test::pulumi-nodejs:dynamic/collab:MembershipSet::${name}`);
      return outcome(["up", ...urns.flatMap((urn) => ["--replace", urn])]);
    },
    refresh: () => outcome(["refresh"]),
    preview: async () => (await stack.preview()).map(({ op, resource }) => `${op} ${resource}`),
    suspectGrants: () => {
      remade = ["MembershipSet"];
    },
    // Nothing of a workspace file is taken away by deleting its resource, but grants, and those are compared.
    deleted: [],
  };
};

describe.concurrent(`histories of seed ${seed}`, () => {
  test.each(histories.map((history, index) => ({ history, index })))("history $index ends as declared", async ({ history }) => {
    const settings = Object.entries({ ...configOf(history), protect: "false" }).map(([key, value]) => `  collab:${key}: "${value}"\n`);
    await using stack = await Stack.open({
      files: { "Pulumi.test.yaml": `config:\n${settings.join("")}` },
      emulator: serviceOf(history),
    });
    Object.assign(stack.env, environmentOf(history), { COLLAB_API_KEY: credentials.apiKey, COLLAB_AUTH_TOKEN: credentials.authToken });
    try {
      await playWith(history, stack.emulator, driverOf(stack));
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(history)}`, { cause: error });
    }
  });
});
