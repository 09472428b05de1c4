/**
 * The verdict on a change of who has access: limits, acknowledgements, required users. Pure; the guard asks it about the whole workspace, a
 * MembershipSet about its organization.
 */
import type { Acknowledge, Limits } from "../../../schema/limits.ts";
import { type Ceilings, type Excess, excessesOf, looserThan } from "./budgets.ts";
import { type Accesses, changeKinds, type Changes, changesOf, changesOfAll, digestOf, noAccess, organizationsOf } from "./changes.ts";
import { type Requirement, unmet } from "./required.ts";

/** Something that is said once for the workspace, and for single organizations. */
export interface Scoped<Value> {
  readonly workspace?: Value | undefined;
  readonly organizations?: Readonly<Record<string, Value>> | undefined;
}

/** What a declaration says of how far it may go. */
export interface Rules {
  readonly limits?: Scoped<Limits> | undefined;
  readonly acknowledge?: Scoped<Acknowledge> | undefined;
  readonly required: ReadonlyMap<string, readonly Requirement[]>;
  readonly ceilings: Ceilings;
  /** The day for which last days are looked at. */
  readonly today: string;
}

/** One change. */
export interface Change {
  readonly before: Accesses;
  readonly after: Accesses;
  /** The same with all grants, where those that do not differ are left out. */
  readonly whole?: () => Change;
}

const wholeOf = (change: Change): Change => change.whole?.() ?? change;

/** Names exactly this change. */
export const digestOfChange = (change: Change): string => {
  const { before, after } = wholeOf(change);
  return digestOf(before, after);
};

const own = <Value>(values: Readonly<Record<string, Value>> | undefined, id: string): Value | undefined =>
  values && Object.hasOwn(values, id) ? values[id] : undefined;

const present = <Value>(...values: readonly (Value | undefined)[]): Value[] => values.filter((value) => value !== undefined);

/** The same change, of one organization alone. */
const only = (change: Change, id: string): Change => ({
  before: new Map([[id, change.before.get(id) ?? noAccess]]),
  after: new Map([[id, change.after.get(id) ?? noAccess]]),
  ...(change.whole ? { whole: () => only(wholeOf(change), id) } : {}),
});

/** Whether an acknowledgement agrees to this change. Its counts are what a reviewer reads: they have to be true, and to name all that exceeds. */
const agrees = (acknowledge: Acknowledge | undefined, excesses: readonly Excess[], changes: Changes, change: Change): boolean =>
  acknowledge !== undefined &&
  excesses.every(({ kind }) => acknowledge[kind] !== undefined) &&
  changeKinds.every((kind) => acknowledge[kind] === undefined || acknowledge[kind] === changes[kind].length) &&
  acknowledge.digest === digestOfChange(change);

/** The line that agrees to exactly this change. */
const acknowledgement = (excesses: readonly Excess[], changes: Changes, change: Change): string => {
  const kinds = new Set(excesses.map(({ kind }) => kind));
  const counts = changeKinds.filter((kind) => kinds.has(kind)).map((kind) => `${kind}: ${changes[kind].length}, `);
  return `acknowledge: { ${counts.join("")}digest: "${digestOfChange(change)}" }`;
};

/** What exceeds the limits of one scope. */
interface Finding {
  readonly excesses: readonly Excess[];
  /** How to agree to it where it is; undefined where only the whole workspace can. */
  readonly remedy?: string;
}

const unsuited = (given: unknown): string => (given === undefined ? "" : " (the one that is there is for another change)");

const inOrganizations = (change: Change, { limits, acknowledge, ceilings, today }: Rules): Finding[] =>
  organizationsOf(change.before, change.after).flatMap((id): Finding[] => {
    const after = change.after.get(id);
    const changes = changesOf(change.before.get(id) ?? noAccess, after ?? noAccess, today);
    const where = after ? id : `${id} (no longer declared)`;
    const excesses = excessesOf(where, changes, present(own(limits?.organizations, id), ceilings.organization));
    if (excesses.length === 0) return [];
    // An organization that is not declared has no place for a line of its own.
    if (!after) return [{ excesses }];
    const given = own(acknowledge?.organizations, id);
    if (agrees(given, excesses, changes, only(change, id))) return [];
    const place = `in the workspace file under \`${id}:\`, or as \`acknowledge\` of its MembershipSet${unsuited(given)}`;
    return [{ excesses, remedy: `  ${place}:\n    ${acknowledgement(excesses, changes, only(change, id))}` }];
  });

/** What is more than the limits allow, and how to agree to it; nothing where all of it is allowed or agreed to. */
const beyondLimits = (change: Change, rules: Rules, wholeWorkspace: boolean): string[] => {
  const { limits, acknowledge, ceilings, today } = rules;
  const found = inOrganizations(change, rules);
  const total = changesOfAll(change.before, change.after, today);
  if (wholeWorkspace) {
    const excesses = excessesOf("the whole workspace", total, present(limits?.workspace, ceilings.workspace));
    if (excesses.length > 0) found.push({ excesses });
  }
  const all = found.flatMap(({ excesses }) => excesses);
  if (all.length === 0 || (wholeWorkspace && agrees(acknowledge?.workspace, all, total, change))) return [];
  const remedies = found.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy]));
  const place = `in the workspace file, at its top level, or as \`acknowledge.workspace\` of the MembershipGuard${unsuited(acknowledge?.workspace)}`;
  const lines = remedies.length === found.length ? remedies : [`  ${place}:\n    ${acknowledgement(all, total, change)}`];
  return [
    `more access changes at once than is allowed, so nothing is written:\n${all.map(({ text }) => `  ${text}`).join("\n")}\n` +
      `If this is meant, agree to it with a line that holds for exactly this change:\n${lines.join("\n")}`,
  ];
};

/** Limits of the declaration that are wider than the ceilings of the stack. */
export const tooWide = ({ limits, ceilings }: Pick<Rules, "limits" | "ceilings">): string[] => [
  ...(limits?.workspace ? looserThan("limits of the workspace", limits.workspace, ceilings.workspace, "the workspace's ceiling") : []),
  ...Object.entries(limits?.organizations ?? {}).flatMap(([id, each]) =>
    looserThan(`limits of ${id}`, each, ceilings.organization, "an organization's ceiling"),
  ),
];

/**
 * Everything that speaks against a change; nothing where it may be made.
 *
 * @param wholeWorkspace whether the change is all there is, so that the limits of the workspace count, and organizations that are not there are missing
 */
export const objections = (change: Change, rules: Rules, wholeWorkspace: boolean): string[] => {
  const { before, after } = rules.required.size > 0 ? wholeOf(change) : change;
  const missing = [...rules.required].flatMap(([id, requirements]) =>
    after.has(id) || wholeWorkspace ? unmet(id, requirements, before.get(id)?.grants ?? [], after.get(id)?.grants ?? []) : [],
  );
  return [...missing, ...beyondLimits(change, rules, wholeWorkspace)];
};

/** Says of an acknowledgement that it agrees to nothing in this run. */
export const staleAcknowledgement = (where: string, acknowledge: Acknowledge | undefined, change: Change): string[] =>
  acknowledge === undefined || acknowledge.digest === digestOfChange(change)
    ? []
    : [
        `acknowledge of ${where} is stale: the change that it agreed to was applied, or is not the one that is declared now. Take the line out.`,
      ];
