/** Waiting for company: learned where it comes, unlearned where it does not. */
import { describe, expect, test, vi } from "vitest";
import { Pace } from "../../../provider/client/pace.ts";
import { allGood, type Call, fake, type Reply } from "./fake.ts";

/** Items that come so far apart, with at most so many under way: calls, and the time that was waited in vain. */
const simulate = (items: number, gapMs: number, underWay: number) => {
  const pace = new Pace();
  const calls: number[] = [];
  let [now, waiting, inVainMs] = [0, 0, 0];
  for (let item = 0; item < items; item += 1) {
    now += gapMs;
    pace.came(now);
    waiting += 1;
    const isFull = waiting >= pace.company;
    if (!isFull && waiting < underWay) continue;
    if (!isFull) {
      inVainMs += pace.patienceMs;
      now += pace.patienceMs;
    }
    pace.went(!isFull);
    calls.push(waiting);
    waiting = 0;
  }
  return { calls, inVainMs };
};

describe("items that come one by one", () => {
  test("go at once while they are few", () => {
    expect(simulate(9, 40, 8).calls).toStrictEqual(Array.from({ length: 9 }, () => 1));
  });

  test("travel together once they keep coming", () => {
    const { calls, inVainMs } = simulate(1000, 40, 8);
    expect(calls.length).toBeLessThan(300);
    expect(inVainMs).toBe(0);
  });

  test.each([1, 2, 3, 5])("are not held up where no more than %i can be under way", (underWay) => {
    const { calls, inVainMs } = simulate(1000, 40, underWay);
    expect(Math.max(...calls)).toBeLessThanOrEqual(underWay);
    // As they come, 1000 items take 40 s.
    expect(inVainMs).toBeLessThan(5000);
    if (underWay > 1) expect(calls.length).toBeLessThan(1000 / 1.5);
  });

  test("go at once again after a pause", () => {
    const pace = new Pace();
    for (let item = 0; item < 100; item += 1) {
      pace.came(item * 10);
      pace.went(false);
    }
    expect(pace.company).toBeGreaterThan(1);
    pace.came(100 * 10 + 6000);
    expect(pace.company).toBe(1);
  });

  test("are waited for no longer than a second", () => {
    const pace = new Pace();
    for (let item = 0; item < 100; item += 1) pace.came(item * 900);
    expect(pace.patienceMs).toBeLessThanOrEqual(1000);
  });
});

test("an engine that hands over a resource each few milliseconds needs less than half the calls, and no more time", async () => {
  vi.useFakeTimers();
  const up = async (coalesce: boolean): Promise<{ calls: number; milliseconds: number }> => {
    const answered = (call: Call) => new Promise<Reply>((resolve) => setTimeout(() => resolve(allGood(call)), 3));
    const { client, calls } = fake(answered, { clock: () => Date.now(), coalesce });
    const queue = Array.from({ length: 200 }, (_, index) => ({ userId: `user-${index}` }));
    // The engine writes its state before and after each resource, one at a time.
    let written = Promise.resolve();
    const write = () => (written = written.then(() => new Promise((resolve) => setTimeout(resolve, 20))));
    const worker = async (): Promise<void> => {
      for (let user = queue.shift(); user; user = queue.shift()) {
        await write();
        await client.each("addUsers", { organizationId: "acme" }, [user]);
        await write();
      }
    };
    const started = Date.now();
    const ended = Promise.all(Array.from({ length: 8 }, worker)).then(() => Date.now() - started);
    await vi.advanceTimersByTimeAsync(60_000);
    return { calls: calls.length, milliseconds: await ended };
  };
  const [coalesced, alone] = [await up(true), await up(false)];
  vi.useRealTimers();
  expect(alone.calls).toBe(200);
  expect(coalesced.calls).toBeLessThan(100);
  expect(coalesced.milliseconds).toBeLessThan(alone.milliseconds * 1.1);
});
