import { describe, expect, it } from "vitest";
import { RetryBudget, retryAfterMs } from "../../../provider/client/retry.ts";
import { error, fake, gate, ok, type Reply, settle } from "./fake.ts";

const away = error("UNAVAILABLE", "Away.", 503);
const busy = error("RESOURCE_EXHAUSTED", "Too many.", 429);
const lost: Reply = { drop: "UND_ERR_SOCKET" };
const unreached: Reply = { drop: "ECONNREFUSED" };
const none = { organizationId: "o", users: [] };

describe("what is tried again", () => {
  const cases: [what: string, reply: Reply, attempts: number][] = [
    ["503", away, 3],
    ["429", busy, 3],
    ["500", error("INTERNAL", "Oops.", 500), 3],
    ["INTERNAL with HTTP 200", error("INTERNAL", "Oops.", 200), 3],
    ["a gateway's 502", { status: 502, body: "<html>" }, 3],
    ["a gateway's 504", { status: 504, body: "" }, 3],
    ["a lost connection", lost, 3],
    ["a refused connection", unreached, 3],
    ["a certificate that is not trusted", { drop: "SELF_SIGNED_CERT_IN_CHAIN" }, 1],
    ["an invalid argument", error("INVALID_ARGUMENT"), 1],
    ["a precondition", error("FAILED_PRECONDITION"), 1],
    ["wrong credentials", error("UNAUTHENTICATED"), 1],
    ["an answer that does not fit", { body: {} }, 1],
  ];
  it.each(cases)("%s", async (_, reply, attempts) => {
    const { client, calls } = fake(() => reply, { maxRetries: 2 });
    await expect(client.addUsers(none)).rejects.toMatchObject({ attempts });
    expect(calls).toHaveLength(attempts);
  });

  // A notification reaches people; a deletion of user data starts a job (see `mayRepeat`).
  const careful: [reply: Reply, notification: number, deletion: number][] = [
    [unreached, 3, 3],
    [busy, 3, 3],
    [lost, 1, 1],
    [away, 1, 3],
    [error("INTERNAL", "Oops.", 500), 1, 1],
    [{ status: 504, body: "" }, 1, 1],
  ];
  it.each(careful)("%j after a notification: %d, after a deletion of user data: %d attempts", async (reply, notification, deletion) => {
    const { client, calls } = fake(() => reply, { maxRetries: 2 });
    const unsure = notification === 1 ? "not sent again" : "";
    await expect(client.addNotification({ organizationId: "o" })).rejects.toThrow(unsure);
    expect(calls).toHaveLength(notification);
    await expect(client.deleteUserData({ userIds: ["ada"] })).rejects.toThrow();
    expect(calls).toHaveLength(notification + deletion);
  });

  it("what then succeeds is a success, and the waits are told", async () => {
    const notices: unknown[] = [];
    const { client, sleeps } = fake((_, index) => (index < 3 ? away : ok({})), { onRetry: (notice) => notices.push(notice) });
    await client.addUsers(none);
    expect(sleeps).toEqual([200, 400, 800]);
    expect(notices).toHaveLength(3);
    expect(notices[1]).toEqual({
      operation: "addUsers",
      path: "v2/users/add",
      attempt: 2,
      delayMs: 400,
      code: "unavailable",
      message: "Away.",
    });
  });
});

it("a fault in onRetry stops nothing", async () => {
  const onRetry = (): never => {
    throw new Error("a fault in what the caller gave");
  };
  const { client } = fake(
    (_, index) => [away, ok({ a: { success: false, message: "Try again." } }), ok({ a: { success: true } })][index] ?? away,
    { onRetry },
  );
  expect(await client.each("addUsers", { organizationId: "o" }, [{ userId: "a" }])).toEqual(new Map([["a", { ok: true }]]));
});

describe("how long is waited", () => {
  it("only while a call waits for it; a later one waits for the rest", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const waits: number[] = [];
    const { client, advance } = fake((_, index) => (index === 0 ? { ...busy, headers: { "retry-after": "30" } } : ok({})), {
      sleep: (milliseconds, signal) => {
        signals.push(signal);
        waits.push(milliseconds);
        return waits.length === 1
          ? new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("ended"))))
          : Promise.resolve();
      },
    });
    const controller = new AbortController();
    const first = client.addUsers(none, { signal: controller.signal });
    await settle();
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    await settle();
    advance(10_000);
    await client.addUsers(none);
    expect(waits).toEqual([30_000, 20_000]);
  });

  it.each([
    ["2", 2000],
    ["0.5", 500],
    ["Tue, 01 Jan 2030 00:00:07 GMT", 7000],
    ["Mon, 31 Dec 2029 00:00:00 GMT", 0],
    ["7200", 60_000],
    ["soon", 500],
  ])("Retry-After: %s", async (header, expected) => {
    for (const reply of [busy, away]) {
      const { client, sleeps } = fake((_, index) => (index === 0 ? { ...reply, headers: { "retry-after": header } } : ok({})));
      await client.addUsers(none);
      expect(sleeps).toEqual([header === "soon" && reply === away ? 200 : expected]);
    }
  });

  it("reads no date into a number", () => {
    expect([retryAfterMs(undefined, 0), retryAfterMs("", 0), retryAfterMs("-5", 0)]).toEqual([undefined, undefined, undefined]);
  });

  it("jitter is full: down to nothing", async () => {
    const { client, sleeps } = fake((_, index) => (index === 0 ? away : ok({})), { random: () => 0 });
    await client.addUsers(none);
    expect(sleeps).toEqual([0]);
  });

  it("not beyond the total time", async () => {
    const { client, calls } = fake(() => ({ ...busy, headers: { "retry-after": "30" } }), { totalTimeoutMs: 10_000 });
    await expect(client.addUsers(none)).rejects.toMatchObject({ code: "rate-limited", attempts: 1 });
    expect(calls).toHaveLength(1);
  });
});

describe("the client as a whole", () => {
  it("has a budget of retries that refills with time", () => {
    let now = 0;
    const budget = new RetryBudget(() => now, 2, 1);
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
    now = 1000;
    expect([budget.take(), budget.take()]).toEqual([true, false]);
  });

  it("stops trying again when the budget is spent", async () => {
    const { client, calls } = fake(() => away, { random: () => 0 });
    await Promise.allSettled(Array.from({ length: 100 }, () => client.addUsers(none)));
    expect(calls).toHaveLength(200);
  });

  it("outwaits a service that takes a few calls at a time, for as long as it takes some", async () => {
    let tokens = 2;
    const sleep = async () => void (tokens = 2);
    const { client } = fake(() => (tokens-- > 0 ? ok({}) : busy), { maxRetries: 1, sleep });
    const calls = await Promise.allSettled(Array.from({ length: 50 }, () => client.addUsers(none)));
    expect(calls.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("keeps to its limit of calls under way, and gives way where the service says too many", async () => {
    const { open, opened } = gate();
    let underWay = 0;
    const started: number[] = [];
    const { client } = fake(
      async (_, index) => {
        underWay += 1;
        started.push(underWay);
        await opened;
        await settle();
        underWay -= 1;
        return index < 4 ? busy : ok({});
      },
      { maxConcurrency: 4 },
    );
    const all = Promise.all(Array.from({ length: 12 }, () => client.addUsers(none)));
    await settle();
    expect(started).toEqual([1, 2, 3, 4]);
    open();
    await all;
    // Half as many after the pause; then one more for each round that went well.
    expect(Math.max(...started.slice(4, 8))).toBe(2);
    expect(started.at(-1)).toBeLessThanOrEqual(4);
  });
});

const hanging = () => new Promise<Reply>(() => undefined);

describe("an end before the answer", () => {
  it.each([
    ["the attempt's time", { requestTimeoutMs: 5, maxRetries: 1 }, {}, { code: "timeout", attempts: 2 }],
    ["the total time", { totalTimeoutMs: 5 }, {}, { code: "timeout", attempts: 1 }],
    ["the call's time", {}, { timeoutMs: 5 }, { code: "timeout", attempts: 1 }],
    [
      "a signal",
      {},
      {
        get signal() {
          return AbortSignal.timeout(5);
        },
      },
      { code: "cancelled", attempts: 1 },
    ],
    ["a signal that ended before", {}, { signal: AbortSignal.abort() }, { code: "cancelled", attempts: 0 }],
  ] as const)("%s", async (_, options, callOptions, expected) => {
    const { client } = fake(hanging, options);
    await expect(client.addUsers(none, callOptions)).rejects.toMatchObject(expected);
  });

  it.each([Number.POSITIVE_INFINITY, 1e12])("not where the time is %d", async (timeoutMs) => {
    const { open, opened } = gate();
    const { client } = fake(async () => (await opened, ok({})));
    const call = client.addUsers(none, { timeoutMs });
    await new Promise((resolve) => setTimeout(resolve, 20));
    open();
    expect(await call).toMatchObject({ message: "Done." });
  });

  it("closing cancels, and says so", async () => {
    const { client } = fake(hanging);
    const call = client.addUsers(none);
    call.catch(() => undefined);
    await settle();
    await client.close();
    await expect(call).rejects.toThrow("the client was closed");
    await expect(client.addUsers(none)).rejects.toMatchObject({ code: "cancelled", attempts: 0 });
  });
});
