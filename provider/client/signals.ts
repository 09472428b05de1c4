/** Abort signals joined by hand: `AbortSignal.any` and `AbortSignal.timeout` cannot be let go of when a call has ended. */

/** Why a signal ended where time ran out. */
export class TimeUp extends Error {
  override readonly name = "TimeUp";
}

/** Milliseconds that a timer takes; more would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

export interface Bound {
  readonly signal: AbortSignal;
  /** Lets go of timers and listeners. */
  release(): void;
}

/** A signal that ends with the first of the given ones, or when the time is up. */
export const bound = (signals: readonly (AbortSignal | undefined)[], timeoutMs?: number): Bound => {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  for (const signal of signals) {
    if (signal === undefined) continue;
    if (signal.aborted) {
      controller.abort(signal.reason);
      break;
    }
    const end = (): void => controller.abort(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    undo.push(() => signal.removeEventListener("abort", end));
  }
  if (timeoutMs !== undefined && !controller.signal.aborted) {
    const timer = setTimeout(() => controller.abort(new TimeUp(`no answer within ${timeoutMs} ms`)), Math.min(timeoutMs, longestTimerMs));
    undo.push(() => clearTimeout(timer));
  }
  return { signal: controller.signal, release: () => undo.forEach((each) => each()) };
};

/** Rejects with the signal's reason as soon as it ends, whatever the promise does then. */
export const untilEnd = async <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> => {
  let end: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  // The loser of the race is heard by nobody.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, ended]);
  } finally {
    if (end) signal.removeEventListener("abort", end);
  }
};
