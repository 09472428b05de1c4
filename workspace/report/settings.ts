/** The provider's settings of a run, as far as its configuration shows them. */
import { configurationKeys, ConfigurationError, parseConfiguration, type Settings } from "../../provider/configuration.ts";
import type { EngineRun } from "./run.ts";

/** Where credentials and address stand, which may be masked: nothing here needs them. */
const connection = new Set(["baseUrl", "apiKey", "authToken"]);

/** A configuration that the provider refuses is among the run's errors; then what holds where nothing is set. */
export const settingsOf = ({ config }: Pick<EngineRun, "config">): Settings => {
  const known = configurationKeys.flatMap((key) => {
    const value = connection.has(key) ? undefined : config[`collab:${key}`];
    return value === undefined ? [] : [[key, value]];
  });
  try {
    return parseConfiguration(Object.fromEntries(known), {}).settings;
  } catch (error) {
    if (error instanceof ConfigurationError) return parseConfiguration({}, {}).settings;
    throw error;
  }
};
