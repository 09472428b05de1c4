/** `each`: every item of a multi-item call gets its own outcome, whatever happens to the calls. */
import { type Operation, operations } from "../../schema/service/index.ts";
import type { Caller } from "./call.ts";
import { type Lanes, sameItem, Waiter } from "./coalesce.ts";
import { idOf } from "./items.ts";
import { bound, TimeUp } from "./signals.ts";
import type { EachOptions, ItemOutcome, MultiItemName } from "./types.ts";

/** Reports once for all items that one answer settles. */
const reporter = (report: EachOptions["onProgress"], total: () => number): (() => void) => {
  let done = 0;
  let planned = false;
  return () => {
    done += 1;
    if (planned || !report) return;
    planned = true;
    queueMicrotask(() => {
      planned = false;
      try {
        report(done, total());
      } catch {
        // Progress is for show: a fault in it must not stop what is being reported.
      }
    });
  };
};

/** In the order of the items. */
const outcomesOf = (waiters: ReadonlyMap<string, Waiter>): Map<string, ItemOutcome> => {
  const outcomes = new Map<string, ItemOutcome>();
  for (const [id, { outcome }] of waiters) if (outcome) outcomes.set(id, outcome);
  return outcomes;
};

export const runEach = async (
  caller: Caller,
  lanes: Lanes,
  name: MultiItemName,
  scope: object,
  items: readonly unknown[],
  options: EachOptions = {},
): Promise<Map<string, ItemOutcome>> => {
  const row: Operation = operations[name];
  const waiters = new Map<string, Waiter>();
  const clashing = new Set<Waiter>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let open = 0;
  const progress = reporter(options.onProgress, () => waiters.size);
  const settled = (): void => {
    progress();
    open -= 1;
    if (open === 0) finish();
  };
  for (const item of items) {
    const id = idOf(row, item);
    const known = waiters.get(id);
    if (known === undefined) waiters.set(id, new Waiter(id, item, settled));
    else if (!sameItem(known.item, item)) clashing.add(known);
  }
  open = waiters.size;
  const fail = (facts: Parameters<Caller["error"]>[1], attempts = 0) => caller.error(name, facts, attempts);
  for (const waiter of clashing) {
    const reason = "it is given twice with different content; nothing was sent for it";
    waiter.settle({ ok: false, error: fail({ code: "invalid", reason, item: waiter.id }) });
  }
  if (open === 0) return outcomesOf(waiters);

  const { signal, release } = bound([options.signal], options.timeoutMs);
  const end = (): void => {
    const late = signal.reason instanceof TimeUp;
    const reason = `${late ? "time was up" : "cancelled by the caller"} before an answer came; it may have been carried out if it was sent`;
    const error = fail({ code: late ? "timeout" : "cancelled", reason });
    for (const waiter of waiters.values()) waiter.withdraw({ ok: false, error });
  };
  if (signal.aborted) end();
  else {
    signal.addEventListener("abort", end, { once: true });
    const unsettled = [...waiters.values()].filter(({ outcome }) => outcome === undefined);
    try {
      lanes.add(name, scope, unsettled);
    } catch (problem) {
      const error = fail({ code: "invalid", reason: `its scope cannot be sent: ${String(problem)}` });
      for (const waiter of unsettled) waiter.settle({ ok: false, error });
    }
  }
  await finished;
  release();
  return outcomesOf(waiters);
};
