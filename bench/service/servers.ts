/** The servers that are compared, each a process of its own with its state on disk. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "../../emulator/store/index.ts";
import { type RunningServer, startEmulator, startServer } from "../lib/server.ts";
import { createLoad, type Load } from "./load.ts";
import { documentCount, documentId, organizationId } from "./requests.ts";

export interface Server extends Load {
  stop(): Promise<void>;
}

const withLoad = async (server: RunningServer, connections: number): Promise<Server> => {
  const load = createLoad(server.url, connections);
  const stop = async (): Promise<void> => {
    await load.close();
    await server.stop();
  };
  return { ...load, stop };
};

export const startBare = async (folder: string, connections: number): Promise<Server> =>
  withLoad(await startServer([fileURLToPath(new URL("bare.ts", import.meta.url)), join(folder, "bare.sqlite")]), connections);

/** An emulator whose organization has the documents that are read, and as many users with a grant each. */
export const startFilled = async (folder: string, grants: number, connections: number): Promise<Server> => {
  const file = join(folder, `emulator-${grants}.sqlite`);
  fill(file, grants);
  return withLoad(await startEmulator("--state", file), connections);
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
