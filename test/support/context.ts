/** A context for handlers, over a real client and an emulator in the same process. */
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import { createClient } from "../../provider/client/index.ts";
import { parseConfiguration } from "../../provider/configuration.ts";
import type { Context } from "../../provider/resources/contract.ts";

export interface Bench extends AsyncDisposable {
  readonly emulator: Emulator;
  /** A context as one run of the engine has it: nothing touched yet. */
  context(): Context;
  /** What was said to the person, with its severity. */
  readonly said: readonly string[];
  /** Calls that wrote since the last time this was asked, `path` first. */
  writes(): string[];
}

/** An emulator on a free port, and contexts that talk to it. */
export const openBench = async (
  options: EmulatorOptions = {},
  config: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Bench> => {
  const emulator = await startEmulator({ ...options, port: 0 });
  const configuration = parseConfiguration(
    { baseUrl: emulator.url, apiKey: "collab-dev-key", authToken: "collab-dev-token", maxRetries: "1", ...config },
    environment,
  );
  const client = createClient(configuration.connection());
  const said: string[] = [];
  let seen = 0;
  return {
    emulator,
    said,
    context: () => ({
      client,
      settings: configuration.settings,
      log: {
        info: (message) => said.push(`info: ${message}`),
        warn: (message) => said.push(`warning: ${message}`),
        status() {},
      },
      signal: AbortSignal.timeout(60_000),
      declared: new Map(),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
    writes: () => {
      const all = emulator.requests();
      const recent = all.slice(seen).map(({ operation }) => String(operation));
      seen = all.length;
      return recent.filter((operation) => !operation.endsWith("/get") && !operation.endsWith("generate_signature"));
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await emulator.close();
    },
  };
};
