/**
 * Every fault at every operation: nothing is lost, nothing is applied twice that was said to be applied, and what failed is named. The
 * emulator's state and request log are the judges.
 */
import { createServer as createRelay, connect as connectTo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, type FaultEffect, startEmulator } from "../../../emulator/index.ts";
import {
  type ClientOptions,
  type CollabClient,
  CollabError,
  createClient,
  type ErrorCode,
  type ItemOutcome,
  type MultiItemName,
} from "../../../provider/client/index.ts";
import { idOf } from "../../../provider/client/items.ts";
import { type Operation, operationNames, operations, type OperationName } from "../../../schema/service/index.ts";
import { before, fixtures, notificationId } from "./operationFixtures.ts";

const maxRetries = 2;
const key = { apiKey: "collab-dev-key", authToken: "collab-dev-token" };

/** A client that does not wait between its attempts, and says how long it would have. */
const connect = (baseUrl: string, options: Partial<ClientOptions> = {}) => {
  const sleeps: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => void sleeps.push(milliseconds);
  return { sleeps, client: createClient({ baseUrl, ...key, maxRetries, sleep, ...options }) };
};

type Outcomes = ReadonlyMap<string, ItemOutcome>;

const asOutcome = async (call: Promise<unknown>): Promise<ItemOutcome> => {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof CollabError)) throw error;
    return { ok: false, error };
  }
};

/** Makes the operation's call; one without items has one outcome, under its own name. */
const run = async (client: CollabClient, name: OperationName, options: object = {}): Promise<Outcomes> => {
  const { data, items } = fixtures[name];
  // The fixtures fit their operations; the compiler cannot follow a name that is not known.
  if (items) return client.each(name as MultiItemName, data as never, items as never, options);
  return new Map([[name, await asOutcome((client[name] as (given: object, options: object) => Promise<unknown>)(data, options))]]);
};

const idsFor = (name: OperationName): string[] => fixtures[name].items?.map((item) => idOf(operations[name], item)) ?? [name];
const codesOf = (outcomes: Outcomes): Record<string, string> =>
  Object.fromEntries([...outcomes].map(([id, outcome]) => [id, outcome.ok ? "ok" : outcome.error.code]));
const all = (ids: readonly string[], code: string): Record<string, string> => Object.fromEntries(ids.map((id) => [id, code]));

/** An answer that takes longer has nobody to hear it (`delayMs` of the tests is longer). */
const lateMs = 390;

/** Ids that each request carried, oldest first; an operation without items carries its own name. */
const sent = (emulator: Emulator, name: OperationName): { ids: string[]; confirmed: boolean }[] => {
  const row: Operation = operations[name];
  return emulator
    .requests()
    .filter(({ operation }) => operation === row.path)
    .map(({ body, status, durationMs }) => {
      const { data } = body as { data: Record<string, unknown[]> };
      const confirmed = status !== null && status < 300 && durationMs !== null && durationMs < lateMs;
      return { confirmed, ids: row.items ? (data[row.items.field] ?? []).map((item) => idOf(row, item)) : [name] };
    });
};

/** What must hold whatever happened. `failing`: items that every success named as failed. */
const audit = (emulator: Emulator, name: OperationName, outcomes: Outcomes, ids = idsFor(name), failing: readonly string[] = []): void => {
  const state = emulator.state();
  const { landed } = fixtures[name];
  expect([...outcomes.keys()]).toEqual(ids);
  for (const [id, outcome] of outcomes) {
    if (outcome.ok) expect(landed?.(state, id) ?? true, `${id} was reported as ok, and is not there`).toBe(true);
    else expect(outcome.error).toMatchObject({ name: "CollabError", operation: name, path: operations[name].path });
  }
  const confirmed = new Set<string>();
  for (const request of sent(emulator, name)) {
    for (const id of request.ids) {
      expect(confirmed.has(id), `${id} was sent again after a success`).toBe(false);
      if (request.confirmed && !failing.includes(id)) confirmed.add(id);
    }
  }
  expect(state.organizations["o"]?.notifications[notificationId]?.deliveries ?? 1, "delivered more than once").toBe(1);
  for (const id of ids) {
    expect(state.jobs.filter(({ userIds }) => userIds.includes(id)).length, `jobs for ${id}`).toBeLessThan(2);
  }
};

/** What may have been carried out and may not be repeated (24, 18) is tried once. */
const isTriedOnce = (name: OperationName, code: ErrorCode): boolean =>
  (name === "addNotification" && code !== "rate-limited") ||
  (name === "deleteUserData" && ["internal", "network", "timeout"].includes(code));

const ownDoing = /An earlier attempt of this call may have (created|removed) it/;

/** A fault that passed: all is ok, or was done by the attempt whose answer was lost, and says so. */
const expectRecovered = (emulator: Emulator, name: OperationName, outcomes: Outcomes): void => {
  for (const [id, outcome] of outcomes) {
    if (outcome.ok) continue;
    expect(outcome.error.message).toMatch(ownDoing);
    expect(fixtures[name].landed?.(emulator.state(), id)).toBe(true);
  }
};

const immediate: [string, FaultEffect, ErrorCode][] = [
  ["503", { status: 503 }, "unavailable"],
  ["500", { status: 500 }, "internal"],
  ["429 with Retry-After", { status: 429, retryAfter: 7 }, "rate-limited"],
  ["dropBefore", { dropBefore: true }, "network"],
  ["dropAfter", { dropAfter: true }, "network"],
];

describe.each(operationNames)("%s", (name) => {
  const { path } = operations[name];
  const ids = idsFor(name);
  const { landed } = fixtures[name];
  let emulator: Emulator;
  let client: CollabClient;
  let sleeps: number[];
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterAll(() => emulator.close());
  beforeEach(() => {
    emulator.reset();
    emulator.setState(before());
    ({ client, sleeps } = connect(emulator.url));
  });
  afterEach(() => client.close());

  it("without a fault", async () => {
    const initial = emulator.state();
    if (landed) expect(ids.filter((id) => landed(initial, id))).toEqual([]);
    const outcomes = await run(client, name);
    expect(codesOf(outcomes)).toEqual(all(ids, "ok"));
    audit(emulator, name, outcomes);
  });

  it.each(immediate)("%s, once", async (_, effect, code) => {
    emulator.faults.set([{ operation: path, when: { count: 1 }, effect }]);
    const outcomes = await run(client, name);
    audit(emulator, name, outcomes);
    if (isTriedOnce(name, code)) expect(codesOf(outcomes)).toEqual(all(ids, code));
    else if ("dropAfter" in effect) expectRecovered(emulator, name, outcomes);
    else expect(codesOf(outcomes)).toEqual(all(ids, "ok"));
    expect(sent(emulator, name)).toHaveLength(isTriedOnce(name, code) ? 1 : 2);
    if (code === "rate-limited") expect(Math.max(...sleeps)).toBeGreaterThan(6900);
  });

  it.each(immediate)("%s, lasting", async (_, effect, code) => {
    emulator.faults.set([{ operation: path, effect }]);
    const outcomes = await run(client, name);
    audit(emulator, name, outcomes);
    expect(codesOf(outcomes)).toEqual(all(ids, code));
    const attempts = isTriedOnce(name, code) ? 1 : maxRetries + 1;
    for (const outcome of outcomes.values()) expect(outcome).toMatchObject({ error: { attempts } });
    expect(sent(emulator, name)).toHaveLength(attempts);
    if (!landed) return;
    const state = emulator.state();
    expect(ids.filter((id) => landed(state, id))).toEqual("dropAfter" in effect ? ids : []);
    // Whoever reads the error knows that it may have happened.
    if (code === "network")
      for (const outcome of outcomes.values()) expect(String(!outcome.ok && outcome.error)).toContain("may have been");
  });

  const failing = ids[1] ?? "";
  const hasEntries = fixtures[name].items && landed && name !== "deleteUserData" && name !== "deleteDomains";
  it.runIf(hasEntries)("failItems: for good, for a moment, and lastingly", async () => {
    const others = ids.filter((id) => id !== failing);
    const fail = (message: string, when: object) =>
      emulator.faults.set([{ operation: path, when, effect: { failItems: [failing], message } }]);
    fail("Refused.", { count: 1 });
    let outcomes = await run(client, name);
    audit(emulator, name, outcomes, ids, [failing]);
    expect(codesOf(outcomes)).toEqual({ ...all(ids, "ok"), [failing]: "item" });
    expect(landed?.(emulator.state(), failing)).toBe(false);
    expect(sent(emulator, name)).toHaveLength(1);

    emulator.reset();
    emulator.setState(before());
    fail("Temporarily unavailable, try again.", { count: 1 });
    outcomes = await run(client, name);
    audit(emulator, name, outcomes, ids, [failing]);
    expect(codesOf(outcomes)).toEqual(all(ids, "ok"));
    expect(sent(emulator, name).map((request) => request.ids)).toEqual([ids, [failing]]);

    emulator.reset();
    emulator.setState(before());
    fail("Temporarily unavailable, try again.", {});
    outcomes = await run(client, name);
    audit(emulator, name, outcomes, ids, [failing]);
    expect(codesOf(outcomes)).toEqual({ ...all(others, "ok"), [failing]: "unavailable" });
    expect(sent(emulator, name).map((request) => request.ids)).toEqual([ids, ...Array.from({ length: maxRetries }, () => [failing])]);
  });
});

/** Nothing of the emulator's is still to come. */
const quiet = async (emulator: Emulator): Promise<void> => {
  while (emulator.requests().some(({ durationMs }) => durationMs === null)) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe("an answer later than the attempt's time", () => {
  const [requestTimeoutMs, delayMs] = [250, 400];
  // The attempts of 18 have minutes, so there the call's own time ends it.
  const options = (name: OperationName) => (name === "deleteUserData" ? { timeoutMs: requestTimeoutMs } : {});

  it.concurrent.each(operationNames)("%s, once and lasting", async (name) => {
    const { path } = operations[name];
    const ids = idsFor(name);
    const once = isTriedOnce(name, "timeout");
    const check = async (when: { count?: number }): Promise<void> => {
      const emulator = await startEmulator({ port: 0 });
      emulator.setState(before());
      const { client } = connect(emulator.url, { requestTimeoutMs, maxRetries: 1 });
      emulator.faults.set([{ operation: path, when, effect: { delayMs } }]);
      const outcomes = await run(client, name, options(name));
      // Now, and when the late ones have come: a success was a success.
      audit(emulator, name, outcomes);
      if (once || when.count === undefined) expect(codesOf(outcomes)).toEqual(all(ids, "timeout"));
      else expectRecovered(emulator, name, outcomes);
      await quiet(emulator);
      audit(emulator, name, outcomes);
      expect(sent(emulator, name)).toHaveLength(once ? 1 : 2);
      await client.close();
      await emulator.close();
    };
    await Promise.all([check({ count: 1 }), check({})]);
  });
});

describe("250 items in three calls", () => {
  const scope = { organizationId: "o", createOrganization: true };
  const users = Array.from({ length: 250 }, (_, index) => ({ userId: `u${index}`, name: "U" }));
  const ids = users.map(({ userId }) => userId);
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(() => emulator.close());
  const inState = (): Set<string> => new Set(Object.keys(emulator.state().organizations["o"]?.members ?? {}));
  const failedOf = (outcomes: Outcomes): string[] => [...outcomes].filter(([, { ok }]) => !ok).map(([id]) => id);

  const middle: [string, FaultEffect, ErrorCode][] = [
    ...immediate,
    ["delayMs", { delayMs: 800 }, "timeout"],
    ["failItems", { failItems: ["u5", "u105", "u205"], message: "Try again." }, "unavailable"],
  ];

  it.each(middle)("%s in the middle one: all land in the end", async (_, effect) => {
    emulator.faults.set([{ operation: "v2/users/add", when: { skip: 1, count: 1 }, effect }]);
    const { client } = connect(emulator.url, "delayMs" in effect ? { requestTimeoutMs: 500 } : {});
    const outcomes = await client.each("addUsers", scope, users);
    await quiet(emulator);
    audit(emulator, "addUsers", outcomes, ids, ["u5", "u105", "u205"]);
    expect(failedOf(outcomes)).toEqual([]);
    expect(inState()).toEqual(new Set(ids));
    expect(sent(emulator, "addUsers")).toHaveLength(4);
    await client.close();
  });

  it.each(middle)("%s in the middle one, and no retries: what failed is named, the rest is there", async (_, effect, code) => {
    emulator.faults.set([{ operation: "v2/users/add", when: { skip: 1, count: 1 }, effect }]);
    const { client } = connect(emulator.url, { maxRetries: 0, ...("delayMs" in effect ? { requestTimeoutMs: 500 } : {}) });
    const outcomes = await client.each("addUsers", scope, users);
    audit(emulator, "addUsers", outcomes, ids, ["u5", "u105", "u205"]);
    const failed = failedOf(outcomes);
    expect([1, 50, 100]).toContain(failed.length);
    expect(new Set(Object.values(codesOf(outcomes)))).toEqual(new Set(["ok", code]));
    await quiet(emulator);
    const done = "dropAfter" in effect || "delayMs" in effect;
    expect(inState()).toEqual(new Set(done ? ids : ids.filter((id) => !failed.includes(id))));
    await client.close();
  });

  /** A relay that cuts its second connection after so many bytes one way. */
  const relay = async (way: "request" | "answer", bytes: number) => {
    let connections = 0;
    const sockets = new Set<Socket>();
    const server = createRelay((near) => {
      const far = connectTo(emulator.port, "127.0.0.1");
      connections += 1;
      let left = connections === 2 ? bytes : Number.POSITIVE_INFINITY;
      const forward = (to: Socket, counts: boolean) => (chunk: Buffer) => {
        to.write(counts ? chunk.subarray(0, left) : chunk);
        if (!counts) return;
        left -= chunk.length;
        if (left > 0) return;
        near.destroy();
        far.destroy();
      };
      near.on("data", forward(far, way === "request"));
      far.on("data", forward(near, way === "answer"));
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on("error", () => undefined).on("close", () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const close = (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    return { url: `http://127.0.0.1:${address.port}`, close };
  };

  it.each([
    ["request", 0],
    ["request", 4],
    ["answer", 0],
    ["answer", 4],
  ] as const)("the connection is cut in the middle of a %s; %d retries", async (way, retries) => {
    const { url, close } = await relay(way, 500);
    const { client } = connect(url, { maxRetries: retries });
    const outcomes = await client.each("addUsers", scope, users);
    const failed = failedOf(outcomes);
    expect([...outcomes.keys()]).toEqual(ids);
    if (retries > 0) expect(failed).toEqual([]);
    else {
      expect([50, 100]).toContain(failed.length);
      expect(new Set(Object.values(codesOf(outcomes)))).toEqual(new Set(["ok", "network"]));
    }
    const unheard = way === "answer" || retries > 0;
    expect(inState()).toEqual(new Set(unheard ? ids : ids.filter((id) => !failed.includes(id))));
    await client.close();
    close();
  });

  it("an abort midway: what was answered is there, the rest is named, and no more is sent", async () => {
    const { client } = connect(emulator.url, { maxItemsPerCall: 25, maxConcurrency: 1 });
    const controller = new AbortController();
    const outcomes = await client.each("addUsers", scope, users, {
      signal: controller.signal,
      onProgress: (done) => void (done >= 50 && controller.abort()),
    });
    await quiet(emulator);
    const asked = sent(emulator, "addUsers").flatMap((request) => request.ids);
    audit(emulator, "addUsers", outcomes, ids);
    expect(new Set(Object.values(codesOf(outcomes)))).toEqual(new Set(["ok", "cancelled"]));
    expect(asked.length).toBeLessThan(150);
    const there = inState();
    expect(ids.filter((id) => there.has(id) && !asked.includes(id))).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent(emulator, "addUsers").flatMap((request) => request.ids)).toEqual(asked);
    // The client goes on.
    expect(failedOf(await client.each("addUsers", scope, users))).toEqual([]);
    expect(inState()).toEqual(new Set(ids));
    await client.close();
  });
});
