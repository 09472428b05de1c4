/** A read that many ask for within a moment is made once. */

interface Read<Value> {
  readonly value: Promise<Value>;
  readonly startedAt: number;
  /** When it was last asked for, or answered. */
  usedAt: number;
  pending: boolean;
}

/** An answer is shared as long as somebody asks for it at least this often … */
const gapMs = 200;
/** … but never longer than this, in milliseconds. */
const longestMs = 5000;
/** After a write only reads under way are shared: it may become visible late, and somebody may be looking for it. */
const settlingMs = 2000;

export class Burst<Value> {
  readonly #clock: () => number;
  readonly #reads = new Map<string, Read<Value>>();
  readonly #writes = new Map<string, number>();
  #anyWrite = Number.NEGATIVE_INFINITY;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  read(key: string, start: () => Promise<Value>): Promise<Value> {
    const now = this.#clock();
    const known = this.#reads.get(key);
    if (known && this.#isGood(key, known, now)) {
      known.usedAt = now;
      return known.value;
    }
    const value = start();
    const read: Read<Value> = { value, startedAt: now, usedAt: now, pending: true };
    this.#reads.set(key, read);
    const answered = (): void => {
      read.pending = false;
      read.usedAt = this.#clock();
    };
    value.then(answered, () => {
      // A failure is shared by those who waited for it, and by nobody later.
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    });
    return value;
  }

  /** Something was written; without a key, it is not known to what. */
  wrote(key: string | undefined): void {
    const now = this.#clock();
    if (key === undefined) {
      this.#anyWrite = now;
      this.#reads.clear();
    } else {
      this.#writes.set(key, now);
      this.#reads.delete(key);
    }
  }

  #isGood(key: string, { startedAt, usedAt, pending }: Read<Value>, now: number): boolean {
    if (pending) return true;
    const written = Math.max(this.#anyWrite, this.#writes.get(key) ?? Number.NEGATIVE_INFINITY);
    return now - written > settlingMs && now - usedAt <= gapMs && now - startedAt <= longestMs;
  }
}
