import { assert, asyncProperty, integer, nat, uniqueArray } from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemOutcome } from "../../../provider/client/index.ts";
import { allGood, type Call, error, fake, gate, ok, type Reply, settle } from "./fake.ts";

const scope = { organizationId: "o" };
const usersOf = (count: number) => Array.from({ length: count }, (_, index) => ({ userId: `u${index}` }));
const summary = (outcomes: Map<string, ItemOutcome>): Record<string, string> =>
  Object.fromEntries([...outcomes].map(([id, outcome]) => [id, outcome.ok ? "ok" : outcome.error.code]));
const idsOf = ({ data }: Call): string[] => data.users.map(({ userId }: { userId: string }) => userId);
const signature = (): Reply => ok({ signature: "f" });
const refuseThose =
  (bad: readonly string[]) =>
  (call: Call): Reply => {
    if (call.operation === "generateSignature") return signature();
    return idsOf(call).some((id) => bad.includes(id)) ? error("INVALID_ARGUMENT", "Invalid user.") : allGood(call);
  };

describe("chunks", () => {
  it("are as large as option and table allow, and all items are accounted for", async () => {
    const progress: [number, number][] = [];
    const { client, calls } = fake();
    const outcomes = await client.each("addUsers", scope, usersOf(250), { onProgress: (...step) => progress.push(step) });
    expect(calls.map((call) => idsOf(call).length)).toEqual([100, 100, 50]);
    expect([...outcomes.keys()]).toEqual(usersOf(250).map(({ userId }) => userId));
    expect(progress.at(-1)).toEqual([250, 250]);
    expect(progress.length).toBeLessThan(10);
  });

  it.each([
    ["deleteUserData", {}, 30],
    ["getDocuments", scope, 30],
    ["deleteDomains", {}, 100],
    ["deleteUsers", scope, 120],
  ] as const)("%s: the operation's own cap holds", async (name, given, size) => {
    const answers = { deleteUserData: { body: { status: "success", message: "", data: { jobId: "j", tasksCount: 1 }, statusCode: 202 } } };
    const { client, calls } = fake(
      (call) => {
        if (name === "deleteUserData") return answers[name];
        if (name === "deleteDomains") return ok({ domainsRemoved: call.data.domains });
        return name === "getDocuments" ? ok(call.data.documentIds.map((id: string) => ({ id }))) : allGood(call);
      },
      { maxItemsPerCall: 120 },
    );
    const ids = Array.from({ length: 121 }, (_, index) => `i${index}`);
    // The union of four signatures is one too many for the compiler.
    const outcomes = await client.each(name as "deleteUsers", given as typeof scope, ids);
    expect(Math.max(...calls.map(({ data }) => (Object.values(data).find(Array.isArray) as unknown[]).length))).toBe(size);
    expect(new Set(Object.values(summary(outcomes)))).toEqual(new Set(["ok"]));
  });

  it("nothing to send, nothing sent", async () => {
    const { client, calls } = fake();
    expect(await client.each("addUsers", scope, [])).toEqual(new Map());
    expect(calls).toEqual([]);
  });

  it("the same item twice is sent once; two that differ are not sent", async () => {
    const { client, calls } = fake();
    const outcomes = await client.each("addUsers", scope, [
      { userId: "a" },
      { userId: "a" },
      { userId: "b", name: "B" },
      { userId: "b", name: "C" },
      { userId: "__proto__" },
    ]);
    expect(calls.map(idsOf)).toEqual([["a", "__proto__"]]);
    expect([...outcomes].map(([id, outcome]) => [id, outcome.ok || outcome.error.code])).toEqual([
      ["a", true],
      ["b", "invalid"],
      ["__proto__", true],
    ]);
  });
});

describe("items that fail", () => {
  it("fail alone, with the service's message and a code", async () => {
    const { client } = fake(() =>
      ok({
        a: { success: true, message: "User added." },
        b: { success: false, message: "User does not exist." },
        c: { success: false, message: "Hm.", code: "already-exists" },
        d: { success: false, message: "No." },
        e: { success: "maybe" },
      }),
    );
    const outcomes = await client.each(
      "addUsers",
      scope,
      [..."abcdef"].map((userId) => ({ userId })),
    );
    expect(summary(outcomes)).toEqual({ a: "ok", b: "not-found", c: "already-exists", d: "item", e: "protocol", f: "protocol" });
    expect(outcomes.get("d")).toMatchObject({ error: { serviceMessage: "No.", operation: "addUsers" } });
  });

  it("are sent again alone where the reason passes", async () => {
    const { client, calls } = fake((call, index) =>
      index === 0 ? ok({ a: { success: true }, b: { success: false, message: "x", code: "unavailable" } }) : allGood(call),
    );
    expect(summary(await client.each("addUsers", scope, [{ userId: "a" }, { userId: "b" }]))).toEqual({ a: "ok", b: "ok" });
    expect(calls.map(idsOf)).toEqual([["a", "b"], ["b"]]);
  });

  it("listed in error.details are not sent again", async () => {
    const details = { a: { success: true }, b: { success: false, message: "Document already exists.", code: "already-exists" } };
    const { client, calls } = fake(() => error("INTERNAL", "Some exist.", 200, { details }));
    const documents = [..."abc"].map((documentId) => ({ documentId }));
    expect(summary(await client.each("addDocuments", scope, documents))).toEqual({ a: "ok", b: "already-exists", c: "protocol" });
    expect(calls).toHaveLength(1);
  });

  it("removed by an attempt whose answer was lost: said where that shows", async () => {
    const { client } = fake((_, index) =>
      index === 0 ? { drop: "UND_ERR_SOCKET" } : ok({ a: { success: false, message: "User does not exist." } }),
    );
    const outcome = (await client.each("deleteUsers", scope, ["a"])).get("a");
    expect(outcome).toMatchObject({ error: { code: "not-found", message: expect.stringContaining("An earlier attempt") } });
  });

  it("what cannot be written as JSON fails alone, and nothing rejects or hangs", async () => {
    const { client, calls } = fake();
    const odd = { userId: "a", size: 1n };
    expect(summary(await client.each("addUsers", scope, [odd]))).toEqual({ a: "internal" });
    expect(summary(await client.each("addUsers", scope, [odd, { ...odd }]))).toEqual({ a: "invalid" });
    const both = await Promise.all([client.each("addUsers", scope, [odd]), client.each("addUsers", scope, [{ ...odd }])]);
    expect(both.map(summary)).toEqual([{ a: "internal" }, { a: "internal" }]);
    expect(summary(await client.each("addUsers", { ...scope, size: 1n }, usersOf(1), { timeoutMs: 1000 }))).toEqual({ u0: "invalid" });
    expect(calls).toEqual([]);
  });

  it("a missing notification is not found", async () => {
    const { client } = fake(() => ok({ n: { success: false, message: "Failed to update notification." } }));
    expect(summary(await client.each("updateNotifications", scope, [{ id: "n" }]))).toEqual({ n: "not-found" });
  });

  it("operation 18 says which job; an answer without one is not understood", async () => {
    const job = { jobId: "j", tasksCount: 1 };
    const { client } = fake((_, index) => ({
      body: { status: "success", message: "Started.", data: index === 0 ? job : {}, statusCode: 202 },
    }));
    expect(await client.each("deleteUserData", {}, ["a"])).toEqual(new Map([["a", { ok: true, value: job }]]));
    expect(summary(await client.each("deleteUserData", {}, ["a"]))).toEqual({ a: "protocol" });
  });
});

describe("a call that is refused as a whole", () => {
  it("is halved until only the culprits fail", async () => {
    const { client, calls } = fake(refuseThose(["u3", "u77"]));
    const outcomes = await client.each("addUsers", scope, usersOf(100));
    expect([...outcomes].filter(([, { ok: landed }]) => !landed).map(([id]) => id)).toEqual(["u3", "u77"]);
    expect(outcomes.get("u3")).toMatchObject({ error: { code: "invalid", serviceMessage: "Invalid user." } });
    expect(String((outcomes.get("u3") as { error: Error }).error)).toContain('item "u3"');
    expect(calls.filter(({ operation }) => operation === "generateSignature")).toHaveLength(1);
  });

  it("whichever the culprits are", async () => {
    await assert(
      asyncProperty(uniqueArray(nat(39), { maxLength: 39 }), integer({ min: 1, max: 12 }), async (bad, maxItemsPerCall) => {
        const { client } = fake(refuseThose(bad.map((index) => `u${index}`)), { maxItemsPerCall });
        const outcomes = await client.each("addUsers", scope, usersOf(40));
        expect([...outcomes].filter(([, { ok: landed }]) => !landed)).toHaveLength(bad.length);
      }),
      { numRuns: 20 },
    );
  });

  it("for wrong credentials is not halved, whatever it says", async () => {
    for (const message of ["Bad request.", "Wrong api key."]) {
      const { client, calls } = fake(() => error("INVALID_ARGUMENT", message));
      const outcomes = await client.each("addUsers", scope, usersOf(100));
      expect(new Set(Object.values(summary(outcomes)))).toEqual(new Set(["unauthorized"]));
      expect(calls).toHaveLength(2);
    }
  });

  it("is halved although its words speak of credentials, where these are good", async () => {
    const { client } = fake((call) =>
      call.operation === "generateSignature"
        ? signature()
        : idsOf(call).includes("api-key")
          ? error("INVALID_ARGUMENT", "No user api-key.")
          : allGood(call),
    );
    const outcomes = await client.each("addUsers", scope, [{ userId: "a" }, { userId: "api-key" }]);
    expect(summary(outcomes)).toEqual({ a: "ok", "api-key": "invalid" });
  });

  it("is given up where nothing ever lands: the scope is at fault", async () => {
    const { client, calls } = fake((call) =>
      call.operation === "generateSignature" ? signature() : error("INVALID_ARGUMENT", "No such organization."),
    );
    const outcomes = await client.each("addUsers", scope, usersOf(2000));
    expect(new Set(Object.values(summary(outcomes)))).toEqual(new Set(["invalid"]));
    expect(calls.length).toBeLessThan(400);
  });

  it.each([
    ["not found", error("NOT_FOUND", "No organization.", 404), "not-found", 1],
    ["away", error("UNAVAILABLE", "Away.", 503), "unavailable", 5],
    ["lost", { drop: "UND_ERR_SOCKET" }, "network", 5],
  ] as const)("%s: fails every item, and never rejects", async (_, reply, code, attempts) => {
    const { client, calls } = fake(() => reply);
    expect(summary(await client.each("addUsers", scope, usersOf(2)))).toEqual({ u0: code, u1: code });
    expect(calls).toHaveLength(attempts);
  });

  it("lost after it was carried out: sent again, and said where that shows", async () => {
    const { client } = fake((_, index) =>
      index === 0 ? { drop: "UND_ERR_SOCKET" } : ok({ a: { success: false, message: "Document already exists." } }),
    );
    const outcome = (await client.each("addDocuments", scope, [{ documentId: "a" }])).get("a");
    expect(outcome).toMatchObject({ error: { code: "already-exists", attempts: 2 } });
    expect(String((outcome as { error: Error }).error)).toContain("An earlier attempt");
  });
});

describe("an end before all answers", () => {
  it("items that are sent again for a passing reason are not sent after it", async () => {
    const controller = new AbortController();
    const { client, calls } = fake(
      (_, index) =>
        index === 0 ? ok({ a: { success: true }, b: { success: false, message: "Try again." } }) : error("UNAVAILABLE", "Away.", 503),
      { sleep: async () => void (calls.length === 2 && controller.abort()) },
    );
    const outcomes = await client.each("addUsers", scope, [{ userId: "a" }, { userId: "b" }], { signal: controller.signal });
    expect(summary(outcomes)).toEqual({ a: "ok", b: "cancelled" });
    await settle();
    expect(calls.map(idsOf)).toEqual([["a", "b"], ["b"]]);
  });

  it.each([
    ["a signal", "cancelled"],
    ["its time", "timeout"],
  ])("%s: what landed is ok, the rest failed", async (how, code) => {
    const controller = new AbortController();
    const { open, opened } = gate();
    const { client, calls } = fake(
      async (call, index) => {
        if (index > 0) await opened;
        return allGood(call);
      },
      { maxItemsPerCall: 1, maxConcurrency: 2 },
    );
    const options = how === "its time" ? { timeoutMs: 20 } : { signal: controller.signal };
    const running = client.each("addUsers", scope, usersOf(4), options);
    await settle();
    controller.abort();
    expect(summary(await running)).toEqual({ u0: "ok", u1: code, u2: code, u3: code });
    open();
    await settle();
    expect(calls).toHaveLength(3);
    expect(summary(await client.each("addUsers", scope, usersOf(1), { signal: AbortSignal.abort() }))).toEqual({ u0: "cancelled" });
  });
});
