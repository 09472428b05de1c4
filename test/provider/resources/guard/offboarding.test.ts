/** Users who depart, wherever their access came from; and grants that are sent again because somebody asks for it. */
import { expect, test } from "vitest";
import { Stack } from "./runs.ts";

const remove = "v1/users/delete";
const bodies = (stack: Stack): unknown[] =>
  stack.bench.emulator
    .requests()
    .filter(({ operation }) => operation === remove)
    .map(({ body }) => Reflect.get(Object(body), "data") as unknown);
const grantsOf = (stack: Stack, userId: string) => stack.bench.emulator.access("acme", userId).grants;

const outsider = async (stack: Stack): Promise<void> => {
  const { client } = stack.bench.context();
  await client.addUsers({ organizationId: "acme", users: [{ userId: "mallory", accessRole: "editor" }] });
  await client.addUsers({
    organizationId: "acme",
    documentId: "brand",
    createDocument: true,
    users: [{ userId: "mallory", accessRole: "editor" }],
  });
};

test("a departed user loses everything in every declared organization, once, whether the state knows of it or not", async () => {
  await using stack = await Stack.open();
  const organizations = { acme: ["ada editor", "alan viewer document=brand"], globex: [] };
  await stack.up({ organizations });
  await outsider(stack);
  const departed = ["alan", "mallory", "nobody"];
  const left = { organizations: { acme: ["ada editor"], globex: [] }, guard: { departed }, sets: { departed } };
  expect(await stack.up(left)).toBe("");
  expect(bodies(stack)).toStrictEqual([
    { organizationId: "acme", userIds: departed },
    { organizationId: "globex", userIds: departed },
  ]);
  expect([grantsOf(stack, "alan"), grantsOf(stack, "mallory")]).toStrictEqual([[], []]);
  expect(stack.recorded("acme")).toStrictEqual(["ada editor"]);
  stack.bench.writes();
  expect(await stack.up(left)).toBe("");
  expect(stack.bench.writes()).toStrictEqual([]);
  // One more: only that one is sent.
  const more = [...departed, "zoe"];
  await stack.up({ ...left, guard: { departed: more }, sets: { departed: more } });
  expect(bodies(stack).at(-1)).toStrictEqual({ organizationId: "globex", userIds: ["zoe"] });
});

test("a departure that failed is sent again, alone, and nothing is invented about the user", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: { acme: ["ada editor"] } });
  await outsider(stack);
  const declared = {
    organizations: { acme: ["ada editor"] },
    guard: { departed: ["mallory", "zoe"] },
    sets: { departed: ["mallory", "zoe"] },
  };
  stack.bench.emulator.faults.set([{ operation: remove, when: {}, effect: { failItems: ["mallory"], message: "Not now." } }]);
  expect(await stack.up(declared)).toContain("mallory at the organization of acme: ");
  expect(stack.recorded("acme")).toStrictEqual(["ada editor"]);
  stack.bench.emulator.faults.clear();
  expect(await stack.up(declared)).toBe("");
  expect(bodies(stack).at(-1)).toStrictEqual({ organizationId: "acme", userIds: ["mallory"] });
  expect(grantsOf(stack, "mallory")).toStrictEqual([]);
});

test("a departure whose answer was lost is sent again", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: { acme: ["ada editor"] } });
  const declared = { organizations: { acme: ["ada editor"] }, guard: { departed: ["mallory"] }, sets: { departed: ["mallory"] } };
  stack.bench.emulator.faults.set([{ operation: remove, when: {}, effect: { dropAfter: true } }]);
  expect(await stack.up(declared)).toMatch(/^incomplete: /);
  expect(stack.recorded("acme")).toStrictEqual(["ada editor"]);
  stack.bench.emulator.faults.clear();
  stack.bench.writes();
  expect(await stack.up(declared)).toBe("");
  expect(stack.bench.writes()).toStrictEqual([remove]);
});

test("a departed user's grant on a folder goes too, although folders alone are refused", async () => {
  await using stack = await Stack.open();
  await stack.up({ organizations: { acme: ["ada editor folder=design"] }, sets: { createFolder: true } });
  const without = { organizations: { acme: [] } };
  expect(await stack.up(without)).toContain("cannot remove ada from folder design");
  expect(await stack.up({ ...without, guard: { departed: ["ada"] }, sets: { departed: ["ada"] } })).toBe("");
  expect(grantsOf(stack, "ada")).toStrictEqual([]);
});

test("a changed text sends every grant again; what fails then is sent by the next run", async () => {
  await using stack = await Stack.open();
  const organizations = { acme: ["ada editor", "alan viewer", "alan viewer document=brand"] };
  await stack.up({ organizations, sets: { reassert: "1" } });
  await stack.bench.context().client.deleteUsers({ organizationId: "acme", userIds: ["ada", "alan"] });
  stack.bench.writes();
  expect(await stack.up({ organizations, sets: { reassert: "1" } })).toBe("");
  expect(stack.bench.writes()).toStrictEqual([]);
  const refused = { failItems: ["alan"], message: "Seat limit reached." };
  stack.bench.emulator.faults.set([
    { operation: "v2/users/add", when: {}, effect: refused },
    { operation: "v2/users/update", when: {}, effect: refused },
  ]);
  expect(await stack.up({ organizations, sets: { reassert: "2" } })).toContain("alan at the organization of acme: ");
  expect(grantsOf(stack, "ada")).toHaveLength(1);
  stack.bench.emulator.faults.clear();
  stack.bench.writes();
  expect(await stack.up({ organizations, sets: { reassert: "2" } })).toBe("");
  expect(stack.bench.writes()).toStrictEqual(["v2/users/add", "v2/users/add"]);
  expect(grantsOf(stack, "alan")).toHaveLength(2);
  // Taking the text out asks for nothing.
  expect(await stack.up({ organizations })).toBe("");
  expect(stack.bench.writes()).toStrictEqual([]);
});
