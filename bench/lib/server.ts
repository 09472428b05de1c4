/** Servers that are measured, or measured with: each a process of its own. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs a Node.js program until it says `ready on <address>`. */
export const startServer = async (args: readonly string[]): Promise<RunningServer> => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for await (const line of createInterface(child.stdout)) {
    const url = /ready on (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    const stop = async (): Promise<void> => {
      child.kill("SIGTERM");
      await ended;
    };
    return { url, stop, [Symbol.asyncDispose]: stop };
  }
  throw new Error(`${args.join(" ")} did not start.`);
};

/** Runs the emulator with more options than its port. */
export const startEmulator = (...options: readonly string[]): Promise<RunningServer> =>
  startServer([fileURLToPath(new URL("../../cli/main.ts", import.meta.url)), "emulator", "--port", "0", "--quiet", ...options]);
