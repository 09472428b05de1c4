import { describe, expect, it } from "vitest";
import type { FaultRule } from "../../emulator/index.ts";
import { start } from "./start.ts";

const organizationId = "acme";
const operation = "v2/users/add";
const add = (...ids: string[]) => ({ organizationId, users: ids.map((userId) => ({ userId })) });

describe("effects", () => {
  it("an HTTP status with body and Retry-After: nothing is done", async () => {
    const { call, faults, state } = await start();
    faults.set([{ operation, effect: { status: 503, body: { error: { message: "Later.", status: "UNAVAILABLE" } }, retryAfter: 2 } }]);
    const answer = await call("addUsers", add("ada"));
    expect(answer).toMatchObject({ http: 503, error: { message: "Later." } });
    expect(answer.headers["retry-after"]).toBe("2");
    expect(state().organizations).toEqual({});
  });

  it.each([
    [429, "RESOURCE_EXHAUSTED"],
    [500, "INTERNAL"],
    [502, "UNAVAILABLE"],
    [503, "UNAVAILABLE"],
  ])("without a body, HTTP %i says %s", async (status, expected) => {
    const { call, faults } = await start();
    faults.set([{ operation, effect: { status } }]);
    expect((await call("addUsers", add("ada"))).error?.["status"]).toBe(expected);
  });

  it.each([
    [{ dropBefore: true } as const, false],
    [{ dropAfter: true } as const, true],
  ])("%j closes the socket", async (effect, done) => {
    const emulator = await start();
    emulator.faults.set([{ operation, effect }]);
    await expect(emulator.call("addUsers", add("ada"))).rejects.toThrow();
    expect(emulator.state().organizations[organizationId] !== undefined).toBe(done);
    expect(emulator.requests()).toMatchObject([{ operation, status: null, durationMs: expect.any(Number) }]);
  });

  it("delayMs answers later, as usual", async () => {
    const { call, faults } = await start();
    faults.set([{ operation, effect: { delayMs: 60 } }]);
    const begin = performance.now();
    expect((await call("addUsers", add("ada"))).data).toMatchObject({ ada: { success: true } });
    expect(performance.now() - begin).toBeGreaterThan(55);
  });

  it("failItems fails these items, the others land", async () => {
    const { call, faults, state } = await start();
    faults.set([{ operation: "*", effect: { failItems: ["bob", "secret"], message: "Busy." } }]);
    expect((await call("addUsers", add("ada", "bob"))).data).toMatchObject({
      ada: { success: true },
      bob: { success: false, message: "Busy." },
    });
    expect((await call("deleteUsers", { organizationId, userIds: ["bob"] })).data).toEqual({ bob: { success: false, message: "Busy." } });
    expect((await call("addUsers", add("cyd"))).data).toMatchObject({ cyd: { success: true } });
    expect(Object.keys(state().organizations[organizationId]?.members ?? {})).toEqual(["ada", "cyd"]);
    // Beside an error with details (existing documents), the failed items are listed with the rest.
    await call("addDocuments", { organizationId, documents: [{ documentId: "top" }] });
    const { error } = await call("addDocuments", { organizationId, documents: [{ documentId: "top" }, { documentId: "secret" }] });
    expect(error?.["details"]).toMatchObject({ top: { code: "already-exists" }, secret: { message: "Busy." } });
  });
});

const outcomes = async (rules: FaultRule[], calls: number, random?: () => number) => {
  const { call, faults } = await start(random ? { random } : {});
  faults.set(rules);
  const hits: boolean[] = [];
  for (let sent = 0; sent < calls; sent++) hits.push((await call("addUsers", add("ada"))).error !== undefined);
  return hits;
};

describe("when", () => {
  const effect = { status: 500 };

  it.each<[string, FaultRule["when"], boolean[]]>([
    ["empty: always", {}, [true, true, true, true]],
    ["count", { count: 2 }, [true, true, false, false]],
    ["skip", { skip: 1 }, [false, true, true, true]],
    ["skip and count", { skip: 1, count: 2 }, [false, true, true, false]],
  ])("%s", async (_name, when, expected) => {
    expect(await outcomes([{ operation, when, effect }], 4)).toEqual(expected);
  });

  it("probability, and count counts hits", async () => {
    const values = [0.9, 0.1, 0.9, 0.1, 0.1];
    const hits = await outcomes([{ operation, when: { probability: 0.5, count: 2 }, effect }], 5, () => values.shift() ?? 1);
    expect(hits).toEqual([false, true, false, true, false]);
  });

  it("the first rule that hits decides; other operations are not touched", async () => {
    const { call, faults } = await start();
    faults.set([
      { operation, when: { count: 1 }, effect: { status: 502 } },
      { operation, effect: { status: 503 } },
    ]);
    expect((await call("addUsers", add("ada"))).http).toBe(502);
    expect((await call("addUsers", add("ada"))).http).toBe(503);
    expect((await call("getFolders", { organizationId })).http).not.toBe(503);
  });
});

it.each([
  ["an unknown operation", { operation: "v2/none", effect: { status: 500 } }],
  ["no effect", { operation }],
  ["an unknown effect", { operation, effect: { explode: true } }],
  ["two effects", { operation, effect: { status: 500, delayMs: 1 } }],
  ["an unknown condition", { operation, when: { times: 1 }, effect: { status: 500 } }],
  ["failing items where there are none", { operation: "v2/auth/generate_signature", effect: { failItems: ["x"] } }],
])("PUT refuses %s, and changes nothing", async (_what, rule) => {
  const { send, faults } = await start();
  faults.set([{ operation, effect: { status: 500 } }]);
  const { http, error } = await send("/_emulator/faults", { method: "PUT", body: JSON.stringify({ rules: [rule] }) });
  expect([http, error?.["status"]]).toEqual([400, "INVALID_ARGUMENT"]);
  expect(faults.rules).toHaveLength(1);
  await send("/_emulator/faults", { method: "PUT", body: '{"rules":[]}' });
  expect(faults.rules).toEqual([]);
});
