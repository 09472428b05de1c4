/** The local emulator: one process on one state, shared by the commands that run at the same time; the last one stops it. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { SetupError } from "./errors.mjs";
import { isAlive } from "./lock.mjs";
import { emulatorRecord, emulatorState, localDir, node, root } from "./paths.mjs";

const users = path.join(localDir, "users");
const preferredPort = 4180;

/** What an emulator answers at one of its control addresses. */
const ask = async (url, what) => {
  const response = await fetch(`${url}/_emulator/${what}`, { signal: AbortSignal.timeout(2000) });
  return response.json();
};

const running = async () => {
  try {
    const { url, pid } = JSON.parse(readFileSync(emulatorRecord, "utf8"));
    const health = await ask(url, "health");
    // Another program may have the port by now, or another checkout's emulator.
    return health.state === emulatorState ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
};

/** Command line of an emulator on the checkout's state. */
export const emulatorCommand = (port, options = []) => [
  path.join(root, "dist/cli/main.js"),
  "emulator",
  ...["--port", String(port), "--state", emulatorState],
  ...options,
];

/**
 * Remembers the emulator whose ready line this is, for the commands that come.
 *
 * @returns {{ url: string, pid: number } | undefined} undefined where it is no ready line
 */
export const recordEmulator = ({ line, pid }) => {
  const url = /https?:\S+/.exec(line)?.[0];
  if (!url) return undefined;
  writeFileSync(emulatorRecord, JSON.stringify({ url, pid }));
  return { url, pid };
};

const launch = (port) =>
  new Promise((resolve) => {
    // In a group of its own: at Ctrl-C the engine still needs it to finish what is under way.
    const child = spawn(node, emulatorCommand(port), { detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.on("exit", () => resolve({ complaint }));
    createInterface(child.stdout).once("line", (line) => {
      child.removeAllListeners("exit");
      // What it writes later has nowhere to go, and must not keep us here.
      for (const stream of [child.stdout, child.stderr]) stream.unref();
      child.unref();
      const started = recordEmulator({ line, pid: child.pid });
      resolve(started ? { started } : { complaint: line });
    });
  });

const start = async () => {
  const first = await launch(preferredPort);
  const { started, complaint } = first.started ? first : await launch(0);
  if (!started) throw new SetupError(`The emulator did not start:\n${complaint.trim()}`);
  return started;
};

const mark = path.join(users, String(process.pid));

/** Says that this process uses the emulator, so that no other one stops it. */
export const joinUsers = () => {
  mkdirSync(users, { recursive: true });
  writeFileSync(mark, "");
};

/** Whether another command that runs uses the emulator; the marks of those that died are removed. */
const othersUseIt = () => {
  const others = readdirSync(users).filter((name) => name !== String(process.pid));
  for (const name of others.filter((pid) => !isAlive(Number(pid)))) rmSync(path.join(users, name), { force: true });
  return others.some((pid) => isAlive(Number(pid)));
};

/** Stops the emulator, unless another command still uses it. */
export const leave = ({ pid }) => {
  rmSync(mark, { force: true });
  if (othersUseIt()) return;
  rmSync(emulatorRecord, { force: true });
  if (isAlive(pid)) process.kill(pid, "SIGTERM");
};

/**
 * The emulator that runs, or a new one.
 *
 * @returns {Promise<{ url: string, pid: number }>}
 */
export const ensureEmulator = async () => {
  joinUsers();
  return (await running()) ?? start();
};

/** The address of the emulator that runs, if one does. */
export const runningEmulator = running;

/** What the emulator has received so far: calls, and those of them that write. */
export const countCalls = async (url) => {
  const { requests } = await ask(url, "requests");
  const writes = requests.filter(({ path: at }) => !at.endsWith("/get") && !at.endsWith("/generate_signature"));
  return { calls: requests.length, writes: writes.length };
};
