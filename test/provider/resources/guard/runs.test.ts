/** Over several runs, some of which fail on the way: no set changes more than the limits allow, whatever the guard took for done. */
import { expect, test } from "vitest";
import { crowd, declaration, judge } from "./cases.ts";
import { Stack } from "./runs.ts";

const removal = "v1/users/delete";
const failing = (stack: Stack, ids: readonly string[]): void =>
  stack.bench.emulator.faults.set([{ operation: removal, when: {}, effect: { failItems: [...ids], message: "Not now." } }]);
const idOf = (line: string): string => line.split(" ")[0] ?? "";
const acme = (count: number) => ({ acme: crowd(count) });

const agreement = (from: number, to: number) => {
  const [line] = judge(declaration(acme(from)), declaration(acme(to))).agreements;
  if (!line) throw new Error("the change is not refused");
  return line;
};

test("what an earlier run could not remove counts in the next one, also when that is tried again", async () => {
  await using stack = await Stack.open();
  expect(await stack.up({ organizations: acme(100) })).toBe("");
  failing(stack, crowd(20, 80).map(idOf));
  expect(await stack.up({ organizations: acme(80) })).toMatch(/^incomplete: /);
  expect(stack.recorded("acme")).toHaveLength(100);
  stack.bench.emulator.faults.clear();
  stack.bench.writes();
  for (const attempt of [1, 2]) {
    const refused = await stack.up({ organizations: acme(60) });
    expect(refused, `attempt ${attempt}`).toMatch(
      /^refused: .*more access changes at once[^]*acme: removals: 40 of 100 grants, allowed 25/,
    );
    expect(stack.bench.writes()).toStrictEqual([]);
  }
  expect(await stack.up({ organizations: acme(80) })).toBe("");
  expect(stack.recorded("acme")).toHaveLength(80);
});

test("the rest of a change that was agreed to needs no second agreement", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: acme(100) });
  const declared = { organizations: acme(40), guard: { acknowledge: { workspace: agreement(100, 40) } } };
  expect(await stack.up({ organizations: acme(40) })).toContain("removals: 60 of 100 grants");
  failing(stack, crowd(30, 70).map(idOf));
  expect(await stack.up(declared)).toMatch(/^incomplete: /);
  expect(stack.recorded("acme")).toHaveLength(70);
  stack.bench.emulator.faults.clear();
  stack.bench.writes();
  expect(await stack.up(declared)).toBe("");
  expect(stack.bench.writes()).toStrictEqual([removal]);
  expect(stack.recorded("acme")).toHaveLength(40);
});

test("the rest of it with one more removal does", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: acme(100) });
  const guard = { acknowledge: { workspace: agreement(100, 40) } };
  failing(stack, crowd(30, 70).map(idOf));
  await stack.up({ organizations: acme(40), guard });
  stack.bench.emulator.faults.clear();
  expect(await stack.up({ organizations: acme(39), guard })).toContain("acme: removals: 31 of 70 grants, allowed 17");
});

test("an agreement for the workspace reaches its sets", async () => {
  await using stack = await Stack.open();
  const before = { acme: crowd(20), globex: crowd(20) };
  const after = { acme: crowd(5), globex: crowd(5) };
  await stack.up({ organizations: before });
  const refused = await stack.up({ organizations: after, guard: { limits: { workspace: { removals: 3 } } } });
  const [, digest = ""] = /acknowledge: \{ removals: 30, digest: "(\w+)" \}/.exec(refused) ?? [];
  expect(await stack.up({ organizations: after, guard: { acknowledge: { workspace: { removals: 30, digest } } } })).toBe("");
  expect(stack.recorded("globex")).toHaveLength(5);
});

test("sets hold the limit of the workspace where the guard took for done what was not", async () => {
  await using stack = await Stack.open({ limits: '{"workspace": {"removals": 30}}' });
  const both = (count: number) => ({ organizations: { acme: crowd(count), globex: crowd(count) } });
  await stack.up(both(100));
  failing(stack, crowd(12, 88).map(idOf));
  expect(await stack.up(both(88))).toMatch(/^incomplete: /);
  stack.bench.emulator.faults.clear();
  stack.bench.writes();
  expect(await stack.up(both(76))).toMatch(/the whole workspace: removals: 36 of 188 grants, allowed 30/);
  expect(stack.bench.writes()).toStrictEqual([]);
});

test("a guard that joins later begins with what is declared then; the sets judge that run", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: acme(20), guard: "none" });
  expect(await stack.up({ organizations: acme(10) })).toContain("acme: removals: 10 of 20 grants, allowed 5");
});

test("without a guard each set judges itself: limits, agreement, required users", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: acme(20), guard: "none" });
  const up = (sets: object, count = 10) => stack.up({ organizations: acme(count), guard: "none", sets: { ...sets } });
  stack.bench.writes();
  expect(await up({})).toContain("acme: removals: 10 of 20 grants, allowed 5 (25%)");
  expect(await up({ limits: { removals: 1 } }, 18)).toContain("acme: removals: 2 of 20 grants, allowed 1");
  expect(await up({ limits: { removals: "90%" } })).toContain("removals: 90% is more than the 25%");
  expect(await up({ required: ["u015"] })).toContain("u015 is required");
  expect(stack.bench.writes()).toStrictEqual([]);
  expect(await up({ acknowledge: agreement(20, 10) })).toBe("");
  expect(stack.recorded("acme")).toHaveLength(10);
});

test("an agreement is named as stale once it was applied, or when nothing needs it", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: acme(20) });
  const acknowledge = agreement(20, 10);
  const declared = { organizations: acme(10), guard: { acknowledge: { workspace: acknowledge } }, sets: { acknowledge } };
  expect(await stack.up(declared)).toBe("");
  expect(stack.said).toStrictEqual([]);
  expect(await stack.up(declared)).toBe("");
  expect(stack.said).toStrictEqual([
    expect.stringContaining("acknowledge of the workspace is stale"),
    expect.stringContaining("acknowledge of acme is stale"),
  ]);
});
