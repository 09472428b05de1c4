/** The local stack, and running the engine on it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dropBrokenAttributes, isLocked, releaseStaleLocks } from "./backend.mjs";
import { emulatorEnded, joinEmulator, leaveEmulator } from "./emulator.mjs";
import { engineEnvironment } from "./environment.mjs";
import { SetupError } from "./errors.mjs";
import { backendDir, exe, setupDir, stackConfig } from "./paths.mjs";
import { ask, foreground } from "./run.mjs";

const project = "collab-workspace";
const stateFile = path.join(backendDir, ".pulumi/stacks", project, "dev.json");

/** What the emulator's default profile does, said in the stack as one would for a real service. */
const initialConfig = "config:\n  collab:usersDeleteFolder: folder\n";

const program = (engine) => path.join(engine.bin, `pulumi${exe}`);

/** Runs `pulumi` in the foreground. @returns {Promise<number>} its exit code */
export const pulumi = (engine, args, env) => foreground(program(engine), args, env);

/** Stacks that a command line names: `--stack prod`, `stack init prod`. */
export const stacksNamed = (args) => {
  const named = args.flatMap((argument, index) => {
    const joined = /^(?:--stack|-s)=(.+)$/.exec(argument)?.[1];
    if (joined) return [joined];
    return ["--stack", "-s"].includes(argument) && args[index + 1] ? [args[index + 1]] : [];
  });
  const [command, verb, name] = args;
  const positional = command === "stack" && ["init", "select", "rm"].includes(verb) && name && !name.startsWith("-") ? [name] : [];
  return [...positional, ...named];
};

/**
 * Keeps stacks of real services out of the local backend: git ignores it, and its passphrase is no secret.
 *
 * @throws SetupError that says where such a stack belongs
 */
export const refuseForeignStacks = (args, outer) => {
  const other = [...stacksNamed(args), outer.PULUMI_STACK].find((stack) => stack && stack !== "dev");
  if (!other || !usesLocalBackend(outer)) return;
  throw new SetupError(
    `Stack ${other} does not belong into the local backend: .collab/ is for trials with the emulator, and its passphrase is no secret.\n` +
      "Name a backend of your own, e.g. PULUMI_BACKEND_URL=s3://… or https://api.pulumi.com, and try again.",
  );
};

const usesLocalBackend = (outer) => !outer.PULUMI_BACKEND_URL;

/** Makes the stack `dev`, where it is not there. */
const ensureStack = async (engine, env) => {
  if (!existsSync(stackConfig)) writeFileSync(stackConfig, initialConfig);
  if (existsSync(stateFile)) return;
  const made = await ask(program(engine), ["stack", "init", "dev", "--non-interactive"], { env, timeout: 60_000 });
  if (made !== undefined) return;
  throw new SetupError(
    "The local stack cannot be made.\nRemove .collab/ and Pulumi.dev.yaml, which hold nothing but local trials, and try again.",
  );
};

/**
 * Forgets the operations that were under way when a run was killed. The engine would warn of them for ever, as it cannot know what became
 * of them; our creates adopt what they find, so the next `up` settles it.
 */
export const forgetPending = async (engine, env) => {
  // A lock that is left belongs to a run that is under way, and so do its operations.
  if (isLocked() || !/"pending_operations":\s*\[\s*\{/.test(readFileSync(stateFile, "utf8"))) return;
  const copy = path.join(setupDir, "stack.json");
  const stack = (...args) =>
    ask(program(engine), ["stack", ...args, "--file", copy, "--stack", "dev", "--non-interactive"], { env, timeout: 60_000 });
  // Importing a state drops what is pending in it.
  const done = (await stack("export")) !== undefined && (await stack("import")) !== undefined;
  rmSync(copy, { force: true });
  if (done) console.log("The last run was stopped in the middle of changes; `up` looks at what became of them.");
};

/**
 * Makes emulator and stack ready, runs something with them, and lets go of the emulator.
 *
 * @param {import("./engine.mjs").Engine} engine
 * @param {NodeJS.ProcessEnv} outer what the person has set
 * @param {(local: { env: NodeJS.ProcessEnv, url: string | undefined }) => Promise<number>} run
 * @returns {Promise<number>} what `run` returned
 */
export const withLocalStack = async (engine, outer, run) => {
  // In a backend of the person's own are stacks of real services: they are never led to the emulator.
  const url = outer.COLLAB_BASE_URL || !usesLocalBackend(outer) ? undefined : (await joinEmulator()).url;
  try {
    const env = engineEnvironment(engine, url, outer);
    if (usesLocalBackend(outer)) {
      releaseStaleLocks();
      dropBrokenAttributes();
      await ensureStack(engine, env);
    }
    return await run({ env, url });
  } finally {
    if (url && emulatorEnded()) console.error(`The emulator ended before the command did. Its last words are in .collab/emulator.log.`);
    if (url) await leaveEmulator();
  }
};
