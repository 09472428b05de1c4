/** The emulated clock: the machine's, plus what was advanced. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  advance(milliseconds: number): void;
  reset(): void;
}

export const createClock = (machine: () => number): Clock => {
  let advanced = 0;
  return {
    now: () => machine() + advanced,
    advance: (milliseconds) => {
      advanced += milliseconds;
    },
    reset: () => {
      advanced = 0;
    },
  };
};
