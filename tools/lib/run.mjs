/** Child processes: quick questions, and long work with progress that a person can follow. */
import { execFile, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { root, setupDir } from "./paths.mjs";

/**
 * Asks a command something.
 *
 * @returns {Promise<string | undefined>} what it printed, trimmed; undefined where it failed or is not there
 */
export const ask = (command, args, options = {}) =>
  new Promise((resolve) => {
    execFile(command, args, { timeout: 20_000, ...options }, (error, stdout) => resolve(error ? undefined : stdout.trim()));
  });

/** Seconds between two lines of progress where there is no terminal. */
const quietInterval = 15;

/** Lines of the log that an error shows. */
const logTail = 25;

const seconds = (since) => Math.round((Date.now() - since) / 1000);

/** One line that is replaced on a terminal, or a line now and then where there is none. */
const progress = (label) => {
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  let last = "";
  let printed = 0;
  if (!live) console.log(`${label} ...`);
  const show = () => {
    const elapsed = seconds(started);
    if (live) {
      const width = (process.stdout.columns ?? 80) - 1;
      process.stdout.write(`\r\u001b[2K${`${label} ... ${elapsed} s  ${last}`.slice(0, width)}`);
    } else if (elapsed - printed >= quietInterval) {
      printed = elapsed;
      console.log(`  ${elapsed} s  ${last}`.trimEnd());
    }
  };
  const timer = setInterval(show, live ? 500 : 1000);
  return {
    heard: (line) => {
      last = line;
    },
    end: (word) => {
      clearInterval(timer);
      if (live) process.stdout.write("\r\u001b[2K");
      console.log(`${live ? label : " "} ${word} (${seconds(started)} s)`);
    },
  };
};

/**
 * Runs long work. Everything that it prints goes to a log; the last line of it shows that it is alive.
 *
 * @param {string} label what is being done, for people
 * @param {{ log: string, cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} options log: a name; timeout in milliseconds
 * @throws SetupError with the end of the log
 */
export const work = async (label, command, args, { log, cwd = root, env = process.env, timeout }) => {
  mkdirSync(setupDir, { recursive: true });
  const file = path.join(setupDir, `${log}.log`);
  const output = createWriteStream(file);
  const shown = progress(label);
  const tail = [];
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout, shell: process.platform === "win32" });
    const hear = (chunk) => {
      output.write(chunk);
      for (const line of String(chunk).split(/[\r\n]+/)) {
        if (line.trim() === "") continue;
        tail.push(line);
        if (tail.length > logTail) tail.shift();
        shown.heard(line.trim());
      }
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", (error) => {
      tail.push(error.message);
      resolve(1);
    });
    child.on("close", (status, signal) => resolve(signal ? `stopped by ${signal}` : status));
  });
  output.end();
  if (code === 0) return shown.end("done");
  shown.end("failed");
  throw new SetupError(`${label}: failed (${code}). The end of ${path.relative(root, file)}:\n  ${tail.join("\n  ")}`);
};
