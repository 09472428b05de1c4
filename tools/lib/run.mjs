/** Child processes: quick questions, long work with progress, and programs that have the terminal to themselves. */
import { execFile, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { exitCode, Interrupted, SetupError } from "./errors.mjs";
import { root, setupDir } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

const windows = process.platform === "win32";
/** Lines of the log that an error shows. */
const logTail = 25;

const ending = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Calls back for every signal that asks this process to end. @returns {() => void} stops it */
export const onEnding = (handle) => {
  for (const signal of ending) process.on(signal, handle);
  return () => {
    for (const signal of ending) process.off(signal, handle);
  };
};

/**
 * Asks a command something.
 *
 * @returns {Promise<string | undefined>} what it printed, trimmed; undefined where it failed or is not there
 */
export const ask = (command, args, options = {}) =>
  new Promise((resolve) => {
    execFile(command, args, { timeout: 20_000, cwd: root, ...options }, (error, stdout) => resolve(error ? undefined : stdout.trim()));
  });

/** Ends a child and all that it has started: it leads a group of its own. */
const endGroup = (child) => {
  if (child.pid === undefined) return;
  try {
    if (windows) child.kill();
    else process.kill(-child.pid, "SIGTERM");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
};

/**
 * Runs long work. Everything that it prints goes to a log; the last line of it shows that it is alive.
 *
 * @param {string} label what is being done, for people
 * @param {string} command
 * @param {string[]} args
 * @param {{ log: string, cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} options log: a name; timeout in milliseconds
 * @throws SetupError with the end of the log; Interrupted
 */
export const work = async (label, command, args, { log, cwd = root, env = process.env, timeout }) => {
  mkdirSync(setupDir, { recursive: true });
  const file = path.join(setupDir, `${log}.log`);
  const output = createWriteStream(file);
  const progress = showProgress(label);
  const tail = [];
  // A group of its own, so that an end reaches the grandchildren too, whoever it comes from.
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: !windows, shell: windows });
  let stopped;
  const stop = (reason) => {
    stopped ??= reason;
    endGroup(child);
  };
  const settle = onEnding(stop);
  const timer = timeout && setTimeout(stop, timeout, `after ${timeout / 1000} s without an end`);
  const hear = (chunk) => {
    output.write(chunk);
    for (const line of String(chunk).split(/[\r\n]+/)) {
      if (line.trim() === "") continue;
      tail.push(line);
      if (tail.length > logTail) tail.shift();
      progress.heard(line.trim());
    }
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      hear(`${error.message}\n`);
      resolve(1);
    });
    child.on("close", (status, signal) => resolve(exitCode(status, signal)));
  });
  clearTimeout(timer);
  settle();
  await new Promise((resolve) => output.end(resolve));
  if (ending.includes(stopped)) {
    progress.end("interrupted");
    throw new Interrupted(stopped);
  }
  if (code === 0) return progress.end("done");
  progress.end("failed");
  throw new SetupError(
    `${label}: failed (${stopped ?? `exit code ${code}`}). The end of ${path.relative(root, file)}:\n  ${tail.join("\n  ")}`,
  );
};

/**
 * Runs a program on our own terminal, to its end. Ctrl-C is for the program to decide: the terminal sends it to the program itself, and we
 * wait for what it does. Where no terminal is there to do that, the signal is passed on.
 *
 * @returns {Promise<number>} its exit code
 */
export const foreground = async (command, args, env = process.env) => {
  const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  const settle = onEnding((signal) => {
    if (signal !== "SIGINT" || !terminal) child.kill(signal);
  });
  try {
    return await new Promise((resolve, reject) => {
      child.on("error", (error) => reject(new SetupError(`${command} cannot be run: ${error.message}`)));
      child.on("close", (code, signal) => resolve(exitCode(code, signal)));
    });
  } finally {
    settle();
  }
};
