/** Everything that the other commands need, each step only where something is missing or stale. */
import path from "node:path";
import { installEngine } from "./engine.mjs";
import { exclusively } from "./lock.mjs";
import { installPackages } from "./packages.mjs";
import { setupDir } from "./paths.mjs";
import { buildSources } from "./sources.mjs";

/** Runs a part of set-up while no other process of this checkout does. */
export const duringSetup = (run) => exclusively(path.join(setupDir, "lock"), "the set-up", run);

/** @returns {Promise<import("./engine.mjs").Engine>} the engine to run */
export const setUp = () =>
  duringSetup(async () => {
    await installPackages();
    const engine = await installEngine();
    await buildSources();
    return engine;
  });
