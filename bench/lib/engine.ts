/** The engine and the package's build, for benchmarks that run the real engine. */
import { pathWith, withoutTargets } from "../../tools/lib/environment.mjs";
import { setUp } from "../../tools/lib/setup.mjs";

/** Sets everything up and puts the engine on this process's PATH; nothing in the environment leads to another service or backend. */
export const useEngine = async (): Promise<void> => {
  const engine = await setUp();
  const { ignored } = withoutTargets(process.env);
  for (const name of ignored) delete process.env[name];
  process.env["PATH"] = pathWith(engine);
};
