/** `collab emulator`: the service on this machine. */
import { Command, InvalidArgumentError } from "commander";
import { fail } from "../fail.ts";

interface Options {
  readonly host: string;
  readonly port: number;
  readonly state?: string;
  readonly profile: "documented" | "literal";
  readonly set: Readonly<Record<string, string>>;
  readonly seed?: string;
  readonly apiKey: string;
  readonly authToken: string;
  readonly quiet?: true;
}

const toPort = (value: string): number => {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError("Use a number from 0 to 65535 (0: any free port).");
  return port;
};

const toProfile = (value: string): string => {
  if (value !== "documented" && value !== "literal") throw new InvalidArgumentError("Use documented or literal.");
  return value;
};

const collectSwitch = (value: string, before: Readonly<Record<string, string>>): Record<string, string> => {
  const separator = value.indexOf("=");
  if (separator < 1) throw new InvalidArgumentError("Use NAME=VALUE, e.g. --set httpStatus=always200.");
  return { ...before, [value.slice(0, separator)]: value.slice(separator + 1) };
};

/** Node's SQLite is a release candidate and says so on stderr in some versions: nothing that a user could act on. */
const silenceSqliteWarning = (): void => {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes("SQLite")) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
};

const run = async (options: Options): Promise<void> => {
  silenceSqliteWarning();
  // Loaded here, not at the top: the other commands need neither the emulator nor SQLite.
  const { startEmulator, ControlError, StartError } = await import("../../emulator/index.ts");
  const { set, quiet, ...rest } = options;
  try {
    const emulator = await startEmulator({ ...rest, switches: set });
    const stop = (): void => void emulator.close().then(() => process.exit(0));
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
    process.stdout.write(`collab emulator ready on ${emulator.url}\n`);
    if (!quiet) process.stderr.write(`Switches, state and requests: ${emulator.url}/_emulator/switches, /state, /requests\n`);
  } catch (error) {
    if (error instanceof StartError || error instanceof ControlError) fail(error.message);
    throw error;
  }
};

export const emulatorCommand = (): Command =>
  new Command("emulator")
    .summary("run the service on this machine")
    .description("Runs the collaboration service on this machine, with its state. Prints one line on stdout when it is ready.")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 takes a free one", toPort, 4180)
    .option("--state <file>", "file that keeps the state; without it, the state ends with the process")
    .option("--profile <name>", "documented: as services of this family behave; literal: the narrowest reading", toProfile, "documented")
    .option("--set <switch=value>", "change one switch; may be repeated", collectSwitch, {})
    .option("--seed <file>", "YAML or JSON that fills an empty state, in the format of the workspace file")
    .option("--api-key <key>", "what x-svc-api-key has to be", "collab-dev-key")
    .option("--auth-token <token>", "what x-svc-auth-token has to be", "collab-dev-token")
    .option("--quiet", "nothing on stderr while all is well")
    .addHelpText(
      "after",
      `
Examples:
  collab emulator                                   on http://127.0.0.1:4180, state in memory
  collab emulator --port 0 --state collab.db        on a free port, state kept in collab.db
  collab emulator --profile literal --set httpStatus=mapped
  collab emulator --seed workspace.yaml`,
    )
    .action(run);
