/** The local stack, and running the engine on it. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureEmulator, leave } from "./emulator.mjs";
import { engineEnvironment, usesLocalBackend } from "./environment.mjs";
import { SetupError } from "./errors.mjs";
import { isAlive } from "./lock.mjs";
import { backendDir, root, stackConfig } from "./paths.mjs";
import { ask } from "./run.mjs";

const project = "collab-workspace";

/** What the emulator's default profile is known to do, said in the stack as one would for a real service. */
const initialConfig = "config:\n  collab:usersDeleteFolder: folder\n";

const program = (engine) => path.join(engine.bin, process.platform === "win32" ? "pulumi.exe" : "pulumi");

/** Ends a child and us together: the engine hears Ctrl-C itself, as it is of our group, and finishes what is under way. */
const endingWith = (child) => {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => signal === "SIGTERM" && child.kill("SIGTERM"));
  }
};

/** Runs `pulumi` in the foreground. @returns {Promise<number>} its exit code */
export const pulumi = (engine, args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(program(engine), args, { cwd: root, env, stdio: "inherit" });
    endingWith(child);
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)));
  });

const ensureStack = async (engine, env) => {
  if (!usesLocalBackend() || existsSync(path.join(backendDir, ".pulumi/stacks", project, "dev.json"))) return;
  if (!existsSync(stackConfig)) writeFileSync(stackConfig, initialConfig);
  const made = await ask(program(engine), ["stack", "init", "dev", "--non-interactive"], { cwd: root, env, timeout: 60_000 });
  if (made === undefined) throw new SetupError("The local stack could not be made. Remove .collab/ and Pulumi.dev.yaml, and try again.");
};

/** A run that was killed leaves its lock behind; one whose process has gone protects nothing. */
const releaseStaleLock = async (engine, env) => {
  const locks = path.join(backendDir, ".pulumi/locks");
  if (!usesLocalBackend() || !existsSync(locks)) return;
  const files = readdirSync(locks, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  const stale = files.some((file) => {
    const { pid, hostname } = JSON.parse(readFileSync(path.join(locks, file), "utf8"));
    return hostname === os.hostname() && !isAlive(pid);
  });
  if (!stale) return;
  console.log("The last run was stopped before it ended; its lock is released.");
  await ask(program(engine), ["cancel", "--yes", "--stack", "dev"], { cwd: root, env });
};

/**
 * Makes emulator and stack ready, runs something with them, and lets go of the emulator.
 *
 * @param {import("./engine.mjs").Engine} engine
 * @param {(local: { env: NodeJS.ProcessEnv, url: string | undefined }) => Promise<number>} run
 */
export const withLocalStack = async (engine, run) => {
  const emulator = process.env.COLLAB_BASE_URL ? undefined : await ensureEmulator();
  try {
    const env = engineEnvironment(engine, emulator?.url);
    await releaseStaleLock(engine, env);
    await ensureStack(engine, env);
    return await run({ env, url: emulator?.url });
  } finally {
    if (emulator) leave(emulator);
  }
};
