/** The service of the specification on this machine, with its state: for local use and for tests. */
import { createRequire } from "node:module";
import { createOpenApiDocument } from "../schema/service/openapi.ts";
import { accessOf, type Access } from "./access.ts";
import { createClock } from "./clock.ts";
import { createControl } from "./control.ts";
import { StartError } from "./errors.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createRequestLog, type LoggedRequest } from "./requestLog.ts";
import { parseSeed, readSeedFile } from "./seed.ts";
import { createHttpServer, listen, stop } from "./server.ts";
import { createService } from "./service.ts";
import { parseSnapshot, takeSnapshot, type Snapshot, type SnapshotInput } from "./snapshot/index.ts";
import { inMemory } from "./store/database.ts";
import { openStore } from "./store/index.ts";
import { changeSwitches, describeSwitches, switchesOf, type Profile, type Switches } from "./switches.ts";

export type { Access, ReachedDocument, Via } from "./access.ts";
export { ControlError, StartError } from "./errors.ts";
export type { FaultEffect, FaultRule, Faults } from "./faults.ts";
export type { LoggedRequest } from "./requestLog.ts";
export { jobDurationMs } from "./routes/userData.ts";
export type { Snapshot, SnapshotInput } from "./snapshot/index.ts";
export { profiles, switchNames, switchTable, type Profile, type SwitchName, type Switches } from "./switches.ts";

// The package by its own name: the way to it differs between sources and dist.
const { version } = createRequire(import.meta.url)("pulumi-collab/package.json") as { version: string };

export interface EmulatorOptions {
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on; 0 takes a free one. Default: 4180. */
  readonly port?: number;
  /** File that keeps the state, or `:memory:`. Default: `:memory:`. */
  readonly state?: string;
  /** Values of all switches that `switches` does not set. Default: `documented`. */
  readonly profile?: Profile;
  /** Switches that differ from the profile. */
  readonly switches?: Partial<Switches>;
  /** What `x-svc-api-key` has to be. Default: `collab-dev-key`. */
  readonly apiKey?: string;
  /** What `x-svc-auth-token` has to be; also the key of tokens and signatures. Default: `collab-dev-token`. */
  readonly authToken?: string;
  /** Seed, as a file's path or as its content. It fills an empty state; a state that has organizations stays as it is. */
  readonly seed?: string | object;
  /** The time: milliseconds since the epoch. Default: the machine's clock. */
  readonly clock?: () => number;
  /** A number from 0 to below 1, for the probability of faults. Default: `Math.random`. */
  readonly random?: () => number;
}

export interface Emulator {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Everything as it was at the start: state (seed or empty), switches, faults, request log and clock. */
  reset(): void;
  /** The whole state. */
  state(): Snapshot;
  /** Replaces the whole state. */
  setState(state: SnapshotInput): void;
  /** The switches as they are. */
  readonly switches: Switches;
  /** Changes some switches, or none where one is unknown. */
  setSwitches(changes: Partial<Switches>): void;
  readonly faults: Faults;
  /** Calls of the service so far, oldest first, redacted. */
  requests(): LoggedRequest[];
  advanceClock(milliseconds: number): void;
  /** What a user reaches, and by which grants. */
  access(organizationId: string, userId: string): Access;
  /** Finishes the requests in hand, then stops. */
  close(): Promise<void>;
}

export const defaultPort = 4180;

/** Starts an emulator; ready when the promise resolves. Rejects with a `StartError` where the options do not fit the machine. */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const { host = "127.0.0.1", port = defaultPort, state = inMemory, profile = "documented" } = options;
  const { apiKey = "collab-dev-key", authToken = "collab-dev-token", random = Math.random } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new StartError(`Port ${port} is not one from 0 to 65535.`);
  if (apiKey === "" || authToken === "") throw new StartError("The API key and the auth token must not be empty.");

  const clock = createClock(options.clock ?? Date.now);
  const initialSwitches = changeSwitches(switchesOf(profile), { ...options.switches });
  const seedContent = typeof options.seed === "string" ? readSeedFile(options.seed) : options.seed;
  const initialState = seedContent === undefined ? parseSnapshot({}) : parseSeed(seedContent, clock.now());

  const log = createRequestLog();
  const { faults, setFrom, decide } = createFaults(random);
  const store = openStore(state);
  const service = createService(store, clock, { apiKey, authToken }, initialSwitches);
  if (store.organizations.list().length === 0 && seedContent !== undefined) service.replaceState(initialState);

  const reset = (): void => {
    clock.reset();
    service.replaceState(initialState);
    service.switches = initialSwitches;
    faults.clear();
    log.clear();
  };
  const advanceClock = (milliseconds: number): void => {
    clock.advance(milliseconds);
    service.settle();
  };
  const setSwitches = (changes: Readonly<Record<string, unknown>>): void => {
    service.switches = changeSwitches(service.switches, changes);
  };
  const currentState = (): Snapshot => {
    service.settle();
    return takeSnapshot(store);
  };
  const access = (organizationId: string, userId: string): Access => {
    service.settle();
    return accessOf(store, organizationId, userId);
  };

  const control = createControl({
    health: () => ({ status: "ok", version, profile, state: store.database.path }),
    reset,
    state: currentState,
    replaceState: (value) => service.replaceState(parseSnapshot(value)),
    requests: log.read,
    switches: () => ({ profile, switches: describeSwitches(service.switches) }),
    changeSwitches: setSwitches,
    faults: () => ({ rules: faults.rules }),
    setFaults: setFrom,
    advanceClock,
    now: clock.now,
    access,
    // Relative to where the document was fetched, so it holds behind any port or proxy.
    openApi: () => createOpenApiDocument([{ url: "/" }]),
  });
  const server = createHttpServer({ service, control, log, decideFault: decide, now: clock.now });
  const actualPort = await listen(server, host, port).catch((error: unknown) => {
    service.close();
    throw error;
  });

  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    reset,
    state: currentState,
    setState: (value) => service.replaceState(parseSnapshot(value)),
    get switches() {
      return service.switches;
    },
    setSwitches: (changes) => setSwitches({ ...changes }),
    faults,
    requests: () => log.read().requests,
    advanceClock,
    access,
    close: () => (closing ??= stop(server).then(service.close)),
  };
};
