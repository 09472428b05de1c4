/**
 * How long items wait for company, learned from how they come. An engine that works on many resources at a time may still hand them over one
 * by one, further apart than a call takes (it writes its state before and after each): sent as they come, each would be a call of its own.
 * While some wait, the others come, so waiting for a few costs nothing; waiting for those that never come does, so that is unlearned.
 *
 * The constants come from a simulation of such an engine: 2 to 160 ms a write, even and in bursts, 1 to 16 resources at a time.
 */

/** Calls in a row, each soon after the last, before anything waits: a few changes are not worth it. */
const firstCalls = 8;
/** More company is not waited for: half of the default parallelism, so that the others keep the engine busy meanwhile. */
const mostItems = 4;
/** Items that come further apart than this have nothing to do with each other, in milliseconds. */
const unrelatedMs = 5000;
/** Bounds of the wait, in milliseconds. */
const shortestMs = 5;
const longestMs = 1000;
/** Usual gaps between items that are waited: the engine writes for those that have landed before it hands over more. */
const gapsWaited = 6;
/** After waits in vain, so many calls at most go before more company is tried. */
const longestPause = 64;

export class Pace {
  #last = Number.NEGATIVE_INFINITY;
  #gap = 0;
  /** Items that a call waits for; 1: none waits. */
  #company = 1;
  /** What was settled for when more did not come. */
  #usual = 1;
  /** Calls until more company is tried. */
  #pause = firstCalls;
  #nextPause = firstCalls;

  /** An item came. */
  came(now: number): void {
    const gap = now - this.#last;
    this.#last = now;
    if (gap >= 0 && gap < unrelatedMs) {
      this.#gap += (gap - this.#gap) / 8;
      return;
    }
    this.#gap = 0;
    this.#company = this.#usual = 1;
    this.#pause = this.#nextPause = firstCalls;
  }

  /** How many items are worth waiting for. */
  get company(): number {
    return this.#company;
  }

  /** How long they are waited for, in milliseconds. */
  get patienceMs(): number {
    return Math.min(longestMs, Math.max(shortestMs, Math.ceil(this.#gap * gapsWaited)));
  }

  /** A call went; `late`: the wait was over before the company was there. */
  went(late: boolean): void {
    if (late) {
      // By one only: those that are left over where a crowd ends are few, and say nothing of the next crowd.
      this.#company = this.#usual = Math.max(1, this.#company - 1);
      this.#pause = this.#nextPause;
      this.#nextPause = Math.min(longestPause, this.#nextPause * 2);
      return;
    }
    // More came than was settled for: still more is worth trying soon.
    if (this.#company > this.#usual) this.#nextPause = firstCalls;
    if (this.#pause > 0) this.#pause -= 1;
    else if (this.#company < mostItems) this.#company += 1;
  }
}
