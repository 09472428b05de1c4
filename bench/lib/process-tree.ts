/**
 * What a command cost, together with all processes that it started: wall time, CPU time and memory. Time is measured everywhere, the
 * rest where the kernel has `/proc` (Linux); elsewhere it is NaN.
 */
import { readdirSync, readFileSync } from "node:fs";

/** What a command cost. */
export interface Cost {
  readonly seconds: number;
  /** User and system time of all its processes, in seconds. */
  readonly cpuSeconds: number;
  /** The most that its processes held at one moment: sum of their resident sets, in MiB. Pages that they share count for each. */
  readonly peakMiB: number;
}

/** Between two looks at the processes, in milliseconds. */
const interval = 50;

// Linux reports times in hundredths of a second and memory in pages, whatever the machine.
const ticksPerSecond = 100;
const pageMiB = 4096 / 2 ** 20;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpuSeconds: number;
  /** Of the children that it waited for, with theirs. */
  readonly reapedSeconds: number;
  readonly memoryMiB: number;
}

const readProcess = (pid: string): Process | undefined => {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It ended since the folder was read, or there is no /proc.
    return undefined;
  }
  // The program's name stands in brackets and may hold anything: the rest begins after the last one. Numbers as in proc(5), from 3.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const at = (field: number): number => Number(fields[field - 3]);
  return {
    pid: Number(stat.slice(0, stat.indexOf(" "))),
    parent: at(4),
    cpuSeconds: (at(14) + at(15)) / ticksPerSecond,
    reapedSeconds: (at(16) + at(17)) / ticksPerSecond,
    memoryMiB: at(24) * pageMiB,
  };
};

const allProcesses = (): Process[] => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => readProcess(pid) ?? []);
  } catch {
    return [];
  }
};

/** A process and all that came from it, those included whose parent has ended since. */
class Tree {
  readonly #cpuSeconds = new Map<number, number>();
  #peakMiB = Number.NaN;

  constructor(root: number) {
    this.#cpuSeconds.set(root, 0);
  }

  look(): void {
    // A parent has the smaller id, unless ids have started again: then its children are found at the next look.
    const members = allProcesses()
      .toSorted((a, b) => a.pid - b.pid)
      .filter(({ pid, parent, cpuSeconds }) => {
        const belongs = this.#cpuSeconds.has(pid) || this.#cpuSeconds.has(parent);
        if (belongs) this.#cpuSeconds.set(pid, cpuSeconds);
        return belongs;
      });
    if (members.length === 0) return;
    const memory = members.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0);
    this.#peakMiB = Number.isNaN(this.#peakMiB) ? memory : Math.max(this.#peakMiB, memory);
  }

  get peakMiB(): number {
    return this.#peakMiB;
  }

  /** As of the last look at each process. */
  get cpuSeconds(): number {
    return [...this.#cpuSeconds.values()].reduce((sum, seconds) => sum + seconds, 0);
  }
}

/**
 * Measures work that starts one process and waits for its end.
 *
 * @param work calls `started` with the id of that process
 */
export const measure = async (work: (started: (pid: number) => void) => Promise<unknown>): Promise<Cost> => {
  let tree: Tree | undefined;
  const reapedBefore = readProcess("self")?.reapedSeconds;
  const timer = setInterval(() => tree?.look(), interval);
  const start = performance.now();
  try {
    await work((pid) => (tree = new Tree(pid)));
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - start) / 1000;
  const reaped = (readProcess("self")?.reapedSeconds ?? Number.NaN) - (reapedBefore ?? Number.NaN);
  // The kernel's sum knows what happened between two looks, but not processes that nobody waited for.
  return { seconds, cpuSeconds: Math.max(reaped, tree?.cpuSeconds ?? 0), peakMiB: tree?.peakMiB ?? Number.NaN };
};
