/** What a set of grants sends, and what it keeps where that fails. */
import { describe, expect, test } from "vitest";
import type { Context } from "../../../provider/resources/contract.ts";
import { IncompleteError } from "../../../provider/resources/errors.ts";
import { type Grant, organizationLevel } from "../../../provider/resources/memberships/grants.ts";
import { deleteResource } from "../../../provider/resources/lifecycle.ts";
import { membershipSet } from "../../../provider/resources/membership-set.ts";
import { decodeRoster, encodeRoster, parseGrant, renderGrant } from "../../../provider/resources/memberships/roster.ts";
import { type Bench, openBench } from "../../support/context.ts";

const organizationId = "acme";
const declared = (grants: readonly Grant[]) => ({ organizationId, roster: encodeRoster(grants), createOrganization: true });
const lines = (...texts: string[]): Grant[] => texts.map(parseGrant);

const seed = {
  version: 1,
  organizations: {
    acme: {
      folders: { design: { name: "Design" }, archive: { name: "Archive" } },
      documents: { brand: { name: "Brand" }, plan: { name: "Plan" } },
    },
  },
};

/** Everybody's grants, as the service has them. */
const actual = ({ emulator }: Bench, users: Iterable<string>): string[] =>
  [...new Set(users)]
    .flatMap((userId) =>
      emulator.access(organizationId, userId).grants.map(({ level, id, role }) =>
        renderGrant({
          userId,
          level: level === "organization" ? organizationLevel : { kind: level, id },
          accessRole: role === "editor" ? "editor" : "viewer",
        }),
      ),
    )
    .toSorted();

describe("what is sent", () => {
  test.each([
    { name: "nothing for an empty set", before: [], after: [], calls: [] },
    { name: "one addition", before: [], after: ["ada editor"], calls: ["v2/users/add"] },
    { name: "one change", before: ["ada viewer"], after: ["ada editor"], calls: ["v2/users/update"] },
    { name: "a name that is no longer declared: nothing", before: ["ada viewer name=Ada"], after: ["ada viewer"], calls: [] },
    {
      name: "a removal from everything, then what it took along",
      before: ["ada editor", "ada viewer document=brand", "ada viewer document=plan"],
      after: ["ada viewer document=brand"],
      calls: ["v1/users/delete", "v2/users/add"],
    },
    {
      name: "removals at two levels for two users",
      before: ["ada editor", "alan viewer document=brand"],
      after: [],
      calls: ["v1/users/delete", "v1/users/delete"],
    },
  ])("$name", async ({ before, after, calls }) => {
    await using bench = await openBench({ seed });
    const state = await membershipSet.create(bench.context(), declared(lines(...before)));
    bench.writes();
    await membershipSet.update(bench.context(), state, declared(lines(...after)));
    expect(bench.writes()).toStrictEqual(calls);
  });

  test("nothing, where a removal from a folder is needed and its effect is not known", async () => {
    await using bench = await openBench({ seed });
    const state = await membershipSet.create(bench.context(), declared(lines("ada editor folder=design", "alan viewer")));
    bench.writes();
    await expect(membershipSet.update(bench.context(), state, declared([]))).rejects.toThrow("cannot remove ada from folder design");
    expect(bench.writes()).toStrictEqual([]);
  });
});

describe("partial failure", () => {
  test("the others are recorded, the failed one is named with the service's message, and the next update sends only that one", async () => {
    await using bench = await openBench({ seed });
    const refused = { failItems: ["alan"], message: "Seat limit reached." };
    bench.emulator.faults.set([
      { operation: "v2/users/add", when: {}, effect: refused },
      { operation: "v2/users/update", when: {}, effect: refused },
    ]);
    const wanted = declared(lines("ada editor", "alan viewer", "grace viewer"));
    const failure = await membershipSet.create(bench.context(), wanted).catch((error: unknown) => error);
    if (!(failure instanceof IncompleteError)) throw failure;
    expect(failure.reasons).toHaveLength(1);
    expect(failure.message).toMatch(/alan at the organization of acme: .*Seat limit reached\./);
    const state = failure.state as Awaited<ReturnType<typeof membershipSet.create>>;
    expect(decodeRoster(state.inputs.roster).map(renderGrant)).toStrictEqual(["ada editor", "grace viewer"]);
    bench.emulator.faults.clear();
    bench.writes();
    const healed = await membershipSet.update(bench.context(), state, wanted);
    expect(bench.writes()).toStrictEqual(["v2/users/add"]);
    expect(healed.inputs).toStrictEqual(wanted);
  });

  test("one malformed member does not stop the others of its call", async () => {
    await using bench = await openBench({ seed });
    const grants = Array.from({ length: 100 }, (_, index): Grant => ({
      userId: `user-${index}`,
      level: organizationLevel,
      accessRole: "viewer",
      email: index === 42 ? "no address" : `user-${index}@acme.example`,
    }));
    const failure = await membershipSet.create(bench.context(), declared(grants)).catch((error: unknown) => error);
    if (!(failure instanceof IncompleteError)) throw failure;
    expect(failure.reasons).toHaveLength(1);
    expect(failure.message).toContain("user-42 at the organization");
    const users = grants.map(({ userId }) => userId);
    expect(actual(bench, users)).toHaveLength(99);
  });

  test("wrong credentials are one failure, not one a member", async () => {
    await using bench = await openBench({ seed }, { apiKey: "wrong" });
    const grants = Array.from({ length: 64 }, (_, index): Grant => ({
      userId: `user-${index}`,
      level: organizationLevel,
      accessRole: "viewer",
    }));
    await expect(membershipSet.create(bench.context(), declared(grants))).rejects.toThrow("API key");
    expect(bench.emulator.requests().length).toBeLessThan(5);
  });
});

describe("answers that are lost", () => {
  const cut = (operation: string) => [{ operation, when: {}, effect: { dropAfter: true as const } }];
  const failedState = async (attempt: Promise<unknown>) => {
    const failure = await attempt.catch((error: unknown) => error);
    if (!(failure instanceof IncompleteError)) throw failure;
    return failure.state as Awaited<ReturnType<typeof membershipSet.create>>;
  };

  test("a grant that may have landed is kept, marked, and taken away once it is no longer declared", async () => {
    await using bench = await openBench({ seed });
    bench.emulator.faults.set(cut("v2/users/add"));
    const state = await failedState(membershipSet.create(bench.context(), declared(lines("ada editor"))));
    expect(state.inputs.roster).toStrictEqual({ "1-of-1": "ada editor unsure=true\n" });
    expect(actual(bench, ["ada"])).toStrictEqual(["ada editor"]);
    bench.emulator.faults.clear();
    await membershipSet.update(bench.context(), state, declared([]));
    expect(actual(bench, ["ada"])).toStrictEqual([]);
  });

  test("a removal that may have taken everything along is made good when it is declared again", async () => {
    await using bench = await openBench({ seed });
    const before = declared(lines("ada editor", "ada viewer document=brand"));
    const state = await membershipSet.create(bench.context(), before);
    bench.emulator.faults.set(cut("v1/users/delete"));
    const after = await failedState(membershipSet.update(bench.context(), state, declared(lines("alan viewer"))));
    bench.emulator.faults.clear();
    const restored = await membershipSet.update(bench.context(), after, before);
    expect(actual(bench, ["ada", "alan"])).toStrictEqual(["ada editor", "ada viewer document=brand"]);
    expect(restored.inputs).toStrictEqual(before);
  });
});

describe("another resource of the run declares the same organization", () => {
  test("only what it lacks is taken away, whenever the old one is deleted", async () => {
    await using bench = await openBench({ seed });
    const old = await membershipSet.create(bench.context(), declared(lines("ada editor", "alan viewer", "alan viewer document=plan")));
    const heir = declared(lines("alan editor document=plan", "grace viewer"));
    await membershipSet.create(bench.context(), heir);
    const context: Context = { ...bench.context(), declared: new Map([["MembershipSet acme", heir]]) };
    await deleteResource(membershipSet, context, old);
    expect(actual(bench, ["ada", "alan", "grace"])).toStrictEqual(["alan editor document=plan", "grace viewer"]);
  });
});
