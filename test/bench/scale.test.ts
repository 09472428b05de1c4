/** The arithmetic of the benchmark: what it declares, counts and holds against its targets. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isMet, judged, verdict } from "../../bench/lib/judged.ts";
import { measure } from "../../bench/lib/process-tree.ts";
import type { Contest, Observation } from "../../bench/scale/contest.ts";
import { changeRoles, makeMembers } from "../../bench/scale/members.ts";
import { growthOf, rowsOf } from "../../bench/scale/results.ts";
import { declarations, steps } from "../../bench/scale/steps.ts";
import { ways } from "../../bench/scale/ways.ts";

const differing = (one: object, other: object): number =>
  Object.entries(one).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(other, key))).length;

test("members are all different, and exactly so many change as a step says", () => {
  const members = makeMembers(1000);
  expect(Object.keys(members)).toHaveLength(1000);
  expect(differing(members, changeRoles(members, 3))).toBe(3);
  const declared = declarations(members);
  const at = (step: (typeof steps)[number]["name"]): object => declared.get(step) ?? {};
  expect(differing(at("create"), at("no-op preview"))).toBe(0);
  expect(differing(at("no-op preview"), at("3 changes"))).toBe(3);
  expect(differing(at("3 changes"), at("10 % changes"))).toBe(100);
});

const observation = (seconds: number, members: number): Observation => ({
  cost: { seconds, cpuSeconds: seconds, peakMiB: 100 },
  engine: { seconds: 1, cpuSeconds: 1, peakMiB: 50 },
  singleSeconds: 2,
  callSeconds: 1,
  calls: 1,
  items: 3,
  stateBytes: 150 * members,
});

const contest = (members: number, seconds: readonly number[]): Contest => {
  const way = ways.find(({ name }) => name === "dynamic");
  if (!way) throw new Error("there is no way of this name");
  const rounds = seconds.map((each) => new Map(steps.map(({ name }) => [name, observation(each, members)])));
  return { way, members, rounds };
};

test("a row is the median of its rounds, held against the target of its size", () => {
  const row = rowsOf(contest(10_000, [9, 2.6, 2.5])).find(({ step }) => step === "create");
  expect(row).toMatchObject({
    seconds: 2.6,
    rounds: 3,
    ratio: { value: 1.3, atMost: 1.3 },
    stateBytesPerMember: { value: 150, atMost: 200 },
  });
  expect(row && isMet(row.ratio)).toBe(true);
  const changes = rowsOf(contest(10_000, [2.7])).find(({ step }) => step === "3 changes");
  expect(changes && isMet(changes.ratio)).toBe(false);
  expect(changes).toMatchObject({ calls: { atMost: 2 }, items: { value: 3, atMost: 3 } });
});

test("growth is the slope from the smallest to the largest size, without the engine", () => {
  const rows = [contest(1000, [2]), contest(100_000, [101])].flatMap(rowsOf);
  const [growth] = growthOf(rows, true);
  expect(growth).toMatchObject({ from: 1000, to: 100_000 });
  expect(growth?.slope.value).toBeCloseTo(1);
});

test("what was not measured meets nothing", () => {
  expect(isMet(judged(Number.NaN, 2))).toBe(false);
  expect(verdict(judged(2.004, 2))).toBe("**2.004 (≤ 2 MISSED)**");
});

test.runIf(process.platform === "linux")("a command is measured with what it starts", async () => {
  const burn =
    "const end = process.cpuUsage().user + 3e5; const kept = Buffer.alloc(6e7, 1); while (process.cpuUsage().user < end) kept.at(0);";
  const script = `${JSON.stringify(process.execPath)} -e ${JSON.stringify(burn)}; true`;
  const cost = await measure((started) => {
    const running = promisify(execFile)("/bin/sh", ["-c", script]);
    started(Number(running.child.pid));
    return running;
  });
  expect(cost.seconds).toBeGreaterThan(0.2);
  expect(cost.cpuSeconds).toBeGreaterThanOrEqual(0.25);
  expect(cost.peakMiB).toBeGreaterThan(60);
});
