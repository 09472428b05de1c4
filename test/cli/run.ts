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

export const run = (...parameters: string[]): Run => {
  const child = spawn(process.execPath, [main, ...parameters], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const exit = once(child, "close").then(([code]: unknown[]) => (typeof code === "number" ? code : null));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { process: child, stdout: () => out, stderr: () => err, exit };
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
