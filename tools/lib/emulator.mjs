/** The local emulator: one process on one state, shared by the commands that run at the same time; the last one stops it. */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError } from "./errors.mjs";
import { exclusively } from "./lock.mjs";
import { nodeProgram } from "./node.mjs";
import { emulatorLog, emulatorRecord, emulatorState, localDir, root } from "./paths.mjs";
import { identify, isAlive } from "./processes.mjs";

/**
 * @typedef {import("./processes.mjs").ProcessId} ProcessId
 * @typedef {{ url: string, process: ProcessId, users: ProcessId[] }} EmulatorRecord users: the commands that need it
 */

const preferredPort = 4180;
const startLimit = 30_000;
const stopLimit = 10_000;
const readyLine = /^collab emulator ready on (\S+)$/m;

const locked = (run) => exclusively(path.join(localDir, "emulator.lock"), "the emulator's start", run);
const me = identify(process.pid);

/** What an emulator answers at one of its control addresses. */
const control = async (url, what, timeout = 2000) => {
  const response = await fetch(`${url}/_emulator/${what}`, { signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  return response.json();
};

/** @returns {EmulatorRecord | undefined} */
const read = () => {
  try {
    return JSON.parse(readFileSync(emulatorRecord, "utf8"));
  } catch {
    return undefined;
  }
};

const write = (record) => writeFileSync(emulatorRecord, JSON.stringify(record));

const isHealthy = async ({ url, process: which }) => {
  try {
    return isAlive(which) && Boolean(await control(url, "health"));
  } catch {
    return false;
  }
};

/** Starts an emulator that outlives us where others still need it. @returns its record; undefined where it ended, with its words in the log */
const launch = async (port, options) => {
  const log = openSync(emulatorLog, "w");
  const args = [path.join(root, "bin/collab.js"), "emulator", "--port", String(port), "--state", emulatorState, ...options];
  // In a group of its own: after Ctrl-C the engine still needs it to finish what is under way.
  const child = spawn(nodeProgram(), args, { cwd: root, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new AbortController();
  child.on("error", () => ended.abort());
  child.on("exit", () => ended.abort());
  child.unref();
  const limit = Date.now() + startLimit;
  while (!ended.signal.aborted && Date.now() < limit) {
    const url = readyLine.exec(readFileSync(emulatorLog, "utf8"))?.[1];
    if (url) return { url, process: identify(child.pid), users: [] };
    await sleep(20);
  }
  child.kill("SIGKILL");
  return undefined;
};

const start = async (options) => {
  mkdirSync(localDir, { recursive: true });
  const record = (await launch(preferredPort, options)) ?? (await launch(0, options));
  if (record) return record;
  throw new SetupError(
    `The emulator did not start:\n${readFileSync(emulatorLog, "utf8").trim()}\n` +
      "Where one that you started yourself has the state, stop it, or name it: COLLAB_BASE_URL=http://127.0.0.1:4180.",
  );
};

/**
 * Joins the emulator that runs on the checkout's state, or starts one.
 *
 * @returns {Promise<{ url: string, joined: boolean }>} joined: it was running before
 */
export const joinEmulator = (options = []) =>
  locked(async () => {
    const known = read();
    const joined = known !== undefined && (await isHealthy(known));
    const record = joined ? known : await start(options);
    write({ ...record, users: [...record.users.filter(isAlive), me] });
    return { url: record.url, joined };
  });

/** Lets go of the emulator, and stops it where nobody else needs it. @returns {Promise<ProcessId[]>} those who do */
export const leaveEmulator = () =>
  locked(async () => {
    const record = read();
    if (!record) return [];
    const users = record.users.filter((user) => user.pid !== me.pid && isAlive(user));
    if (users.length > 0) write({ ...record, users });
    else await stop(record);
    return users;
  });

const stop = async ({ process: which }) => {
  const limit = Date.now() + stopLimit;
  if (isAlive(which)) process.kill(which.pid, "SIGTERM");
  while (isAlive(which) && Date.now() < limit) await sleep(20);
  rmSync(emulatorRecord, { force: true });
};

/** Whether the emulator that we joined has ended. */
export const emulatorEnded = () => {
  const record = read();
  return !record || !isAlive(record.process);
};

const readsOnly = /\/get$|^\/?v2\/auth\/generate_signature$/;

/**
 * Counts calls, and those of them that write.
 *
 * @param {{ path: string }[]} requests
 */
export const count = (requests) => ({ calls: requests.length, writes: requests.filter(({ path: at }) => !readsOnly.test(at)).length });

/** What the emulator has received since it started. */
export const countCalls = async (url) => count((await control(url, "requests", 30_000)).requests);
