/** What a benchmark ran on. */
import { availableParallelism, loadavg, totalmem } from "node:os";

export interface Machine {
  readonly cores: number;
  readonly memoryGiB: number;
  /** Processes that ran or waited to, on average over the last five minutes: far above the cores, wall times say little. */
  readonly load: number;
  readonly node: string;
  readonly system: string;
}

export const machine = (): Machine => ({
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  load: Number((loadavg()[1] ?? Number.NaN).toFixed(1)),
  node: process.version,
  system: `${process.platform} ${process.arch}`,
});

/** One line, without its end. */
export const describeMachine = ({ cores, memoryGiB, load, system, node }: Machine): string =>
  `Machine: ${cores} cores, ${memoryGiB} GiB, ${system}, Node.js ${node}, load average ${load}`;
