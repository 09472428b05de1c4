/** The suite: every clause under a profile, and again under every other value of every switch. */
import { afterAll, beforeAll, beforeEach, describe, it } from "vitest";
import {
  startEmulator,
  switchNames,
  switchTable,
  type Emulator,
  type Profile,
  type SwitchName,
  type Switches,
} from "../../../emulator/index.ts";
import { checks } from "./checks/index.ts";
import { clauseIds, clauses, operationOf, type ClauseId } from "./clauses.ts";
import { serviceOf, type Service } from "./service.ts";
import { world } from "./world.ts";

const valueIn = (profile: Profile, name: keyof Switches): string =>
  profile === "literal" ? switchTable[name].literal : switchTable[name].values[0];

/** The profile as it is, then with one switch changed at a time. */
const configurations = (profile: Profile): (readonly [string, Partial<Switches>])[] => [
  [profile, {}],
  ...switchNames.flatMap((name) =>
    switchTable[name].values
      .filter((value) => value !== valueIn(profile, name))
      .map((value) => [`${profile}, ${name}=${value}`, { [name]: value }] as const),
  ),
];

/** Operations that fail as a whole without the advanced queries option: of their clauses only 3f can be seen then. */
const queries = new Set([3, 4, 5, 8]);
const canBeSeen = (id: ClauseId, { advancedQueries }: Partial<Switches>): boolean =>
  advancedQueries !== "off" || id === "3f" || !queries.has(operationOf(id) ?? 0);

/** Clauses that take hundreds of calls or documents: only under the profile as it is and under the switches that could touch them. */
const costly: { readonly [Id in ClauseId]?: readonly SwitchName[] } = {
  "8d": ["documentsPageSize", "pageTokenAtEnd", "readAfterWrite"],
  "9a": ["documentsPageSize", "readAfterWrite"],
  "silent rateLimit": ["rateLimit", "httpStatus"],
};
const isWorthwhile = (id: ClauseId, switches: Partial<Switches>): boolean =>
  switchNames.every((name) => switches[name] === undefined || (costly[id]?.includes(name) ?? true));

const clausesFor = (switches: Partial<Switches>) =>
  clauseIds.filter((id) => canBeSeen(id, switches) && isWorthwhile(id, switches)).map((id) => [id, clauses[id]] as const);

/** A clock that stands still unless a check lets time pass, so that nothing depends on the machine. */
const clock = (): number => 1_700_000_000_000;

export const describeService = (profile: Profile): void => {
  describe.each(configurations(profile))("%s", (_name, switches) => {
    let emulator: Emulator;
    let service: Service;
    beforeAll(async () => {
      emulator = await startEmulator({ port: 0, profile, switches, clock });
      service = serviceOf(emulator);
    });
    afterAll(() => emulator.close());
    beforeEach(() => emulator.setState(world));
    it.each(clausesFor(switches))("[%s] %s", (id) => checks[id](service));
  });
};
