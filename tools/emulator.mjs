import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { emulatorCommand, joinUsers, leave, recordEmulator, runningEmulator } from "./lib/emulator.mjs";
import { exitOn, help, SetupError } from "./lib/errors.mjs";
import { node } from "./lib/paths.mjs";
import { setUp } from "./lib/setup.mjs";

help(`
Usage: npm run emulator -- [options]

Runs the emulator in the foreground, on the state that the other commands use (.collab/emulator.sqlite).
Options are those of \`collab emulator\`, e.g. --port 5000 --profile literal --set usersAddExisting=fail.
`);

try {
  await setUp();
  const other = await runningEmulator();
  if (other) throw new SetupError(`The emulator of this checkout is running already, at ${other.url}.`);
  joinUsers();
  const child = spawn(node, emulatorCommand(4180, process.argv.slice(2)), { stdio: ["inherit", "pipe", "inherit"] });
  createInterface(child.stdout).on("line", (line) => {
    console.log(line);
    recordEmulator({ line, pid: child.pid });
  });
  // It hears Ctrl-C itself and finishes the requests in hand; we end when it has.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => signal === "SIGTERM" && child.kill("SIGTERM"));
  }
  child.on("exit", (code) => {
    leave({ pid: child.pid });
    process.exitCode = code ?? 1;
  });
} catch (error) {
  exitOn(error);
}
