/** Calls that fail or lose their answer, at every write of a create and of an update: what was achieved is kept, the next run does the rest. */
import { describe, expect, test } from "vitest";
import { type FaultRule, profiles } from "../../../../emulator/index.ts";
import { itemResults, operationAt, operations } from "../../../../schema/service/index.ts";
import type { Properties } from "../../../../provider/resources/lifecycle.ts";
import { errorOf } from "../../../support/errors.ts";
import type { Resource } from "../adapter.ts";
import { withChange } from "../fixture.ts";
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
    const left = outcome instanceof Error ? kept(outcome, before) : Object(outcome);
    if (outcome instanceof Error && "failItems" in effect) {
      expect(outcome.message).toContain("Planted failure.");
      const isThere = fixture.actual(world.emulator.state(), declared);
      if (!left) expect(isThere, `after a failure of ${operation} that kept no id`).toStrictEqual(fixture.actual(start, declared));
    }
    await world.expectConverged(declared, await world.up(declared, left));
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

  test(
    "wrong credentials are said as such, with where they come from, and shown nowhere",
    inWorld(subject, { config: { apiKey: "planted-wrong-key" } }, async (world) => {
      expect((await errorOf(world.up(inputs))).message).toMatch(/COLLAB_API_KEY/);
    }),
  );

  test("no address and no credentials: one error that names all three, and how to set them", async () => {
    const session = subject.adapter.open(fixture.kind, {});
    const { message } = await errorOf(session.create(inputs));
    expect(message).toMatch(/collab:baseUrl.*COLLAB_BASE_URL[^]*collab:apiKey.*COLLAB_API_KEY[^]*collab:authToken.*COLLAB_AUTH_TOKEN/);
  });
};
