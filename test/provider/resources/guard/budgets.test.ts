/** Limits at their edges: a number, a percentage, small sets; and what a declaration may not give itself. */
import { describe, expect, test } from "vitest";
import { ceilingsWith, excessesOf, looserThan } from "../../../../provider/resources/guard/budgets.ts";
import type { Changes } from "../../../../provider/resources/guard/changes.ts";
import type { Limits } from "../../../../schema/limits.ts";

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `user-${index}`);
const changes = (before: number, counts: Partial<Record<"removals" | "demotions" | "promotions", number>>): Changes => ({
  before,
  removals: names(counts.removals ?? 0),
  demotions: names(counts.demotions ?? 0),
  promotions: names(counts.promotions ?? 0),
});
const exceeded = (of: Changes, ...limits: readonly Limits[]): string[] => excessesOf("acme", of, limits).map(({ kind }) => kind);

describe.each(["removals", "demotions", "promotions"] as const)("a limit of %s", (kind) => {
  test.each<{ limit: number | string; before: number; allowed: number; exemptBelow?: number }>([
    { limit: 0, before: 100, allowed: 0 },
    { limit: 5, before: 100, allowed: 5 },
    { limit: 5, before: 7, allowed: 5 },
    { limit: "25%", before: 100, allowed: 25 },
    { limit: "25%", before: 10, allowed: 2 },
    { limit: "25%", before: 11, allowed: 2 },
    { limit: "25%", before: 12, allowed: 3 },
    { limit: "0%", before: 10, allowed: 0 },
    { limit: "12.5%", before: 16, allowed: 2 },
    { limit: "33.3%", before: 1000, allowed: 333 },
    { limit: "25%", before: 3, allowed: 0, exemptBelow: 0 },
    { limit: "25%", before: 20, allowed: 5, exemptBelow: 20 },
  ])("$limit of $before grants, exempt below $exemptBelow: $allowed and no more", ({ limit, before, allowed, exemptBelow }) => {
    const limits = { [kind]: limit, ...(exemptBelow === undefined ? {} : { exemptBelow }) };
    if (allowed > 0) expect(exceeded(changes(before, { [kind]: allowed - 1 }), limits)).toStrictEqual([]);
    expect(exceeded(changes(before, { [kind]: allowed }), limits)).toStrictEqual([]);
    expect(exceeded(changes(before, { [kind]: allowed + 1 }), limits)).toStrictEqual([kind]);
  });

  test.each([
    { limits: { [kind]: "25%" }, before: 9 },
    { limits: { [kind]: "25%", exemptBelow: 20 }, before: 19 },
    { limits: { [kind]: "100%" }, before: 100 },
    { limits: {}, before: 100 },
  ])("$limits of $before grants lets all of them change", ({ limits, before }) => {
    expect(exceeded(changes(before, { [kind]: before }), limits)).toStrictEqual([]);
  });
});

test("small sets are exempt from percentages, and not from numbers", () => {
  expect(exceeded(changes(8, { removals: 6 }), { removals: "25%", exemptBelow: 10 })).toStrictEqual([]);
  expect(exceeded(changes(8, { removals: 6 }), { removals: 5, exemptBelow: 10 })).toStrictEqual(["removals"]);
});

test("all limits hold, the strictest is named, with numbers and a bounded list of names", () => {
  const found = excessesOf("acme", changes(100, { removals: 30, demotions: 3 }), [{ removals: 20, demotions: 2 }, { removals: "25%" }]);
  expect(found.map(({ text }) => text)).toStrictEqual([
    `acme: removals: 30 of 100 grants, allowed 20: ${names(10).join(", ")} and 20 more`,
    "acme: demotions: 3 of 100 grants, allowed 2: user-0, user-1, user-2",
  ]);
  expect(excessesOf("acme", changes(100, { removals: 30 }), [{ removals: 40 }, { removals: "25%" }])[0]?.text).toContain(
    "allowed 25 (25%)",
  );
});

describe("what a declaration may give itself", () => {
  const ceiling = ceilingsWith({ organization: { demotions: 10, promotions: "12.5%" } }).organization;
  const wider = (own: Limits): string[] => looserThan("limits of acme", own, ceiling, "an organization's ceiling");

  test.each<Limits>([
    { removals: "25%" },
    { removals: "0%" },
    { demotions: 10 },
    { promotions: "12.50%" },
    { exemptBelow: 10 },
    // Not compared: both hold.
    { removals: 1000 },
    { demotions: "100%" },
  ])("%j tightens", (own) => expect(wider(own)).toStrictEqual([]));

  test.each<[Limits, string]>([
    [{ removals: "25.1%" }, "limits of acme: removals: 25.1% is more than the 25%"],
    [{ demotions: 11 }, "limits of acme: demotions: 11 is more than the 10"],
    [{ promotions: "12.51%" }, "limits of acme: promotions: 12.51% is more than the 12.5%"],
    [{ exemptBelow: 11 }, "limits of acme: exemptBelow: 11 is more than the 10"],
  ])("%j is refused, with the setting that would allow it", (own, message) => {
    const [said = "", ...more] = wider(own);
    expect(more).toStrictEqual([]);
    expect(said).toContain(message);
    expect(said).toContain("collab:limits");
  });
});
