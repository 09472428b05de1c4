/** Plays a history, and says at its end whether the service is as declared. */
import { expect } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/index.ts";
import { switchesOf } from "../../emulator/switches.ts";
import { probeVariable } from "../../provider/configuration.ts";
import { type Adapter, dynamicAdapter } from "../conformance/kinds/adapter.ts";
import type { History, Step } from "./arbitrary.ts";
import { type Declaration, edited, nothing } from "./declaration.ts";
import { type Deleted, Engine } from "./engine.ts";
import { type Declared, type Manner, resourcesOf } from "./resources.ts";
import { actualView, declaredView, foreign, seed, unexplained, wrongDomains, wrongLocations, wrongProfiles } from "./service.ts";
import { interfere } from "./trouble.ts";

export const credentials = { apiKey: "planted-api-key", authToken: "planted-auth-token" };

/** What runs the commands of a history: each resolves to what failed. */
export interface Driver {
  up(program: readonly Declared[]): Promise<readonly Error[]>;
  refresh(): Promise<readonly Error[]>;
  /** What an `up` would do. */
  preview(program: readonly Declared[]): Promise<readonly string[]>;
  /** The next `up` makes all grants anew: they may have been changed where no read shows it. */
  suspectGrants(): void;
  /** What was deleted so far. */
  readonly deleted: readonly Deleted[];
}

/** Longer than a write stays invisible to reads (switch `readAfterWrite`). */
const betweenCommandsMs = 1000;

const mannerOf = ({ profile, switches, configured }: History): Manner => {
  const service = { ...switchesOf(profile), ...switches };
  return {
    removesFromFolders: configured && service.usersDeleteFolder === "folder",
    changesDocuments: configured && service.documentsAddExisting === "upsert",
    renamesGroups: service.userGroupsAddExisting === "ok",
    needsFirst: service.emptyListCreates === "no",
  };
};

/** Environment of its commands: none of them makes a preview of its own. */
export const environmentOf = ({ probes }: History): Readonly<Record<string, string>> => (probes ? { [probeVariable]: "1" } : {});

/** Configuration of the stack, without `collab:`: what the person says of the service. */
export const configOf = (history: History): Readonly<Record<string, string>> => {
  const { removesFromFolders, changesDocuments } = mannerOf(history);
  return {
    maxRetries: String(history.maxRetries),
    ...(history.probes ? { refreshMemberships: "probe" } : {}),
    ...(removesFromFolders ? { usersDeleteFolder: "folder" } : {}),
    ...(changesDocuments ? { documentsAdd: "upsert" } : {}),
  };
};

class Player {
  readonly #manner: Manner;
  readonly #probes: boolean;
  readonly #emulator: Emulator;
  readonly #engine: Driver;
  readonly #everything: Declared[] = [];
  #theirs: unknown;
  #before = nothing;
  #declaration = nothing;
  #program: readonly Declared[] = [];
  /** Somebody changed what a read shows, or what none shows, since it was last looked at. */
  #drift = { readable: false, unreadable: false };
  #calls = 0;

  constructor(history: History, emulator: Emulator, engine: Driver) {
    this.#manner = mannerOf(history);
    this.#probes = history.probes;
    this.#emulator = emulator;
    this.#engine = engine;
    this.#theirs = foreign(emulator.state());
  }

  async play({ revert, edits, interference, faults, refresh }: Step): Promise<void> {
    this.#declare(revert ? this.#before : this.#declaration, edits);
    this.#interfere(interference);
    this.#emulator.faults.set(faults);
    const refreshed = refresh ? await this.#refresh() : [];
    const failed = await this.#up();
    this.#emulator.faults.clear();
    if (faults.length === 0) expect([...refreshed, ...failed], "failures without a fault").toStrictEqual([]);
  }

  /** The last `up`, without faults. */
  async end(): Promise<void> {
    const emulator = this.#emulator;
    if (this.#drift.readable) expect(await this.#refresh(), "failures of the last refresh").toStrictEqual([]);
    // What no read shows is made anew by whoever suspects that it was changed.
    if (this.#drift.unreadable) this.#engine.suspectGrants();
    expect(await this.#up(), "failures of the last up").toStrictEqual([]);
    const state = emulator.state();
    expect(actualView(state, this.#program)).toStrictEqual(declaredView(this.#program));
    expect(wrongProfiles(state, this.#program)).toStrictEqual([]);
    expect(wrongLocations(state, this.#program)).toStrictEqual([]);
    expect(wrongDomains(state, this.#everything, this.#engine.deleted)).toStrictEqual([]);
    const calls = emulator.requests().length;
    expect(await this.#engine.preview(this.#program), "a preview").toStrictEqual([]);
    expect(emulator.requests().length, "calls of a preview").toBe(calls);
  }

  #declare(from: Declaration, edits: Step["edits"]): void {
    this.#before = this.#declaration;
    this.#declaration = edited(from, edits);
    this.#program = resourcesOf(this.#declaration, this.#manner);
    this.#everything.push(...this.#program);
  }

  #interfere(changes: Step["interference"]): void {
    const state = this.#emulator.state();
    for (const change of changes) {
      // Where no operation renames a document, nobody but its owner can make it good.
      if (change.does === "renames a document" && !this.#manner.changesDocuments) continue;
      const seen = interfere(state, change);
      if (seen === "refresh" || (seen === "probe" && this.#probes)) this.#drift.readable = true;
      if (seen === "never" || (seen === "probe" && !this.#probes)) this.#drift.unreadable = true;
    }
    if (changes.length > 0) this.#emulator.setState(state);
    this.#theirs = foreign(this.#emulator.state());
  }

  async #refresh(): Promise<readonly Error[]> {
    this.#emulator.advanceClock(betweenCommandsMs);
    const failures = await this.#engine.refresh();
    if (failures.length === 0) this.#drift.readable = false;
    return failures;
  }

  async #up(): Promise<readonly Error[]> {
    this.#emulator.advanceClock(betweenCommandsMs);
    const failures = await this.#engine.up(this.#program);
    const all = this.#emulator.requests();
    expect(
      unexplained(all.slice(this.#calls), this.#program, this.#everything),
      "calls that the declaration does not explain",
    ).toStrictEqual([]);
    this.#calls = all.length;
    expect(foreign(this.#emulator.state()), "what nobody declared").toStrictEqual(this.#theirs);
    for (const { message } of failures) {
      expect(message, "a secret in an error").not.toContain("planted-a");
      expect(message, "an error is shown with its stack").not.toMatch(/^\s+at /m);
    }
    return failures;
  }
}

/** The emulator of a history. */
export const serviceOf = ({ profile, switches }: History): EmulatorOptions => ({ port: 0, profile, switches, seed, ...credentials });

/** Plays a history; rejects where the service is not as declared in the end. */
export const playWith = async (history: History, emulator: Emulator, engine: Driver): Promise<void> => {
  const player = new Player(history, emulator, engine);
  for (const step of history.steps) await player.play(step);
  await player.end();
};

/** Plays a history with the handlers alone, on a service of its own. */
export const play = async (history: History, adapter: Adapter = dynamicAdapter): Promise<void> => {
  const emulator = await startEmulator(serviceOf(history));
  try {
    const config = { baseUrl: emulator.url, ...credentials, ...configOf(history) };
    await playWith(history, emulator, new Engine(() => adapter.openAll(config, environmentOf(history))));
  } finally {
    await emulator.close();
  }
};
