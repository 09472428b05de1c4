/** What a benchmark ran on. */
import { availableParallelism, totalmem } from "node:os";

export interface Machine {
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly system: string;
}

export const machine = (): Machine => ({
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  system: `${process.platform} ${process.arch}`,
});

/** One line, without its end. */
export const describeMachine = ({ cores, memoryGiB, system, node }: Machine): string =>
  `Machine: ${cores} cores, ${memoryGiB} GiB, ${system}, Node.js ${node}`;
