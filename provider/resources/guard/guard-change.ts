/** The guard's inputs, and the change from one declaration of a guard to the next. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Settings } from "../../configuration.ts";
import { type Access, changedShards } from "./changes.ts";
import {
  declaredAccess,
  departed,
  recordedAccess,
  requiredLines,
  rosterShape,
  rulesOf,
  scopedAcknowledge,
  scopedLimits,
} from "./inputs.ts";
import { type Change, objections } from "./judge.ts";

export const inputs = z.object({
  grants: z
    .record(z.string(), rosterShape, "expected a map by organization id")
    .describe(
      "Ids and roles of all grants, by organization id, one line each, in shards; the class makes it from `organizations` (provider).",
    ),
  departed: departed.describe("Users who are removed from every declared organization (operation 16).").optional(),
  limits: scopedLimits
    .describe("How much may change in one `up`, for the workspace and for organizations; tightens `collab:limits` (provider).")
    .optional(),
  acknowledge: scopedAcknowledge
    .describe("Agreement to exactly one change beyond the limits, as the error prints it (provider).")
    .optional(),
  required: z
    .record(z.string(), requiredLines, "expected a map by organization id")
    .describe("Users who must never be removed or demoted, by organization id: `ada`, `ada editor`, `ada document=brand` (provider).")
    .optional(),
});
export type GuardInputs = z.output<typeof inputs>;

/** Under which sets find the guard of their run. */
export const guardKey = "MembershipGuard workspace";

/** The guard's inputs as a run remembers them; undefined where there are none. */
export const guardInputs = (remembered: unknown): GuardInputs | undefined => inputs.safeParse(remembered).data;

/** The change of one organization from one declaration to the next. Absent on a side: not declared there. */
const sidesOf = (old: GuardInputs | undefined, declared: GuardInputs, id: string, today: string, whole: boolean) => {
  const [was = {}, is] = [old?.grants[id], declared.grants[id]];
  const shards = whole || !old ? { before: was, after: is ?? {}, same: 0 } : changedShards(was, is ?? {});
  const after = is && declaredAccess(shards.after, today, declared.departed);
  // Nobody knows what was before a first declaration: it takes nothing away.
  if (!old) return { before: after, after };
  // Where an organization is new, only users who depart with it count as departing.
  return { before: { ...recordedAccess(shards.before, old.departed), same: shards.same }, after };
};

const changeOver = (
  ids: readonly string[],
  old: GuardInputs | undefined,
  declared: GuardInputs,
  today: string,
  isWhole = false,
): Change => {
  const before = new Map<string, Access>();
  const after = new Map<string, Access>();
  for (const id of ids) {
    const sides = sidesOf(old, declared, id, today, isWhole);
    if (sides.before) before.set(id, sides.before);
    if (sides.after) after.set(id, sides.after);
  }
  return isWhole ? { before, after } : { before, after, whole: () => changeOver(ids, old, declared, today, true) };
};

/** What a guard judged of one organization. */
export const judgedBy = (old: GuardInputs | undefined, declared: GuardInputs, id: string, today: string): Change =>
  changeOver([id], old, declared, today);

/** What a guard judges: all organizations of both declarations. */
export const guardedChange = (old: GuardInputs | undefined, declared: GuardInputs, today: string): Change =>
  changeOver([...new Set([...Object.keys(old?.grants ?? {}), ...Object.keys(declared.grants)])], old, declared, today);

/** Whether two declarations give everybody the same, without looking at anybody. */
export const isSameAccess = (old: GuardInputs, declared: GuardInputs): boolean =>
  isDeepStrictEqual(old.grants, declared.grants) && isDeepStrictEqual(old.departed, declared.departed);

const knowing = ({ before, after }: Change, known: Change): Change => ({
  before: new Map([...before, ...known.before]),
  after: new Map([...after, ...known.after]),
});

/**
 * Everything that speaks against what a guard declares.
 *
 * @param known organizations that are known better than by what was declared before
 */
export const guardObjections = (old: GuardInputs | undefined, declared: GuardInputs, settings: Settings, known?: Change): string[] => {
  const rules = rulesOf(declared, settings);
  if (!known && rules.required.size === 0 && old && isSameAccess(old, declared)) return [];
  const change = guardedChange(old, declared, settings.today);
  return objections(known ? knowing(change.whole?.() ?? change, known) : change, rules, true);
};
