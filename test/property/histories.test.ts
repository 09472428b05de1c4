/**
 * Histories: a random workspace on a random service is edited, while calls fail and others change things. After the last `up`, without
 * faults, the service is as declared, a preview is empty, and nothing was touched that was not declared.
 *
 * A failure prints its seed and path: `HISTORIES_SEED=… HISTORIES_PATH=… vitest run test/property` repeats it, shrunk as it was.
 */
import fc from "fast-check";
import { describe, test } from "vitest";
import { historyOf } from "./arbitrary.ts";
import { slotKinds } from "./declaration.ts";
import { play } from "./history.ts";

const { HISTORIES_SEED, HISTORIES_PATH, HISTORIES = "200" } = process.env;

/** Side by side, as much of a history is waiting. */
const lanes = HISTORIES_SEED ? 1 : 8;

describe.concurrent("a history ends as declared", () => {
  test.each(Array.from({ length: lanes }, (_, index) => index + 1))("lane %i", async () => {
    await fc.assert(fc.asyncProperty(historyOf(slotKinds, 4), play), {
      numRuns: Math.ceil(Number(HISTORIES) / lanes),
      interruptAfterTimeLimit: 150_000,
      markInterruptAsFailure: true,
      ...(HISTORIES_SEED ? { seed: Number(HISTORIES_SEED) } : {}),
      ...(HISTORIES_PATH ? { path: HISTORIES_PATH } : {}),
    });
  });
});
