/** How many calls are under way: a limit for the whole client that gives way where the service says "too many". */
import { untilEnd } from "./signals.ts";

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
  readonly #sleep: (milliseconds: number) => Promise<void>;
  #limit: number;
  #underWay = 0;
  #pauses = 0;
  #epoch = 0;
  #successes = 0;
  /** Calls that the service carried out so far. */
  carriedOut = 0;
  readonly #queue: Waiting[] = [];

  constructor(most: number, sleep: (milliseconds: number) => Promise<void>) {
    this.#most = most;
    this.#limit = most;
    this.#sleep = sleep;
  }

  /** Waits for a place; `again` goes before calls that were never sent. Rejects with the signal's reason. */
  async enter(signal: AbortSignal, again: boolean): Promise<Pass> {
    signal.throwIfAborted();
    if (this.#free() && this.#queue.length === 0) return this.#take();
    const { promise, resolve } = Promise.withResolvers<Pass>();
    const waiting: Waiting = { admit: resolve };
    if (again) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    try {
      return await untilEnd(promise, signal);
    } catch (error) {
      const place = this.#queue.indexOf(waiting);
      if (place >= 0) this.#queue.splice(place, 1);
      // Admitted in the same moment as the signal ended: the place goes to the next.
      else this.leave();
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
    this.#pauses += 1;
    const over = (): void => {
      this.#pauses -= 1;
      this.#admit();
    };
    this.#sleep(pauseMs).then(over, over);
  }

  #free(): boolean {
    return this.#pauses === 0 && this.#underWay < this.#limit;
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
  }
}
