/** Everything that the other commands need, each step only where something is missing or stale. */
import { installEngine } from "./engine.mjs";
import { exclusively } from "./lock.mjs";
import { installPackages } from "./packages.mjs";
import { buildSources } from "./sources.mjs";

/** @returns {Promise<import("./engine.mjs").Engine>} the engine to run */
export const setUp = () =>
  exclusively(async () => {
    await installPackages();
    const engine = await installEngine();
    await buildSources();
    return engine;
  });

// Ctrl-C reaches the children too, as they are of our group; all that is left for us is to end, and to release the lock.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) process.exit(code);
  });
}
