/** The environment that the engine runs in: PATH, and a backend of the checkout's own unless the person has another. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { backendDir, compileCache, modulesBin, pulumiHome } from "./paths.mjs";

/** PATH with the engine and Node.js 24 first. */
export const pathWith = (engine, PATH = process.env.PATH ?? "") => [engine.bin, modulesBin, PATH].join(path.delimiter);

/**
 * @param {import("./engine.mjs").Engine} engine
 * @param {string | undefined} emulatorUrl undefined: the person named a service
 * @param {NodeJS.ProcessEnv} outer what the person has set
 * @returns {NodeJS.ProcessEnv}
 */
export const engineEnvironment = (engine, emulatorUrl, outer = process.env) => {
  const env = { ...outer, PATH: pathWith(engine, outer.PATH), PULUMI_SKIP_UPDATE_CHECK: "1" };
  // Compiling Pulumi's SDK anew in each process takes a sixth of a small command's time.
  env.NODE_COMPILE_CACHE ??= compileCache;
  if (!outer.PULUMI_BACKEND_URL) {
    mkdirSync(backendDir, { recursive: true });
    env.PULUMI_HOME = pulumiHome;
    env.PULUMI_BACKEND_URL = pathToFileURL(backendDir).href;
    env.PULUMI_STACK ??= "dev";
    // The local stack holds nothing but what the emulator knows; its secrets protect nobody.
    if (!env.PULUMI_CONFIG_PASSPHRASE_FILE) env.PULUMI_CONFIG_PASSPHRASE ??= "collab-local";
  }
  if (emulatorUrl) {
    env.COLLAB_BASE_URL = emulatorUrl;
    env.COLLAB_API_KEY = "collab-dev-key";
    env.COLLAB_AUTH_TOKEN = "collab-dev-token";
  }
  return env;
};

/** What would lead the engine away from the checkout's own backend, stack and emulator. */
const targets = ["COLLAB_BASE_URL", "COLLAB_API_KEY", "COLLAB_AUTH_TOKEN", "PULUMI_BACKEND_URL", "PULUMI_STACK"];

/**
 * The environment without them: a sample, or a test, must never reach a service that somebody uses.
 *
 * @param {NodeJS.ProcessEnv} outer
 * @returns {{ env: NodeJS.ProcessEnv, ignored: string[] }} ignored: the names that were set
 */
export const withoutTargets = (outer) => ({
  env: Object.fromEntries(Object.entries(outer).filter(([name]) => !targets.includes(name))),
  ignored: targets.filter((name) => outer[name]),
});
