/** A large set: only what changed is sent, in full calls; who fails is named, alone, and holds up nobody. */
import { expect, test } from "vitest";
import { IncompleteError } from "../../../../provider/resources/errors.ts";
import { membershipSet } from "../../../../provider/resources/membership-set.ts";
import { decodeRoster, encodeRoster, parseGrant, renderGrant } from "../../../../provider/resources/memberships/roster.ts";
import { type Bench, openBench } from "../../../support/context.ts";
import { crowd } from "./cases.ts";

type SetState = Awaited<ReturnType<typeof membershipSet.create>>;

const declared = (lines: readonly string[]) => ({
  organizationId: "acme",
  createOrganization: true,
  roster: encodeRoster(lines.map(parseGrant)),
});
const recorded = ({ inputs }: SetState): string[] => decodeRoster(inputs.roster).map(renderGrant).toSorted();
const refusing = (bench: Bench, ids: readonly string[]): void => {
  const effect = { failItems: [...ids], message: "Seat limit reached." };
  bench.emulator.faults.set(["v2/users/add", "v2/users/update"].map((operation) => ({ operation, when: {}, effect })));
};
const incomplete = async (work: Promise<unknown>): Promise<IncompleteError & { state: SetState }> => {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof IncompleteError)) throw new Error("expected an incomplete run", { cause: outcome });
  return outcome as IncompleteError & { state: SetState };
};
/** Users of each call since the last look, by operation. */
const sent = (bench: Bench, from: number) =>
  bench.emulator
    .requests()
    .slice(from)
    .map(({ operation, body }) => {
      const data: { users?: { userId: string }[]; userIds?: string[] } = Object(Reflect.get(Object(body), "data"));
      return { operation, users: data.users?.map(({ userId }) => userId) ?? data.userIds ?? [] };
    });

test("10,000 members of whom 37 fail: the others are recorded, the 37 named, and the next run sends these and no others", async () => {
  await using bench = await openBench();
  const lines = crowd(10_000);
  const failing = lines.filter((_, index) => index % 271 === 0).map((line) => line.split(" ")[0] ?? "");
  expect(failing).toHaveLength(37);
  refusing(bench, failing);
  const said: string[] = [];
  const context = { ...bench.context(), log: { info() {}, warn() {}, status: (message: string) => void said.push(message) } };

  const failure = await incomplete(membershipSet.create(context, declared(lines)));
  const landed = lines.filter((line) => !failing.includes(line.split(" ")[0] ?? ""));
  expect(recorded(failure.state)).toStrictEqual(landed.toSorted());
  expect(failure.reasons).toHaveLength(37);
  for (const id of failing) expect(failure.message).toMatch(new RegExp(`^${id} at the organization of acme: .*Seat limit reached\\.`, "m"));
  // 100 full calls; then the refused ones once more as a change, in what each call left over.
  const adds = sent(bench, 0).filter(({ operation }) => operation === "v2/users/add");
  expect(adds.map(({ users }) => users.length)).toStrictEqual(Array.from({ length: 100 }, () => 100));
  expect(said.at(-1)).toMatch(/^acme: \d+ of 10000 grants sent$/);

  bench.emulator.faults.clear();
  const before = bench.emulator.requests().length;
  const healed = await membershipSet.update(bench.context(), failure.state, declared(lines));
  const again = sent(bench, before);
  expect(again.map(({ operation }) => operation)).toStrictEqual(["v2/users/add"]);
  expect(again.flatMap(({ users }) => users).toSorted()).toStrictEqual(failing.toSorted());
  expect(healed).toStrictEqual({ inputs: declared(lines), computed: {} });
});

test("a removal, an addition and a change among 10,000 are three items, in one call for each operation", async () => {
  await using bench = await openBench();
  const lines = crowd(10_000);
  const state = await membershipSet.create(bench.context(), declared(lines));
  const before = bench.emulator.requests().length;
  const after = [...lines.slice(1).map((line, index) => (index === 7 ? line.replace("viewer", "editor") : line)), "zoe viewer"];
  await membershipSet.update(bench.context(), state, declared(after));
  const calls = sent(bench, before);
  expect(calls.flatMap(({ users }) => users)).toStrictEqual(["u000", "zoe", "u008"]);
  expect(calls.map(({ operation }) => operation)).toStrictEqual(["v1/users/delete", "v2/users/add", "v2/users/update"]);
});

test("a user who fails in run after run holds up nobody", async () => {
  await using bench = await openBench();
  refusing(bench, ["u003"]);
  let { state } = await incomplete(membershipSet.create(bench.context(), declared(crowd(10))));
  for (const count of [11, 12, 13]) {
    const failure = await incomplete(membershipSet.update(bench.context(), state, declared(crowd(count))));
    expect(failure.reasons).toStrictEqual([expect.stringMatching(/^u003 at the organization of acme: /)]);
    ({ state } = failure);
    expect(recorded(state)).toStrictEqual(crowd(count).filter((line) => line !== "u003 viewer"));
    expect(bench.emulator.access("acme", `u${String(count - 1).padStart(3, "0")}`).grants).toHaveLength(1);
  }
});
