/** How a script ends early. */

/** A foreseeable failure: its message says what happened and what to do, and is all that is shown. */
export class SetupError extends Error {
  name = "SetupError";
}

/** The person, or the system, asked for an end. */
export class Interrupted extends Error {
  name = "Interrupted";

  /** @param {"SIGINT" | "SIGTERM" | "SIGHUP"} signal */
  constructor(signal) {
    super(`Interrupted by ${signal}.`);
    this.signal = signal;
  }
}

/** Exit codes of processes that a signal has ended, as shells have them. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

/**
 * The exit code that says how a child ended.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export const exitCode = (code, signal) => code ?? signalCodes[signal] ?? 1;

/** Ends a script: a foreseeable error with its message alone, anything else with its stack. */
export const exitOn = (error) => {
  if (error instanceof Interrupted) {
    console.error("\nInterrupted. Run the command again: it goes on where this one stopped.");
    process.exit(exitCode(null, error.signal));
  }
  if (error instanceof SetupError) console.error(`\n${error.message}`);
  else console.error(error);
  process.exit(1);
};

/**
 * Prints a help text and ends, where one was asked for.
 *
 * @param {string} text
 * @param {string[]} args options of the script itself, without those that it passes on
 */
export const help = (text, args = process.argv.slice(2)) => {
  if (!args.some((argument) => argument === "--help" || argument === "-h")) return;
  console.log(text.trim());
  process.exit(0);
};
