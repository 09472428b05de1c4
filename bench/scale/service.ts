/** The emulator as the benchmarks see it: what was sent to it, and the same sent again by undici alone. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "../lib/server.ts";

/** The twin of the organization that the programs declare: it gets the same calls from undici. */
const twinId = "twin";

/** One call: its path, and what was sent. */
export interface Call {
  readonly path: string;
  readonly body: { readonly data: Readonly<Record<string, unknown>> };
}

export interface Service extends AsyncDisposable {
  readonly url: string;
  /** Empties the service. */
  reset(): Promise<void>;
  /** Calls since the last time that this was asked, or since the reset. */
  newCalls(): Promise<readonly Call[]>;
  /** Seconds that undici alone takes for the same calls, for an organization that is in the same state. */
  repeat(calls: readonly Call[]): Promise<number>;
  stop(): Promise<void>;
}

/** Users that a call is about. */
export const itemsOf = ({ body: { data } }: Call): number => {
  const items = data["users"] ?? data["userIds"];
  return Array.isArray(items) ? items.length : 0;
};

const program = fileURLToPath(new URL("calls.ts", import.meta.url));

export const startService = async (): Promise<Service> => {
  const { url, stop } = await startEmulator();
  const folder = mkdtempSync(path.join(tmpdir(), "collab-bench-"));
  let seen = 0;
  const readLog = async (): Promise<readonly Call[]> => {
    const log = (await (await fetch(`${url}/_emulator/requests`)).json()) as {
      readonly requests: readonly Call[];
      readonly dropped: number;
    };
    if (log.dropped > 0) throw new Error("The emulator's log has lost calls: fewer members, please.");
    return log.requests;
  };
  const close = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    reset: async () => {
      await fetch(`${url}/_emulator/reset`, { method: "POST" });
      seen = 0;
    },
    newCalls: async () => {
      const all = await readLog();
      const recent = all.slice(seen);
      seen = all.length;
      return recent;
    },
    repeat: async (calls) => {
      if (calls.length === 0) return 0;
      const file = path.join(folder, "calls.json");
      const twins = calls.map((call) => ({ path: call.path, body: { data: { ...call.body.data, organizationId: twinId } } }));
      writeFileSync(file, JSON.stringify(twins));
      const { stdout } = await promisify(execFile)(process.execPath, [program, url, file]);
      // The twin's calls are in the log as well.
      seen += calls.length;
      return Number(stdout);
    },
    stop: close,
    [Symbol.asyncDispose]: close,
  };
};
