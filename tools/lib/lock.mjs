/** One set-up at a time in a checkout. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setupDir } from "./paths.mjs";

const file = path.join(setupDir, "lock");

/** Whether a process is still there. */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

const holder = () => {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
};

const take = () => {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
};

/** Runs work while no other process of this checkout does; waits for one that is at it, and takes over from one that has died. */
export const exclusively = async (run) => {
  mkdirSync(setupDir, { recursive: true });
  let told = false;
  while (!take()) {
    const pid = holder();
    if (pid && !isAlive(pid)) rmSync(file, { force: true });
    else {
      if (!told) console.log(`Waiting for the set-up that process ${pid} is doing ...`);
      told = true;
      await sleep(500);
    }
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await run();
  } finally {
    process.off("exit", release);
    release();
  }
};
