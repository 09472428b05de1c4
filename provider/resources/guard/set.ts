/**
 * What a MembershipSet has to say about its own change. The guard looks at what was declared before; a set knows what was recorded, which
 * is more where an earlier run failed on the way. So a change that the guard has not judged exactly as it is, is judged here.
 */
import type { Settings } from "../../configuration.ts";
import { isDeepStrictEqual } from "node:util";
import { changedShards, type Changes, changesOf, digestOf, noAccess } from "./changes.ts";
import type { RunMemory } from "../contract.ts";
import { guardInputs, guardKey, guardObjections, judgedBy } from "./guard-change.ts";
import { declaredAccess, recordedAccess, rulesOf, type Said } from "./inputs.ts";
import { type Change, objections, tooWide } from "./judge.ts";
import type { Roster } from "../memberships/roster.ts";

/** A set's inputs, as far as they are about who has access. */
export interface SetInputs {
  readonly organizationId: string;
  readonly roster: Roster;
  readonly departed?: readonly string[] | undefined;
  readonly limits?: NonNullable<NonNullable<Said["limits"]>["workspace"]> | undefined;
  readonly acknowledge?: NonNullable<NonNullable<Said["acknowledge"]>["workspace"]> | undefined;
  readonly required?: readonly string[] | undefined;
}

const scopedTo = <Value>(id: string, value: Value | undefined) => (value === undefined ? undefined : { organizations: { [id]: value } });

const ownRules = ({ organizationId, limits, acknowledge, required }: SetInputs, settings: Settings) =>
  rulesOf(
    {
      limits: scopedTo(organizationId, limits),
      acknowledge: scopedTo(organizationId, acknowledge),
      required: required ? { [organizationId]: required } : {},
    },
    settings,
  );

const accessBefore = ({ roster, departed }: SetInputs) => recordedAccess(roster, departed);
const accessAfter = ({ roster, departed }: SetInputs, today: string) => declaredAccess(roster, today, departed);

const sides = (recorded: SetInputs, declared: SetInputs, today: string): Change => ({
  before: new Map([[recorded.organizationId, accessBefore(recorded)]]),
  after: new Map([[declared.organizationId, accessAfter(declared, today)]]),
});

/** From what is recorded to what is declared. A set that moves to another organization leaves nobody in the first one. */
export const changeOf = (recorded: SetInputs, declared: SetInputs, today: string): Change => {
  const whole = (): Change => sides(recorded, declared, today);
  if (recorded.organizationId !== declared.organizationId) return whole();
  const { before, after, same } = changedShards(recorded.roster, declared.roster);
  const changed = sides({ ...recorded, roster: before }, { ...declared, roster: after }, today);
  return { before: new Map([...changed.before].map(([id, access]) => [id, { ...access, same }])), after: changed.after, whole };
};

/** Whether two changes are counted the same: then a verdict on the one is one on the other. */
const countsSame = (one: Change, other: Change, id: string, today: string): boolean =>
  isDeepStrictEqual(
    ...([one, other].map(({ before, after }) => changesOf(before.get(id) ?? noAccess, after.get(id) ?? noAccess, today)) as [
      Changes,
      Changes,
    ]),
  );

/** Names what a change leads to: a run that ends incomplete records it, and its rest needs no second agreement. */
export const targetOf = (declared: SetInputs, today: string): string => digestOf(new Map(), new Map([["", accessAfter(declared, today)]]));

/** Limits that a declaration may not give itself. */
export const limitObjections = (
  { organizationId, limits }: Pick<SetInputs, "organizationId" | "limits">,
  { ceilings }: Settings,
): string[] => tooWide({ limits: scopedTo(organizationId, limits), ceilings });

/** Users who are required, and not declared. */
export const declarationObjections = (declared: SetInputs, settings: Settings): string[] => {
  const rules = ownRules(declared, settings);
  if (rules.required.size === 0) return [];
  const after = new Map([[declared.organizationId, accessAfter(declared, settings.today)]]);
  return objections({ before: after, after }, rules, false);
};

/** The sets that this run has compared already: their recorded and declared access. */
const compared = (run: RunMemory, parse: (remembered: unknown) => SetInputs | undefined, today: string): Change => {
  const sets = [...run.recorded].flatMap(([key, remembered]) => {
    if (!key.startsWith("MembershipSet ")) return [];
    const [recorded, declared] = [parse(remembered), parse(run.declared.get(key))];
    return recorded && declared ? [{ id: declared.organizationId, recorded, declared }] : [];
  });
  return {
    before: new Map(sets.map(({ id, recorded }) => [id, accessBefore(recorded)])),
    after: new Map(sets.map(({ id, declared }) => [id, accessAfter(declared, today)])),
  };
};

/**
 * Everything that speaks against the change of a set.
 *
 * @param pending what an earlier, incomplete run was to lead to
 * @param parse takes a set's inputs out of the run's memory
 */
export const changeObjections = (
  recorded: SetInputs,
  pending: string | undefined,
  declared: SetInputs,
  settings: Settings,
  run: RunMemory,
  parse: (remembered: unknown) => SetInputs | undefined,
): string[] => {
  const { today } = settings;
  const id = declared.organizationId;
  if (pending !== undefined && recorded.organizationId === id && pending === targetOf(declared, today)) return [];
  const change = changeOf(recorded, declared, today);
  const guard = guardInputs(run.declared.get(guardKey));
  if (!guard || !Object.hasOwn(guard.grants, id) || recorded.organizationId !== id) {
    return objections(change, ownRules(declared, settings), false);
  }
  const old = guardInputs(run.before.get(guardKey));
  if (countsSame(judgedBy(old, guard, id, today), change, id, today)) return [];
  return guardObjections(old, guard, settings, compared(run, parse, today));
};
