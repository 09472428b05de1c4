/** A read that has to start after it was asked for: those who ask while another is under way share the one that follows it. */

export class Next<Value> {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, Promise<Value>>();

  read(key: string, start: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const follow = async (): Promise<Value> => {
      await this.#underWay.get(key);
      this.#waiting.delete(key);
      const value = start();
      const ended = value.then(
        () => undefined,
        () => undefined,
      );
      this.#underWay.set(key, ended);
      try {
        return await value;
      } finally {
        if (this.#underWay.get(key) === ended) this.#underWay.delete(key);
      }
    };
    const next = follow();
    this.#waiting.set(key, next);
    return next;
  }
}
