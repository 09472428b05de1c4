/** The program as a process of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const main = join(import.meta.dirname, "../../cli/main.ts");

export interface Run {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code; null where a signal ended it. */
  readonly exit: Promise<number | null>;
}

/** What a process finds around it. */
export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Text on stdin; nothing where absent. */
  readonly input?: string;
}

/** Runs `collab`. */
export const run = (...parameters: string[]): Run => runIn({}, ...parameters);

/** Runs `collab` in other surroundings. */
export const runIn = (surroundings: Surroundings, ...parameters: string[]): Run => spawnNode([main, ...parameters], surroundings);

const spawnNode = (parameters: readonly string[], { env = process.env, cwd, input }: Surroundings = {}): Run => {
  const child = spawn(process.execPath, parameters, { stdio: ["pipe", "pipe", "pipe"], env, cwd });
  child.stdin.end(input);
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const exit = once(child, "close").then(([code]: unknown[]) => (typeof code === "number" ? code : null));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { process: child, stdout: () => out, stderr: () => err, exit };
};

/** Its last words are the processor time that it took, in milliseconds. */
const reportCpu =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write(`cpu ${(user+system)/1000}`)})";

/** As {@link run}, with the processor time in milliseconds: what else runs on the machine has no part in it. */
export const timed = async (...parameters: string[]) => {
  const { exit, stdout, stderr } = spawnNode(["--import", reportCpu, main, ...parameters]);
  return { exit: await exit, stdout: stdout(), cpu: Number(/cpu ([\d.]+)$/.exec(stderr())?.[1]) };
};

/** An emulator in a process of its own, when it is ready. */
export const runEmulator = async (...parameters: string[]): Promise<Run & { url: string }> => {
  const started = run("emulator", "--port", "0", ...parameters);
  const stdout = started.process.stdout;
  if (stdout === null) throw new Error("No stdout.");
  await Promise.race([once(stdout, "data"), started.exit]);
  const [, url] = /ready on (\S+)\n/.exec(started.stdout()) ?? [];
  if (url === undefined) throw new Error(`Not ready: ${started.stdout()}${started.stderr()}`);
  return { ...started, url };
};

/** A directory that ends with the test. */
export const temporaryDirectory = (): string => {
  const path = mkdtempSync(join(tmpdir(), "collab-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
