/** The probe: how a refresh finds grants that are gone, and when it sends nothing. */
import { expect, onTestFinished, test } from "vitest";
import { kinds } from "../../../../provider/resources/index.ts";
import { encodeRoster, parseGrant } from "../../../../provider/resources/memberships/roster.ts";
import { type Bench, openBench } from "../../../support/context.ts";

const allowed = { COLLAB_PROBE: "1" };
const state = (...lines: string[]) => ({ inputs: { organizationId: "acme", roster: encodeRoster(lines.map(parseGrant)) }, computed: {} });

const open = async (environment: Readonly<Record<string, string>>, config = {}): Promise<Bench> => {
  const seed = { version: 1, organizations: { acme: { members: { ada: "editor", alan: "viewer" } } } };
  const bench = await openBench({ seed }, { refreshMemberships: "probe", ...config }, environment);
  onTestFinished(() => bench[Symbol.asyncDispose]());
  return bench;
};

test("a command that does not say that it makes no preview sends nothing, and says how to", async () => {
  const bench = await open({});
  expect(await kinds.MembershipSet.read(bench.context(), state("mallory viewer"))).toStrictEqual(state("mallory viewer"));
  expect(bench.emulator.requests()).toStrictEqual([]);
  expect(bench.said).toStrictEqual([expect.stringMatching(/not probed.*COLLAB_PROBE=1 pulumi refresh --skip-preview --yes/)]);
});

test("a stack that did not opt in sends nothing, whatever the command says", async () => {
  const bench = await open(allowed, { refreshMemberships: "state" });
  expect(await kinds.MembershipSet.read(bench.context(), state("mallory viewer"))).toStrictEqual(state("mallory viewer"));
  expect(bench.emulator.requests()).toStrictEqual([]);
});

test.each(["v1", "v2"])("with %s: users travel in batches, without any field, and nothing changes", async (apiVersion) => {
  const bench = await open(allowed, { apiVersion, maxItemsPerCall: "10" });
  const crowd = Array.from({ length: 23 }, (_, index) => `user-${index} viewer`);
  const before = bench.emulator.state();
  const seen = await kinds.MembershipSet.read(bench.context(), state("ada editor", ...crowd, "alan viewer"));
  expect(seen).toStrictEqual(state("ada editor", "alan viewer"));
  expect(bench.emulator.state()).toStrictEqual(before);
  const calls = bench.emulator.requests().map(({ operation, body }) => ({ operation, users: Object(Object(body).data).users.length }));
  const operation = `${apiVersion}/users/update`;
  expect(calls).toStrictEqual([10, 10, 5].map((users) => ({ operation, users })));
});

test("a user that the service gives no clear answer for is kept as recorded, and named", async () => {
  const bench = await open(allowed);
  bench.emulator.faults.set([{ operation: "v2/users/update", effect: { failItems: ["ada"], message: "Not now." } }]);
  expect(await kinds.MembershipSet.read(bench.context(), state("ada editor", "mallory viewer"))).toStrictEqual(state("ada editor"));
  expect(bench.said).toStrictEqual([expect.stringMatching(/^warning: ada at the organization of acme is shown as recorded: .*Not now/)]);
});

test("a service that cannot be reached fails the refresh, and takes nobody for gone", async () => {
  const bench = await open(allowed);
  bench.emulator.faults.set([{ operation: "*", effect: { dropBefore: true } }]);
  await expect(kinds.MembershipSet.read(bench.context(), state("ada editor"))).rejects.toThrow("v2/users/update");
  const inputs = { organizationId: "acme", userId: "ada", accessRole: "editor" as const };
  await expect(kinds.Membership.read(bench.context(), { inputs, computed: {} })).rejects.toThrow("v2/users/update");
});
