/** The environment that the engine runs in: PATH, and a backend of the checkout's own unless the person has another. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { backendDir, modulesBin, pulumiHome } from "./paths.mjs";

/** PATH with the engine and Node.js 24 first. */
export const pathWith = (engine) => [engine.bin, modulesBin, process.env.PATH].join(path.delimiter);

/** Whether the stack lives in the checkout's own backend. */
export const usesLocalBackend = () => !process.env.PULUMI_BACKEND_URL;

/**
 * @param {import("./engine.mjs").Engine} engine
 * @param {string | undefined} emulatorUrl undefined: the person named a service
 * @returns {NodeJS.ProcessEnv}
 */
export const engineEnvironment = (engine, emulatorUrl) => {
  const env = { ...process.env, PATH: pathWith(engine), PULUMI_SKIP_UPDATE_CHECK: "1" };
  if (usesLocalBackend()) {
    mkdirSync(backendDir, { recursive: true });
    env.PULUMI_HOME = pulumiHome;
    env.PULUMI_BACKEND_URL = pathToFileURL(backendDir).href;
    env.PULUMI_STACK ??= "dev";
    // The local stack holds nothing but what the emulator knows; its secrets protect nobody.
    if (!env.PULUMI_CONFIG_PASSPHRASE_FILE) env.PULUMI_CONFIG_PASSPHRASE ??= "collab-local";
  }
  if (emulatorUrl) {
    env.COLLAB_BASE_URL = emulatorUrl;
    env.COLLAB_API_KEY ??= "collab-dev-key";
    env.COLLAB_AUTH_TOKEN ??= "collab-dev-token";
  }
  return env;
};
