/** One process at a time. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identify, isAlive } from "./processes.mjs";

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
};

/** Makes the lock, with its content, in one step: nobody ever sees half of it. */
const take = (file) => {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
};

/** Removes the lock of a process that has died, and no other: somebody may have been quicker. */
const discard = (file, seen) => {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (read(aside) !== seen) linkSync(aside, file);
  rmSync(aside, { force: true });
};

/**
 * Runs work while no other process holds the lock; waits for one that does, and takes over from one that has died.
 *
 * @template Result
 * @param {string} file the lock
 * @param {string} what the work, for the line that is shown to those who wait
 * @param {() => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export const exclusively = async (file, what, run) => {
  mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (!take(file)) {
    const seen = read(file);
    if (seen === undefined) continue;
    const holder = JSON.parse(seen);
    if (!isAlive(holder)) {
      discard(file, seen);
      continue;
    }
    if (!told) console.log(`Waiting for ${what} of process ${holder.pid} ...`);
    told = true;
    await sleep(200);
  }
  try {
    return await run();
  } finally {
    rmSync(file, { force: true });
  }
};
