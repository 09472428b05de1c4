/** Whatever the changes, their order and their grouping: what gets through is within the limits, or agreed to as exactly this change. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Limits } from "../../../../schema/limits.ts";
import { guardObjections, type GuardInputs } from "../../../../provider/resources/guard/guard-change.ts";
import { encodeRoster, parseGrant } from "../../../../provider/resources/memberships/roster.ts";
import { judge, settingsWith } from "./cases.ts";

type Roles = Readonly<Record<string, "viewer" | "editor">>;
type Workspace = Readonly<Record<string, Roles>>;

const organizations = ["acme", "globex", "initech"];
const users = Array.from({ length: 16 }, (_, index) => `u${index}`);
const role = fc.constantFrom("viewer" as const, "editor" as const);
const roles: fc.Arbitrary<Roles> = fc.dictionary(fc.constantFrom(...users), role, { maxKeys: 16, noNullPrototype: true });
const workspace: fc.Arbitrary<Workspace> = fc.dictionary(fc.constantFrom(...organizations), roles, { noNullPrototype: true });
const limit = fc.oneof(
  fc.nat(8),
  fc.nat(100).map((percent) => `${percent}%`),
);
const limits: fc.Arbitrary<Limits> = fc.record(
  { removals: limit, demotions: limit, promotions: limit, exemptBelow: fc.nat(10) },
  { requiredKeys: [], noNullPrototype: true },
);

/** Lines in some order, in some number of shards: how a declaration is put does not matter. */
const put = (declared: Workspace, order: 1 | -1, shards: number): GuardInputs["grants"] =>
  Object.fromEntries(
    Object.entries(declared).map(([id, members]) => {
      const lines = Object.entries(members).map(([userId, accessRole]) => parseGrant(`${userId} ${accessRole}`));
      return [id, encodeRoster(order === 1 ? lines : lines.toReversed(), shards)];
    }),
  );

const counted = (before: Roles, after: Roles) => {
  const ids = Object.keys(before);
  const kept = ids.filter((id) => Object.hasOwn(after, id));
  return {
    total: ids.length,
    removals: ids.length - kept.length,
    demotions: kept.filter((id) => before[id] === "editor" && after[id] === "viewer").length,
    promotions: kept.filter((id) => before[id] === "viewer" && after[id] === "editor").length,
  };
};
type Counted = ReturnType<typeof counted>;

/** The limits by their definition, in the slowest way. */
const within = ({ total, ...counts }: Counted, bounds: Limits, exemptBelow = bounds.exemptBelow ?? 10): boolean =>
  (["removals", "demotions", "promotions"] as const).every((kind) => {
    const bound = bounds[kind];
    if (bound === undefined) return true;
    if (typeof bound === "number") return counts[kind] <= bound;
    return total < exemptBelow || counts[kind] * 100 <= Number(bound.slice(0, -1)) * total;
  });

const sum = (all: readonly Counted[]): Counted =>
  all.reduce(
    (a, b) => ({
      total: a.total + b.total,
      removals: a.removals + b.removals,
      demotions: a.demotions + b.demotions,
      promotions: a.promotions + b.promotions,
    }),
    { total: 0, removals: 0, demotions: 0, promotions: 0 },
  );

const change = fc.record({
  before: workspace,
  after: workspace,
  ceilings: fc.record({ organization: limits, workspace: limits }, { noNullPrototype: true }),
  own: fc.record({ organizations: fc.dictionary(fc.constantFrom(...organizations), limits), workspace: limits }),
});

test("nothing that exceeds a limit gets through, and nothing within them is held back", () => {
  fc.assert(
    fc.property(
      change,
      fc.constantFrom(1 as const, -1 as const),
      fc.constantFrom(1, 2, 8),
      ({ before, after, ceilings, own }, order, shards) => {
        const config = { limits: JSON.stringify(ceilings) };
        const declared = { grants: put(after, order, shards), limits: own };
        const { objections } = judge({ grants: put(before, 1, 1) }, declared, config);
        const base = { removals: "25%", exemptBelow: 10 };
        const organization = { ...base, ...ceilings.organization };
        const each = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((id) => ({
          id,
          counts: counted(before[id] ?? {}, after[id] ?? {}),
        }));
        const whole = sum(each.map(({ counts }) => counts));
        const allowed =
          each.every(({ id, counts }) => within(counts, organization) && within(counts, own.organizations[id] ?? {})) &&
          within(whole, { ...base, ...ceilings.workspace }) &&
          within(whole, own.workspace);
        expect(objections === "").toBe(allowed);
        // The same change in another order and grouping has the same verdict, and the same line agrees to it.
        expect(judge({ grants: put(before, -1, 4) }, { ...declared, grants: put(after, 1, 1) }, config).agreements).toStrictEqual(
          judge({ grants: put(before, 1, 1) }, declared, config).agreements,
        );
      },
    ),
    { numRuns: 300 },
  );
});

/** An organization without anybody is the same as none. */
const people = (declared: Workspace) =>
  Object.entries(put(declared, 1, 1))
    .filter(([, roster]) => Object.keys(roster).length > 0)
    .toSorted();

test("a line that agrees to one change lets no other through", () => {
  const strict = settingsWith({ limits: '{"workspace": {"removals": 0, "demotions": 0, "promotions": 0}}' });
  const objections = (before: Workspace, after: Workspace, acknowledge?: GuardInputs["acknowledge"]): string =>
    guardObjections({ grants: put(before, 1, 1) }, { grants: put(after, 1, 1), ...(acknowledge ? { acknowledge } : {}) }, strict).join("");
  fc.assert(
    fc.property(workspace, workspace, workspace, workspace, (before, after, otherBefore, otherAfter) => {
      const printed = /acknowledge: \{ (?:.*, )?digest: "(\w+)" \}/.exec(objections(before, after));
      fc.pre(printed !== null);
      const counts = Object.fromEntries(
        [...(printed?.[0] ?? "").matchAll(/(\w+): (\d+)/g)].map(([, kind, count]) => [kind, Number(count)]),
      );
      const given = { workspace: { ...counts, digest: printed?.[1] ?? "" } };
      expect(objections(before, after, given)).toBe("");
      for (const [b, a] of [
        [otherBefore, after],
        [before, otherAfter],
        [otherBefore, otherAfter],
      ] as const) {
        const same = JSON.stringify([people(b), people(a)]) === JSON.stringify([people(before), people(after)]);
        if (!same && objections(b, a) !== "") expect(objections(b, a, given)).not.toBe("");
      }
    }),
    { numRuns: 200 },
  );
});
