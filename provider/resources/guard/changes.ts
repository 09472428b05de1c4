/** What a change does to who has access, counted as the limits count it. Pure. */
import { createHash } from "node:crypto";
import { hasEnded, hasLastDays } from "../memberships/expiry.ts";
import { compareGrants, describeLevel, type Grant, grantKey, indexGrants } from "../memberships/grants.ts";
import { countOf, renderGrant, type Roster } from "../memberships/roster.ts";

/** Who has access to one organization: the grants that are in force, and whom the declaration removes wherever they came from. */
export interface Access {
  readonly grants: readonly Grant[];
  readonly departed: readonly string[];
  /** Grants that are left out because they are the same on both sides of a change. */
  readonly same?: number;
}

/** Access by organization id. */
export type Accesses = ReadonlyMap<string, Access>;

export const noAccess: Access = { grants: [], departed: [] };

/** What can be limited. */
export const changeKinds = ["removals", "demotions", "promotions"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change by what is limited, each entry a name for people. */
export type Changes = Readonly<Record<ChangeKind, readonly string[]>> & {
  /** Grants before the change: what percentages are of. */
  readonly before: number;
};

const nameOf = ({ userId, level }: Grant): string => (level.kind === "organization" ? userId : `${userId} at ${describeLevel(level)}`);

/**
 * What takes one organization from before to after. A grant whose last day was recorded and has passed ends outside the limits: it was
 * seen, with its day, by an earlier run. A departed user counts although the state may not know of any grant: the call is sent anyway.
 */
export const changesOf = (before: Access, after: Access, today: string): Changes => {
  const removals: string[] = [];
  const demotions: string[] = [];
  const promotions: string[] = [];
  const now = indexGrants(after.grants);
  for (const grant of before.grants) {
    const kept = now.get(grantKey(grant));
    if (!kept) {
      if (!hasEnded(grant, today)) removals.push(nameOf(grant));
    } else if (kept.accessRole !== grant.accessRole) (kept.accessRole === "viewer" ? demotions : promotions).push(nameOf(grant));
  }
  const counted = new Set(removals);
  const gone = new Set(before.departed);
  for (const userId of after.departed) if (!gone.has(userId) && !counted.has(userId)) removals.push(`${userId} (departed)`);
  return { before: before.grants.length + (before.same ?? 0), removals, demotions, promotions };
};

/** The changes of all organizations together; each name says where. */
export const changesOfAll = (before: Accesses, after: Accesses, today: string): Changes => {
  const all = { before: 0, removals: [] as string[], demotions: [] as string[], promotions: [] as string[] };
  for (const id of organizationsOf(before, after)) {
    const changes = changesOf(before.get(id) ?? noAccess, after.get(id) ?? noAccess, today);
    all.before += changes.before;
    for (const kind of changeKinds) for (const name of changes[kind]) all[kind].push(`${name} of ${id}`);
  }
  return all;
};

/**
 * The shards of two rosters in which somebody may differ, and how many lines the others have: few of many thousand members change, and taking
 * the others apart is most of the work. A shard with last days may differ by the day alone.
 */
export const changedShards = (
  before: Roster,
  after: Roster,
): { readonly before: Roster; readonly after: Roster; readonly same: number } => {
  // Other shards hold other users.
  if (countOf(before) !== countOf(after)) return { before, after, same: 0 };
  const isSame = ([key, text]: readonly [string, string]): boolean =>
    before[key] === text && after[key] === text && !hasLastDays({ [key]: text });
  const without = (roster: Roster): Roster => Object.fromEntries(Object.entries(roster).filter((shard) => !isSame(shard)));
  const lines = Object.entries(after)
    .filter(isSame)
    .map(([, text]) => text.split("\n").length - 1);
  return { before: without(before), after: without(after), same: lines.reduce((sum, count) => sum + count, 0) };
};

/** Every organization of either side. */
export const organizationsOf = (before: Accesses, after: Accesses): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].toSorted();

/** Half of a SHA-256: more than enough that nobody makes a second change with the same one. */
const digestLength = 32;

const linesOf = ({ grants, departed }: Access): string[] => [
  ...grants.toSorted(compareGrants).map(({ userId, level, accessRole, until }) => renderGrant({ userId, level, accessRole, until })),
  ...departed.toSorted().map((userId) => `departed ${JSON.stringify(userId)}`),
];

/** Names exactly one change: these grants before, those after, in these organizations, and no other. */
export const digestOf = (before: Accesses, after: Accesses): string => {
  const sides = [before, after].map((side) =>
    [...side]
      .map(([id, access]): [string, string[]] => [id, linesOf(access)])
      // An organization without anybody is the same as none.
      .filter(([, lines]) => lines.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return createHash("sha256").update(JSON.stringify(sides)).digest("hex").slice(0, digestLength);
};
