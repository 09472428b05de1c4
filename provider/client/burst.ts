/** A read that many ask for within a moment is made once. */

interface Read<Value> {
  readonly scope: string;
  readonly value: Promise<Value>;
  readonly controller: AbortController;
  /** Callers that wait for the answer. */
  waiting: number;
  readonly startedAt: number;
  /** When it was last asked for, or answered. */
  usedAt: number;
  pending: boolean;
}

/** An answer is shared as long as somebody asks for it at least this often … */
const gapMs = 1000;
/** … but never longer than this, in milliseconds. */
const longestMs = 30_000;
/** After a write only reads under way are shared: it may become visible late, and somebody may be looking for it. */
const settlingMs = 2000;

/** One caller's share of a read. */
interface Share<Value> {
  readonly value: Promise<Value>;
  /** The caller has its answer, or gives up; when nobody waits any more, the read is ended. */
  leave(): void;
}

export class Burst<Value> {
  readonly #clock: () => number;
  /** Both maps are in the order of time, and let go of what is of no use any more. */
  readonly #reads = new Map<string, Read<Value>>();
  readonly #writes = new Map<string, number>();
  #anyWrite = Number.NEGATIVE_INFINITY;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * @param scope what a write is told of
   * @param part which of the scope's reads it is
   */
  read(scope: string, start: (signal: AbortSignal) => Promise<Value>, part = ""): Share<Value> {
    const now = this.#clock();
    const key = JSON.stringify([scope, part]);
    const known = this.#reads.get(key);
    if (known && this.#isGood(known, now)) {
      known.usedAt = now;
      return this.#share(key, known);
    }
    for (const [old, { startedAt, pending }] of this.#reads) {
      if (pending || now - startedAt <= longestMs) break;
      this.#reads.delete(old);
    }
    const controller = new AbortController();
    const value = start(controller.signal);
    const read: Read<Value> = { scope, value, controller, waiting: 0, startedAt: now, usedAt: now, pending: true };
    this.#reads.delete(key);
    this.#reads.set(key, read);
    const answered = (): void => {
      read.pending = false;
      read.usedAt = this.#clock();
    };
    value.then(answered, () => {
      // A failure is shared by those who waited for it, and by nobody later.
      read.pending = false;
      this.#forget(key, read);
    });
    return this.#share(key, read);
  }

  #share(key: string, read: Read<Value>): Share<Value> {
    read.waiting += 1;
    const leave = (): void => {
      read.waiting -= 1;
      if (read.waiting > 0 || !read.pending) return;
      this.#forget(key, read);
      read.controller.abort();
    };
    return { value: read.value, leave };
  }

  #forget(key: string, read: Read<Value>): void {
    if (this.#reads.get(key) === read) this.#reads.delete(key);
  }

  /** Something was written; without a scope, it is not known to what. */
  wrote(scope: string | undefined): void {
    const now = this.#clock();
    if (scope === undefined) {
      this.#anyWrite = now;
      this.#reads.clear();
    } else {
      for (const [old, at] of this.#writes) {
        if (now - at <= settlingMs) break;
        this.#writes.delete(old);
      }
      this.#writes.delete(scope);
      this.#writes.set(scope, now);
      for (const [key, read] of this.#reads) if (read.scope === scope) this.#reads.delete(key);
    }
  }

  #isGood({ scope, startedAt, usedAt, pending }: Read<Value>, now: number): boolean {
    if (pending) return true;
    const written = Math.max(this.#anyWrite, this.#writes.get(scope) ?? Number.NEGATIVE_INFINITY);
    return now - written > settlingMs && now - usedAt <= gapMs && now - startedAt <= longestMs;
  }
}
