/** What cannot be undone: it happens where the declaration asks for it, as often as it asks, and nowhere else. */
import { expect, onTestFinished, test } from "vitest";
import type { SnapshotInput } from "../../../emulator/index.ts";
import { IncompleteError } from "../../../provider/resources/errors.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { type Bench, openBench } from "../../support/context.ts";

const open = async (state: SnapshotInput): Promise<Bench> => {
  const bench = await openBench();
  onTestFinished(() => bench[Symbol.asyncDispose]());
  bench.emulator.setState(state);
  return bench;
};

test.each([
  { deleteData: true, left: ["banner"] },
  { deleteData: false, left: ["hero", "banner"] },
  { deleteData: undefined, left: ["hero", "banner"] },
])("a Location that is deleted with deleteData: $deleteData leaves the comments at $left", async ({ deleteData, left }) => {
  const at = (locationId: string) => ({
    id: locationId,
    kind: "comment" as const,
    organizationId: "acme",
    documentId: "brand",
    locationId,
    userId: "ada",
  });
  const bench = await open({ organizations: { acme: { documents: { brand: {} } } }, features: [at("hero"), at("banner")] });
  const inputs = { organizationId: "acme", documentId: "brand", location: { id: "hero" }, deleteData };
  const state = await kinds.Location.create(bench.context(), inputs);
  await kinds.Location.delete(bench.context(), state);
  expect(new Set(bench.emulator.state().features.map(({ locationId }) => locationId))).toStrictEqual(new Set(left));
});

test("a UserDataDeletion runs once, again for users that are newly listed, and for all of them when a trigger changes", async () => {
  const bench = await open({ organizations: { acme: {} } });
  const jobs = (): string[][] =>
    bench.emulator
      .state()
      .jobs.map(({ userIds }) => userIds)
      .toSorted();
  const listed = (userIds: string[], triggers = {}) => ({ userIds, confirm: userIds, triggers });
  const first = await kinds.UserDataDeletion.create(bench.context(), listed(["ada"]));
  expect(jobs()).toStrictEqual([["ada"]]);
  const second = await kinds.UserDataDeletion.update(bench.context(), first, listed(["ada", "alan"]));
  expect(jobs()).toStrictEqual([["ada"], ["alan"]]);
  const third = await kinds.UserDataDeletion.update(bench.context(), second, listed(["alan"]));
  expect(jobs()).toStrictEqual([["ada"], ["alan"]]);
  const fourth = await kinds.UserDataDeletion.update(bench.context(), third, listed(["ada", "alan"], { run: "2" }));
  expect(jobs()).toStrictEqual([["ada"], ["ada", "alan"], ["alan"]]);
  expect(fourth.computed.jobIds).toHaveLength(3);
  await kinds.UserDataDeletion.delete(bench.context(), fourth);
  expect(jobs()).toHaveLength(3);
});

test("a UserGroup that is emptied on deletion says which user stayed", async () => {
  const group = { groupName: "Designers", users: ["ada", "alan"] };
  const bench = await open({ organizations: { acme: { userGroups: { designers: group } } } });
  const inputs = { organizationId: "acme", groupId: "designers", groupName: "Designers", onDelete: "empty" as const };
  const state = await kinds.UserGroup.create(bench.context(), inputs);
  const operation = "v1/organizations/usergroups/users/delete";
  const alan = { success: false, organizationUserGroupId: "designers", message: "Not now." };
  const body = { result: { status: "success", message: "Done.", data: { ada: { ...alan, success: true }, alan } } };
  bench.emulator.faults.set([
    { operation, when: { count: 1 }, effect: { status: 200, body } },
    { operation, effect: { failItems: ["alan"], message: "Planted failure." } },
  ]);
  await expect(kinds.UserGroup.delete(bench.context(), state)).rejects.toThrow("Planted failure.");
  bench.emulator.faults.clear();
  await kinds.UserGroup.delete(bench.context(), state);
  expect(bench.emulator.state().organizations["acme"]?.userGroups["designers"]?.users).toStrictEqual([]);
});

test.each([
  { name: "no longer listed", now: { organizationIds: ["acme"], disabled: true } },
  { name: "deleted", now: undefined },
])("an organization that a DisabledState may have disabled is enabled when it is $name", async ({ now }) => {
  const bench = await open({ organizations: { acme: {}, globex: {} } });
  const inputs = { organizationIds: ["acme", "globex"], disabled: true, onDelete: "enable" as const };
  bench.emulator.faults.set([{ operation: "v2/organizations/access/disablestate/update", effect: { dropAfter: true } }]);
  const failure = await kinds.DisabledState.create(bench.context(), inputs).catch((error: unknown) => error);
  if (!(failure instanceof IncompleteError)) throw failure;
  bench.emulator.faults.clear();
  const state = failure.state as Awaited<ReturnType<typeof kinds.DisabledState.create>>;
  if (now) await kinds.DisabledState.update(bench.context(), state, { ...inputs, ...now });
  else await kinds.DisabledState.delete(bench.context(), state);
  const { acme, globex } = bench.emulator.state().organizations;
  expect([acme?.disabled, globex?.disabled]).toStrictEqual([now !== undefined, false]);
});

test("a DomainRemoval of more domains than the service takes in a call removes them all", async () => {
  const domains = Array.from({ length: 150 }, (_, index) => `d${index}.example`);
  const bench = await openBench({ switches: { domainsMax: "100" } }, { maxItemsPerCall: "1000" });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  bench.emulator.setState({ allowedDomains: [...domains, "kept.example"] });
  await kinds.DomainRemoval.create(bench.context(), { domains });
  expect(bench.emulator.state().allowedDomains).toStrictEqual(["kept.example"]);
  expect(bench.writes()).toHaveLength(2);
});
