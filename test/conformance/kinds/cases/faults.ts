/** Calls that fail or lose their answer, at every write of a create and of an update: what was achieved is kept, the next run does the rest. */
import { describe, expect, test } from "vitest";
import { type FaultRule, profiles } from "../../../../emulator/index.ts";
import { itemResults, operationAt, operations } from "../../../../schema/service/index.ts";
import type { Properties } from "../../../../provider/resources/lifecycle.ts";
import { errorOf } from "../../../support/errors.ts";
import type { Resource } from "../adapter.ts";
import { holds, withChange } from "../fixture.ts";
import { inWorld, kept, type Subject, type World } from "../world.ts";

type Effect = FaultRule["effect"];

const effects = (items: readonly string[]): Record<string, Effect> => ({
  "does nothing and loses the answer": { dropBefore: true },
  "loses the answer": { dropAfter: true },
  "is an internal error": { status: 500, body: { error: { message: "Broken: planted-api-key, planted-auth-token.", status: "INTERNAL" } } },
  "fails the item": { failItems: [...items], message: "Planted failure." },
});

/** Whether an operation answers for each item, so that some can fail. */
const answersPerItem = (path: string): boolean => {
  const name = operationAt(path);
  return name !== undefined && (operations[name].result === itemResults || name === "deleteUserGroupUsers");
};

/** Each call of a series as the operation and how many of the same come before it. */
const occurrences = (paths: readonly string[]): { operation: string; skip: number }[] =>
  paths.map((operation, index) => ({ operation, skip: paths.slice(0, index).filter((path) => path === operation).length }));

/** The run fails at each of its writes in turn; what was achieved is kept, and the next run heals. */
const heals = async (world: World, effect: Effect, declared: Properties, before?: Resource): Promise<void> => {
  const { fixture } = world.subject;
  const start = world.emulator.state();
  world.writes();
  await world.up(declared, before);
  for (const { operation, skip } of occurrences(world.writes())) {
    if ("failItems" in effect && !answersPerItem(operation)) continue;
    world.emulator.setState(start);
    world.emulator.faults.set([{ operation, when: { skip }, effect }]);
    const outcome = await world.up(declared, before).catch((error: unknown) => error);
    world.emulator.faults.clear();
    const left: Resource | undefined = outcome instanceof Error ? kept(outcome, before) : Object(outcome);
    if (outcome instanceof Error && "failItems" in effect) {
      expect(outcome.message).toContain("Planted failure.");
      const isThere = fixture.actual(world.emulator.state(), declared);
      if (!left) expect(isThere, `after a failure of ${operation} that kept no id`).toStrictEqual(fixture.actual(start, declared));
    }
    const canTell = fixture.vanish && holds(fixture.vanish.seen, world.emulator.switches);
    if (outcome instanceof Error && "dropAfter" in effect && !left && canTell) {
      const isThere = fixture.actual(world.emulator.state(), declared);
      expect(isThere, `after a lost answer of ${operation} that kept no id`).toStrictEqual(fixture.actual(start, declared));
    }
    const { afterLoss } = fixture;
    if (!afterLoss || "failItems" in effect || !left?.incomplete) {
      await world.expectConverged(declared, await world.up(declared, left));
      continue;
    }
    expect(String(outcome)).toMatch(afterLoss.says);
    world.writes();
    const after = await world.up(declared, left);
    expect(world.writes()).toStrictEqual([]);
    expect(world.said.join("\n")).toMatch(afterLoss.says);
    const again = withChange(declared, afterLoss.change);
    await world.expectConverged(again, await world.up(again, after));
  }
};

export const faults = (subject: Subject): void => {
  const { fixture } = subject;
  const { inputs } = fixture;

  describe.each(Object.entries(effects(fixture.items)))("a write that %s", (_, effect) => {
    for (const profile of profiles) {
      test(
        `in a create, on the profile ${profile}`,
        inWorld(subject, { profile }, (world) => heals(world, effect, inputs)),
      );
    }
    for (const { change, given = {} } of fixture.mutable) {
      const body = async (world: World) => heals(world, effect, withChange(inputs, change), await world.up(inputs));
      test(`in an update: ${JSON.stringify(change)}`, inWorld(subject, { switches: given }, body));
    }
  });

  for (const { name, inputs: change } of fixture.removals) {
    const body = async (world: World): Promise<void> => {
      const declared = withChange(inputs, change);
      const old = await world.up(declared);
      if (fixture.vanish) world.edit(fixture.vanish.make);
      world.emulator.faults.set([{ operation: "*", when: {}, effect: { failItems: [...fixture.items] } }]);
      const session = world.session();
      const outcome = await world.up(declared, undefined, session).catch((error: unknown) => error);
      world.emulator.faults.clear();
      if (!kept(outcome, undefined)) return;
      const before = world.emulator.state();
      await session.delete(old);
      expect(world.emulator.state()).toStrictEqual(before);
    };
    test(`a create that ended incomplete is not undone by a delete (${name}) in the same run`, inWorld(subject, {}, body));
  }

  if (fixture.recordsOnly) return;

  for (const profile of profiles) {
    const refusal = { status: 400, body: { error: { message: "Planted refusal.", status: "INVALID_ARGUMENT" } } };
    const body = async (world: World): Promise<void> => {
      const start = world.emulator.state();
      await world.up(inputs);
      const written = new Set(world.writes());
      world.emulator.setState(start);
      world.emulator.faults.set([...written].map((operation) => ({ operation, effect: refusal })));
      const failure = await errorOf(world.up(inputs));
      expect(failure.message).toContain("Planted refusal.");
      expect(kept(failure, undefined)).toBeUndefined();
      expect(world.emulator.state()).toStrictEqual(start);
    };
    test(`a create of which the service takes nothing keeps nothing, on the profile ${profile}`, inWorld(subject, { profile }, body));
  }

  test(
    "a create that does not reach the service keeps nothing, and says where the service was looked for",
    inWorld(subject, { config: { baseUrl: "http://127.0.0.1:1" } }, async (world) => {
      const failure = await errorOf(world.up(inputs));
      expect(failure.message).toContain("Is the service running at http://127.0.0.1:1?");
      expect(kept(failure, undefined)).toBeUndefined();
    }),
  );

  test(
    "wrong credentials are said as such, with where they come from, and shown nowhere",
    inWorld(subject, { config: { apiKey: "planted-wrong-key" } }, async (world) => {
      expect((await errorOf(world.up(inputs))).message).toMatch(/\(collab:apiKey, collab:authToken\).*COLLAB_API_KEY/);
    }),
  );

  test("no address and no credentials: one error that names all three, and how to set them", async () => {
    const session = subject.adapter.open(fixture.kind, {});
    const { message } = await errorOf(session.create(inputs));
    expect(message).toMatch(/collab:baseUrl.*COLLAB_BASE_URL[^]*collab:apiKey.*COLLAB_API_KEY[^]*collab:authToken.*COLLAB_AUTH_TOKEN/);
  });
};
