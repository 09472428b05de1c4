import { describe, expect, it } from "vitest";
import type { CollabClient } from "../../../provider/client/index.ts";
import { allGood, error, fake, gate, ok, settle } from "./fake.ts";

const scope = { organizationId: "o" };
const idsOf = ({ data }: { data: { userIds?: string[]; users?: { userId: string }[] } }) =>
  data.users?.map(({ userId }) => userId) ?? data.userIds;

/** A service whose answers wait until the test lets them go. */
const held = (answer = allGood) => {
  const { open, opened } = gate();
  return { open, ...fake(async (call) => (await opened, answer(call))) };
};

const add = (client: ReturnType<typeof held>["client"], userId: string, rest: object = {}, options = {}) =>
  client.each("addUsers", scope, [{ userId, ...rest }], options).then((outcomes) => outcomes.get(userId));

describe("calls made close together", () => {
  it("travel as one; those that come while it is under way go with the next", async () => {
    const { client, calls, open } = held();
    const first = [add(client, "a"), add(client, "b"), client.each("addUsers", { organizationId: "other" }, [{ userId: "c" }])];
    await settle();
    const second = [add(client, "d"), add(client, "e")];
    await settle();
    expect(calls.map(idsOf)).toEqual([["a", "b"], ["c"]]);
    open();
    await Promise.all([...first, ...second]);
    expect(calls.map(idsOf)).toEqual([["a", "b"], ["c"], ["d", "e"]]);
  });

  it("do not wait once they fill a call", async () => {
    const { client, calls, open } = held();
    const all = [client.each("addUsers", scope, [{ userId: "first" }])];
    await settle();
    all.push(...Array.from({ length: 130 }, (_, index) => client.each("addUsers", scope, [{ userId: `u${index}` }])));
    await settle();
    expect(calls.map((call) => idsOf(call)?.length)).toEqual([1, 100]);
    open();
    await Promise.all(all);
    expect(calls.map((call) => idsOf(call)?.length)).toEqual([1, 100, 30]);
  });

  it("do not wait forever for a call that hangs", async () => {
    const { client, calls } = held();
    void add(client, "a");
    await settle();
    void add(client, "b");
    await expect.poll(() => calls.map(idsOf), { timeout: 3000 }).toEqual([["a"], ["b"]]);
  });

  it("keep their scopes apart, whatever the order of members", async () => {
    const { client, calls } = fake();
    await Promise.all([
      client.each("addUsers", { organizationId: "o", folderId: "f" }, [{ userId: "a" }]),
      client.each("addUsers", { folderId: "f", organizationId: "o" }, [{ userId: "b" }]),
      client.each("addUsers", { organizationId: "o", documentId: "f" }, [{ userId: "c" }]),
      client.each("updateUsers", { organizationId: "o", folderId: "f" }, [{ userId: "d" }]),
    ]);
    expect(calls.map(idsOf)).toEqual([["a", "b"], ["c"], ["d"]]);
  });

  it("a failing item fails its caller only", async () => {
    const { client } = fake(() => ok({ a: { success: true }, b: { success: false, message: "No." } }));
    expect(await Promise.all([add(client, "a"), add(client, "b")])).toMatchObject([{ ok: true }, { ok: false, error: { code: "item" } }]);
  });

  it("the same item is sent once for all who ask; another content goes later, in order", async () => {
    const { client, calls, open } = held();
    const all = [add(client, "a", { name: "A" }), add(client, "a", { name: "A" }), add(client, "a", { name: "B" })];
    await settle();
    const last = add(client, "a", { name: "A" });
    await settle();
    expect(calls).toHaveLength(1);
    open();
    expect(await Promise.all([...all, last])).toMatchObject(Array.from({ length: 4 }, () => ({ ok: true })));
    expect(calls.map(({ data }) => data.users)).toEqual([
      [{ userId: "a", name: "A" }],
      [{ userId: "a", name: "B" }],
      [{ userId: "a", name: "A" }],
    ]);
  });

  it("one caller's end leaves the others alone, and all ends end the call", async () => {
    const { client, calls, open } = held();
    const [one, other] = [new AbortController(), new AbortController()];
    const running = [add(client, "a", {}, { signal: one.signal }), add(client, "b", {}, { signal: other.signal })];
    await settle();
    const queued = add(client, "c", {}, { signal: one.signal });
    one.abort();
    expect(await running[0]).toMatchObject({ error: { code: "cancelled" } });
    expect(await queued).toMatchObject({ error: { code: "cancelled" } });
    open();
    expect(await running[1]).toMatchObject({ ok: true });
    await settle();
    expect(calls.map(idsOf)).toEqual([["a", "b"]]);
  });

  it("what callers give as soon as they have their answers travels as one, too", async () => {
    const { client, calls } = fake();
    const twice = async (userId: string) => {
      await add(client, userId);
      await Promise.resolve().then(() => undefined);
      await add(client, `${userId}2`);
    };
    await Promise.all(["a", "b", "c"].map(twice));
    expect(calls.map(idsOf)).toEqual([
      ["a", "b", "c"],
      ["a2", "b2", "c2"],
    ]);
  });

  it("not where it is switched off", async () => {
    const { client, calls } = fake(allGood, { coalesce: false });
    await Promise.all([add(client, "a"), add(client, "b")]);
    expect(calls.map(idsOf)).toEqual([["a"], ["b"]]);
  });

  it("reads by id, too", async () => {
    const { client, calls } = fake(({ data }) => ok(data.documentIds.map((id: string) => ({ id }))));
    await Promise.all(Array.from({ length: 40 }, (_, index) => client.documents("o", [`d${index}`])));
    expect(calls.map(({ data }) => data.documentIds.length)).toEqual([30, 10]);
  });
});

describe("documents that are asked for one after the other", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `d${index}`);
  const service = (pageSize: number) =>
    fake(({ data }) => {
      if (data.documentIds) return ok(data.documentIds.filter((id: string) => id !== "gone").map((id: string) => ({ id })));
      const start = Number(data.pageToken ?? 0);
      const next = start + pageSize < many.length ? { pageToken: String(start + pageSize) } : {};
      return ok(
        many.slice(start, start + pageSize).map((id) => ({ id })),
        next,
      );
    });
  const ask = async (client: CollabClient, ids: readonly string[]) => {
    for (const id of ids) expect(await client.document("o", id)).toEqual({ id });
  };

  it("are listed once there are many, and one that the list lacks is asked for all the same", async () => {
    const { client, calls } = service(100);
    await ask(client, [...many, "hidden"]);
    expect(await client.document("o", "gone")).toBeUndefined();
    expect(calls.length).toBeLessThanOrEqual(20 + 10 + 2);
  });

  it("are not listed where the list is longer than it is worth", async () => {
    const { client, calls } = service(10);
    await ask(client, many.slice(0, 60));
    expect(calls.length).toBe(60 + 20);
  });
});

describe("documents of a folder", () => {
  const listing = () => fake(({ operation, data }) => (operation === "getDocuments" ? ok([{ id: `in ${data.folderId}` }]) : ok({})));

  it("are read once for all who ask close together, and again after a write to the organization", async () => {
    const { client, calls } = listing();
    const found = await Promise.all([client.documentsIn("o", "f"), client.documentsIn("o", "f"), client.documentsIn("o", "g")]);
    expect(found.map((documents) => [...documents.keys()])).toEqual([["in f"], ["in f"], ["in g"]]);
    expect(calls.map(({ data }) => data.folderId)).toEqual(["f", "g"]);
    await client.documentsIn("o", "f");
    expect(calls).toHaveLength(2);
    await client.addDocuments({ organizationId: "o", documents: [] });
    await client.documentsIn("o", "f");
    expect(calls).toHaveLength(4);
  });

  it("that have to be fresh are those of a read that starts after they were asked for", async () => {
    const { open, opened } = gate();
    const { client, calls } = fake(async () => {
      await opened;
      return ok([]);
    });
    const first = client.documentsIn("o", "f", { fresh: true });
    await settle();
    const later = Array.from({ length: 5 }, () => client.documentsIn("o", "f", { fresh: true }));
    await settle();
    expect(calls).toHaveLength(1);
    open();
    await Promise.all([first, ...later]);
    expect(calls).toHaveLength(2);
  });
});

const folders = () => fake(({ operation }) => (operation === "getFolders" ? ok([{ folderId: "f" }]) : ok({ f: { success: true } })));

describe("folders of an organization", () => {
  it("are read once for callers that ask close together, and again after a pause", async () => {
    const { client, calls, advance } = folders();
    await Promise.all([client.folders("o"), client.folders("o"), client.folders("p")]);
    advance(900);
    await client.folders("o");
    expect(calls).toHaveLength(2);
    advance(1100);
    await client.folders("o");
    expect(calls).toHaveLength(3);
    await client.folders("o", { fresh: true });
    expect(calls).toHaveLength(4);
  });

  it("are read again after a write to that organization, and while it may not be visible yet", async () => {
    const { client, calls, advance } = folders();
    const reads = () => calls.filter(({ operation }) => operation === "getFolders").length;
    await client.folders("o");
    await client.folders("p");
    await client.each("updateFolders", scope, [{ folderId: "f" }]);
    await client.folders("p");
    expect(reads()).toBe(2);
    await client.folders("o");
    await client.folders("o");
    expect(reads()).toBe(4);
    advance(3000);
    await client.folders("o");
    await client.folders("o");
    expect(reads()).toBe(5);
  });

  it("when nobody waits any more, the read is ended; who comes later gets a new one", async () => {
    const { open, opened } = gate();
    const { client, calls } = fake(async (_, index) => {
      await opened;
      return index === 0 ? error("UNAVAILABLE", "Away.", 503) : ok([]);
    });
    const reads = [client.folders("o", { timeoutMs: 5 }), client.folders("o", { timeoutMs: 10 })];
    await expect(Promise.allSettled(reads)).resolves.toMatchObject([{ reason: { code: "timeout" } }, { reason: { code: "timeout" } }]);
    open();
    await settle();
    expect(calls).toHaveLength(1);
    expect(await client.folders("o")).toEqual([]);
    expect(calls).toHaveLength(2);
  });

  it("a failure is not kept, and one caller's end is not another's", async () => {
    const { open, opened } = gate();
    const { client, calls } = fake(async (_, index) => {
      await opened;
      return index === 0 ? error("FAILED_PRECONDITION", "Off.") : ok([]);
    });
    const read = [client.folders("o", { timeoutMs: 5 }), client.folders("o")];
    await expect(read[0]).rejects.toMatchObject({ code: "timeout" });
    open();
    await expect(read[1]).rejects.toMatchObject({ code: "precondition" });
    expect(await client.folders("o")).toEqual([]);
    expect(calls).toHaveLength(2);
  });
});
