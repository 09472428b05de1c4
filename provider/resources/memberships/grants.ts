/** Grants: who has which role at which level of one organization (operation 12, level rules). Pure. */
import type { AccessRole } from "../../../schema/service/index.ts";

/** Where a grant holds: the organization, one folder, or one document. */
export type Level =
  | { readonly kind: "organization" }
  | { readonly kind: "folder"; readonly id: string }
  | { readonly kind: "document"; readonly id: string };

/** One user's role at one level, with the profile that goes along. */
export interface Grant {
  readonly level: Level;
  readonly userId: string;
  readonly accessRole: AccessRole;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly initial?: string | undefined;
  /** The last day on which it counts, in UTC: `2026-12-31`. */
  readonly until?: string | undefined;
  /** What it was given for; for people. */
  readonly ticket?: string | undefined;
  readonly reason?: string | undefined;
  /** Its last day has passed: it stands in the declaration and counts as not declared. */
  readonly expired?: boolean | undefined;
  /** Recorded, and not known to hold: the call that was to give or take it was cut off. Never declared. */
  readonly unsure?: boolean | undefined;
}

export const organizationLevel: Level = { kind: "organization" };

const rank = { organization: 0, folder: 1, document: 2 } as const;

/** A string that two levels share exactly if they are the same. */
export const levelKey = (level: Level): string => (level.kind === "organization" ? "" : `${level.kind}=${level.id}`);

/**
 * A string that two grants share exactly if they are of the same user at the same level. For nearly all it is the user id as it is: joining
 * and hashing a hundred thousand new texts, at each look, would take longer than all else that is done with them.
 */
export const grantKey = ({ userId, level }: Pick<Grant, "userId" | "level">): string => {
  if (level.kind !== "organization") return `${levelKey(level)}\n${userId}`;
  return userId.includes("\n") ? `\n${userId}` : userId;
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Broad before narrow, then by id. */
export const compareLevels = (a: Level, b: Level): number => rank[a.kind] - rank[b.kind] || compareText(levelKey(a), levelKey(b));

/** By user, then from broad to narrow: the order of a roster's lines. */
export const compareGrants = (a: Grant, b: Grant): number => compareText(a.userId, b.userId) || compareLevels(a.level, b.level);

/** Grants by key; a later one replaces an earlier one of the same user and level. */
export const indexGrants = (grants: Iterable<Grant>): Map<string, Grant> => {
  const index = new Map<string, Grant>();
  for (const grant of grants) index.set(grantKey(grant), grant);
  return index;
};

interface GrantsOfLevel {
  readonly level: Level;
  readonly grants: Grant[];
}

/** Grants level by level, broad before narrow. */
export const byLevel = (grants: Iterable<Grant>): GrantsOfLevel[] => {
  const groups = new Map<string, GrantsOfLevel>();
  for (const grant of grants) {
    const key = levelKey(grant.level);
    const group = groups.get(key);
    if (group) group.grants.push(grant);
    else groups.set(key, { level: grant.level, grants: [grant] });
  }
  return [...groups.values()].toSorted((a, b) => compareLevels(a.level, b.level));
};

/** How operations 12 to 16 are told the level, beside the organization. */
export const levelFields = (level: Level): { readonly folderId?: string; readonly documentId?: string } =>
  level.kind === "organization" ? {} : level.kind === "folder" ? { folderId: level.id } : { documentId: level.id };

/** Grants that count as declared. */
export const inForce = (grants: readonly Grant[]): Grant[] => grants.filter(({ expired }) => !expired);

/** For people: `the organization`, `folder design`, `document brand`. */
export const describeLevel = (level: Level): string => (level.kind === "organization" ? "the organization" : `${level.kind} ${level.id}`);

/** Limits are about who has which role where, and until when; nothing else of a grant is kept twice. */
export const withoutProfile = ({ userId, level, accessRole, until }: Grant): Grant => ({ userId, level, accessRole, until });
