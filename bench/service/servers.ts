/** The servers that are compared, each a process of its own with its state on disk. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openStore } from "../../emulator/store/index.ts";
import { createLoad, type Load } from "./load.ts";
import { documentCount, documentId, organizationId } from "./requests.ts";

export interface Server extends Load {
  stop(): Promise<void>;
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const start = async (args: readonly string[], connections: number): Promise<Server> => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for await (const line of createInterface(child.stdout)) {
    const url = /ready on (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    const load = createLoad(url, connections);
    const stop = async (): Promise<void> => {
      await load.close();
      child.kill("SIGTERM");
      await ended;
    };
    return { ...load, stop };
  }
  throw new Error(`${args.join(" ")} did not start.`);
};

export const startBare = (folder: string, connections: number): Promise<Server> =>
  start([at("bare.ts"), join(folder, "bare.sqlite")], connections);

/** An emulator whose organization has the documents that are read, and as many users with a grant each. */
export const startEmulator = (folder: string, grants: number, connections: number): Promise<Server> => {
  const file = join(folder, `emulator-${grants}.sqlite`);
  fill(file, grants);
  return start([at("../../cli/main.ts"), "emulator", "--port", "0", "--quiet", "--state", file], connections);
};

/** Straight into the tables: as calls it would take minutes. */
const fill = (file: string, grants: number): void => {
  const store = openStore(file);
  store.database.transaction(() => {
    store.organizations.create(organizationId);
    for (let index = 0; index < documentCount; index++)
      store.documents.create(organizationId, documentId(index), `Document ${index}`, null);
    for (let index = 0; index < grants; index++) {
      // Spread over the key space, as ids of real users are.
      const user = `${((index * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, "0")}-${index}`;
      store.users.save(organizationId, user, { name: `Name of ${user}`, email: `${user}@example.com`, initial: "N", metadata: null });
      store.users.grant({ organization: organizationId, kind: "organization", target: organizationId }, user, "viewer");
    }
  });
  store.database.close();
};
