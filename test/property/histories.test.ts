/**
 * Histories: a random workspace on a random service is edited, while calls fail and others change things. After the last `up`, without
 * faults, the service is as declared, a preview is empty, and nothing was touched that was not declared.
 *
 * A failure prints its seed and path: `HISTORIES_SEED=… HISTORIES_PATH=… vitest run test/property` repeats it, shrunk as it was.
 */
import fc from "fast-check";
import { afterAll, describe, test } from "vitest";
import { type Adapter, dynamicAdapter } from "../conformance/kinds/adapter.ts";
import { endPlugins, pluginAdapter, withPlugin } from "../conformance/kinds/plugin-adapter.ts";
import { historyOf } from "./arbitrary.ts";
import { slotKinds } from "./declaration.ts";
import { play } from "./history.ts";

const { HISTORIES_SEED, HISTORIES_PATH, HISTORIES = "200" } = process.env;

/** Side by side, as much of a history is waiting. */
const lanes = HISTORIES_SEED ? 1 : 8;

const holds = (adapter: Adapter, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(historyOf(slotKinds, 4), (history) => play(history, adapter)),
    {
      numRuns,
      interruptAfterTimeLimit: 150_000,
      markInterruptAsFailure: true,
      ...(HISTORIES_SEED ? { seed: Number(HISTORIES_SEED) } : {}),
      ...(HISTORIES_PATH ? { path: HISTORIES_PATH } : {}),
    },
  );

afterAll(endPlugins);

describe.concurrent("a history ends as declared", () => {
  test.each(Array.from({ length: lanes }, (_, index) => index + 1))("through the dynamic adapter, lane %i", () =>
    holds(dynamicAdapter, Math.ceil(Number(HISTORIES) / lanes)),
  );

  // A few: what the handlers do is the same, and what the engine keeps in between is not.
  test("through the plugin", () => withPlugin(() => holds(pluginAdapter, Math.ceil(Number(HISTORIES) / 10))));
});
