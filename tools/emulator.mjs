import { setTimeout as sleep } from "node:timers/promises";
import { emulatorEnded, joinEmulator, leaveEmulator } from "./lib/emulator.mjs";
import { exitOn, help, SetupError } from "./lib/errors.mjs";
import { onEnding } from "./lib/run.mjs";
import { setUp } from "./lib/setup.mjs";

help(`
Usage: npm run emulator -- [options]

Keeps the emulator running, on the state that the other commands use (.collab/emulator.sqlite), until Ctrl-C.
Options are those of \`collab emulator\`, e.g. --port 5000 --profile literal. Its log is .collab/emulator.log.
`);

/** Waits for Ctrl-C. @throws SetupError where the emulator ends by itself */
const untilAsked = async () => {
  const asked = new AbortController();
  const settle = onEnding(() => asked.abort());
  while (!asked.signal.aborted && !emulatorEnded()) await sleep(200);
  settle();
  if (!asked.signal.aborted) throw new SetupError("The emulator has ended. Its last words are in .collab/emulator.log.");
};

try {
  await setUp();
  const options = process.argv.slice(2);
  const { url, joined } = await joinEmulator(options);
  if (joined && options.length > 0) console.log("It was running already: the options have no effect.");
  console.log(
    `collab emulator ready on ${url}\nSwitches, state and requests: ${url}/_emulator/switches, /state, /requests. Ctrl-C ends it.`,
  );
  try {
    await untilAsked();
  } finally {
    const users = await leaveEmulator();
    if (users.length > 0) console.log(`Process ${users[0].pid} still needs the emulator, which ends with it.`);
  }
} catch (error) {
  exitOn(error);
}
