/** How many calls are under way: a limit for the whole client that gives way where the service says "too many". */
import { untilEnd } from "./signals.ts";

type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** A place among the calls under way. */
export interface Pass {
  readonly epoch: number;
}

interface Waiting {
  admit(pass: Pass): void;
}

/**
 * First come, first served, retries before new calls. Halved when a call is told "too many" (once for all that were under way
 * then) and widened again by one after as many successes as there are places.
 */
export class Gate {
  readonly #most: number;
  readonly #sleep: Sleep;
  readonly #clock: () => number;
  #limit: number;
  #underWay = 0;
  #pause = { until: Number.NEGATIVE_INFINITY, lengthMs: 0 };
  /** Waits for the end of the pause, and is ended when nobody waits at the gate: a timer keeps the process alive. */
  #waking: AbortController | undefined;
  #epoch = 0;
  #successes = 0;
  /** Calls that the service carried out so far. */
  carriedOut = 0;
  readonly #queue: Waiting[] = [];

  constructor(most: number, sleep: Sleep, clock: () => number) {
    this.#most = most;
    this.#limit = most;
    this.#sleep = sleep;
    this.#clock = clock;
  }

  /** Waits for a place; `again` goes before calls that were never sent. Rejects with the signal's reason. */
  async enter(signal: AbortSignal, again: boolean): Promise<Pass> {
    signal.throwIfAborted();
    if (this.#free() && this.#queue.length === 0) return this.#take();
    const { promise, resolve } = Promise.withResolvers<Pass>();
    const waiting: Waiting = { admit: resolve };
    if (again) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    this.#wakeLater();
    try {
      return await untilEnd(promise, signal);
    } catch (error) {
      const place = this.#queue.indexOf(waiting);
      if (place >= 0) this.#queue.splice(place, 1);
      // Admitted in the same moment as the signal ended: the place goes to the next.
      else this.leave();
      if (this.#queue.length === 0) this.#waking?.abort();
      throw error;
    }
  }

  leave(): void {
    this.#underWay -= 1;
    this.#admit();
  }

  succeeded(): void {
    this.carriedOut += 1;
    if (this.#limit === this.#most) return;
    this.#successes += 1;
    if (this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit += 1;
    this.#admit();
  }

  /** The service said "too many" to a call with this pass: nobody enters for a while, then fewer at a time. */
  tooMany({ epoch }: Pass, pauseMs: number): void {
    if (epoch === this.#epoch) {
      this.#epoch += 1;
      this.#successes = 0;
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    }
    const until = this.#clock() + pauseMs;
    if (until > this.#pause.until) this.#pause = { until, lengthMs: pauseMs };
    this.#wakeLater();
  }

  #wakeLater(): void {
    if (this.#waking || this.#queue.length === 0 || !this.#paused()) return;
    const waking = new AbortController();
    const pause = this.#pause;
    const over = (): void => {
      this.#waking = undefined;
      if (!waking.signal.aborted && this.#pause === pause) this.#pause = { until: Number.NEGATIVE_INFINITY, lengthMs: 0 };
      this.#admit();
    };
    this.#waking = waking;
    // Never longer than it was meant to be: a clock may be set back.
    this.#sleep(Math.min(pause.lengthMs, Math.max(0, pause.until - this.#clock())), waking.signal).then(over, over);
  }

  #paused(): boolean {
    return this.#pause.until >= this.#clock();
  }

  #free(): boolean {
    return this.#underWay < this.#limit && !this.#paused();
  }

  #take(): Pass {
    this.#underWay += 1;
    return { epoch: this.#epoch };
  }

  #admit(): void {
    while (this.#free()) {
      const next = this.#queue.shift();
      if (!next) return;
      next.admit(this.#take());
    }
    this.#wakeLater();
  }
}
