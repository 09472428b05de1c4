/** What a run that was killed leaves behind in the local backend. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { backendDir } from "./paths.mjs";
import { isAlive } from "./processes.mjs";

const locks = path.join(backendDir, ".pulumi/locks");

/**
 * Whether the process that took a lock is gone. A number may have been given to another program since.
 *
 * @param {{ pid: number, hostname: string }} lock as the engine writes it
 * @param {(pid: number) => boolean} isEngine
 */
export const isStale = ({ pid, hostname }, isEngine) => hostname === os.hostname() && !isEngine(pid);

const isEngine = (pid) => {
  if (!isAlive({ pid, started: null })) return false;
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "pulumi";
  } catch {
    // Not Linux: a process with that number has to do.
    return true;
  }
};

const lockFiles = () =>
  readdirSync(locks, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => path.join(locks, file));

/** A run that was killed leaves its lock behind, as `pulumi cancel` would remove it; here, only those whose process has gone. */
export const releaseStaleLocks = () => {
  if (!existsSync(locks)) return;
  for (const file of lockFiles()) {
    if (!isStale(JSON.parse(readFileSync(file, "utf8")), isEngine)) continue;
    rmSync(file, { force: true });
    console.log("The last run was stopped before it ended; its lock is released.");
  }
};

/** Whether a run is under way, once stale locks are released. */
export const isLocked = () => existsSync(locks) && lockFiles().length > 0;

const isJson = (file) => {
  try {
    JSON.parse(readFileSync(file, "utf8"));
    return true;
  } catch {
    return false;
  }
};

/**
 * Beside each of its files the engine keeps one with attributes, which it does not write at one stroke: cut off, it is empty, and the state
 * beside it cannot be read any more ("failed to load checkpoint: EOF"). Without it, it can.
 *
 * @param {string} folder the backend's
 */
export const dropBrokenAttributes = (folder = backendDir) => {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name);
    if (name.endsWith(".attrs") && !isJson(file)) rmSync(file);
  }
};
