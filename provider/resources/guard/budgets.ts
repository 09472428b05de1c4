/** Budgets: how much of who has access one change may take. Pure. */
import type { Limits } from "../../../schema/limits.ts";
import { type ChangeKind, changeKinds, type Changes } from "./changes.ts";
import { listed } from "../words.ts";

/** One limit: a number of grants, or a percentage of those that were there before. */
type Limit = NonNullable<Limits[ChangeKind]>;

/** Limits for each organization, and for all of them together. */
export interface Ceilings {
  readonly organization: Limits;
  readonly workspace: Limits;
}

/** What holds where nobody says otherwise. Demotions and promotions have no limit then. */
export const defaultLimits = { removals: "25%", exemptBelow: 10 } as const satisfies Limits;

/** The stack's ceilings: what its configuration says, and the defaults. */
export const ceilingsWith = (said: { readonly [Scope in keyof Ceilings]?: Limits | undefined } = {}): Ceilings => ({
  organization: { ...defaultLimits, ...said.organization },
  workspace: { ...defaultLimits, ...said.workspace },
});

/** Where percentages count for everybody: a limit of one's own that says nothing about small sets. */
const exemptBelow = ({ exemptBelow: below }: Limits): number => below ?? defaultLimits.exemptBelow;

const percentage = /^(?<whole>\d+)(?:\.(?<decimals>\d+))?%$/;

/** A percentage in whole numbers: `12.5%` is 125 of 1000. */
const fractionOf = (text: string): { readonly numerator: bigint; readonly denominator: bigint } => {
  const { whole = "0", decimals = "" } = percentage.exec(text)?.groups ?? {};
  return { numerator: BigInt(whole + decimals), denominator: 100n * 10n ** BigInt(decimals.length) };
};

/** How many of so many a limit allows; undefined: as many as there are. */
export const allowance = (limit: Limit | undefined, before: number, limits: Limits): number | undefined => {
  if (limit === undefined) return undefined;
  if (typeof limit === "number") return limit;
  if (before < exemptBelow(limits)) return undefined;
  const { numerator, denominator } = fractionOf(limit);
  return Number((BigInt(before) * numerator) / denominator);
};

/** What is more than a limit allows. */
export interface Excess {
  readonly kind: ChangeKind;
  readonly count: number;
  readonly text: string;
}

/**
 * What of a change exceeds any of the limits. All of them hold: a percentage in one and a number in another cannot be compared.
 *
 * @param where the organization, or the whole workspace, for people
 */
export const excessesOf = (where: string, changes: Changes, limits: readonly Limits[]): Excess[] =>
  changeKinds.flatMap((kind): Excess[] => {
    const names = changes[kind];
    const strictest = limits
      .map((each) => ({ limit: each[kind], allowed: allowance(each[kind], changes.before, each) }))
      .filter(({ allowed }) => allowed !== undefined && names.length > allowed)
      .toSorted((a, b) => Number(a.allowed) - Number(b.allowed))[0];
    if (!strictest) return [];
    const { limit, allowed } = strictest;
    const of = `${names.length} of ${changes.before} grants`;
    const text = `${where}: ${kind}: ${of}, allowed ${allowed}${typeof limit === "string" ? ` (${limit})` : ""}: ${listed(names)}`;
    return [{ kind, count: names.length, text }];
  });

const isLooser = (own: Limit, ceiling: Limit): boolean => {
  if (typeof own === "number" || typeof ceiling === "number") return typeof own === typeof ceiling && own > ceiling;
  const [a, b] = [fractionOf(own), fractionOf(ceiling)];
  return a.numerator * b.denominator > b.numerator * a.denominator;
};

/**
 * Limits of a declaration that want more than the stack's configuration allows. A number and a percentage are not compared: both hold.
 *
 * @param path of the limits, for people: `limits of acme`
 */
export const looserThan = (path: string, own: Limits, ceiling: Limits, setting: string): string[] => {
  const looser = changeKinds.flatMap((kind) => {
    const [mine, most] = [own[kind], ceiling[kind]];
    return mine !== undefined && most !== undefined && isLooser(mine, most) ? [{ key: kind as string, mine, most }] : [];
  });
  const exempt = own.exemptBelow !== undefined && own.exemptBelow > exemptBelow(ceiling);
  const all = exempt ? [...looser, { key: "exemptBelow", mine: own.exemptBelow, most: exemptBelow(ceiling) }] : looser;
  return all.map(
    ({ key, mine, most }) =>
      `${path}: ${key}: ${mine} is more than the ${most} of ${setting}, which a declaration can only tighten: lower it, or raise ${setting} ` +
      "in the stack's configuration (collab:limits)",
  );
};
