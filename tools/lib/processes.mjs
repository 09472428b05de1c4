/** Which process is which: a number alone is soon given to another one. */
import { readFileSync } from "node:fs";

/** @typedef {{ pid: number, started: string | null }} ProcessId started: null where the system does not tell */

/** What the kernel says of a process; nothing where there is no such process, or no /proc. */
const look = (pid) => {
  try {
    // The name, in brackets, may hold blanks. Behind it: the state first, the start (in ticks) as the 20th field.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { state: fields[0], started: fields[19] ?? null };
  } catch {
    return { state: undefined, started: null };
  }
};

/** @returns {ProcessId} */
export const identify = (pid) => ({ pid, started: look(pid).started });

/** Whether the very process is still there. */
export const isAlive = ({ pid, started }) => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  const now = look(pid);
  // A zombie has ended; only its parent, which may never ask, has not heard of it.
  return now.state !== "Z" && (started === null || now.started === started);
};
