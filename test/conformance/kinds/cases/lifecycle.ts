/** Create, update, replace, adopt, refresh and delete: on a service as it is documented, and on one read to the letter. */
import { describe, expect, test } from "vitest";
import { profiles } from "../../../../emulator/index.ts";
import { kinds } from "../../../../provider/resources/index.ts";
import type { AnyKind, Properties } from "../../../../provider/resources/lifecycle.ts";
import { errorOf } from "../../../support/errors.ts";
import type { Resource } from "../adapter.ts";
import { type Given, holds, withChange } from "../fixture.ts";
import { CheckFailed, inWorld, type Subject, type World } from "../world.ts";

export const lifecycle = (subject: Subject): void => {
  const { fixture } = subject;
  const { inputs } = fixture;
  const kind: AnyKind = kinds[fixture.kind];
  const actual = (world: World, of = inputs) => fixture.actual(world.emulator.state(), of);

  describe.each(profiles)("on the profile %s", (profile) => {
    const scene = (name: string, given: Given | undefined, body: (world: World) => Promise<void>): void => {
      test(name, inWorld(subject, { profile, switches: given ?? {} }, body));
    };

    scene("is created, then nothing is to be done, and a refresh invents nothing", {}, async (world) => {
      const made = await world.up(inputs);
      expect(made.id).toBe(kind.identity.render(inputs));
      await world.expectConverged(inputs, made);
      const before = world.emulator.state();
      expect(await world.refresh(made)).toStrictEqual(made);
      expect(world.writes()).toStrictEqual([]);
      expect(world.emulator.state()).toStrictEqual(before);
    });

    for (const { change, given } of fixture.mutable) {
      scene(`is updated: ${JSON.stringify(change)}`, given, async (world) => {
        const declared = withChange(inputs, change);
        const made = await world.up(inputs);
        const session = world.session();
        expect((await session.diff(made, (await session.check(declared, made)).inputs)).replaces).toStrictEqual([]);
        await world.expectConverged(declared, await world.up(declared, made));
      });
    }

    for (const { change, given, says } of fixture.refused ?? []) {
      scene(`refuses before anything is sent: ${JSON.stringify(change)}`, given, async (world) => {
        const made = await world.up(inputs);
        world.writes();
        expect((await errorOf(world.up(withChange(inputs, change), made))).message).toMatch(says);
        expect(world.writes()).toStrictEqual([]);
        await world.expectConverged(inputs, made);
      });
    }

    for (const [key, value] of Object.entries(fixture.immutable)) {
      const [removal] = fixture.removals;
      scene(`is replaced for another ${key}`, removal?.given, async (world) => {
        const before = await world.up(inputs);
        const declared = withChange(inputs, { [key]: value });
        const after = await world.up(declared, before);
        expect(after.id).toBe(kind.identity.render(declared));
        await world.expectConverged(declared, after);
        expect(actual(world)).toStrictEqual(removal?.leaves(inputs));
      });
    }

    const adopting = withChange(inputs, fixture.adopting ?? {});
    if (!fixture.repeats) {
      scene("is adopted where it is as declared: nothing changes", {}, async (world) => {
        await world.up(inputs);
        const before = world.emulator.state();
        await world.expectConverged(adopting, await world.up(adopting));
        expect(world.emulator.state()).toStrictEqual(before);
      });
    }

    if (kind.inputs.shape["adopt"]) {
      scene("is not adopted with adopt: never", fixture.tellsExisting, async (world) => {
        await world.up(inputs);
        const before = world.emulator.state();
        expect((await errorOf(world.up({ ...inputs, adopt: "never" }))).message).toMatch(/exists already in acme.*adopt: never/);
        expect(world.emulator.state()).toStrictEqual(before);
      });
    }

    for (const { name, given, make, create, overwrite, refresh } of fixture.differences) {
      const meets = (declared: Properties, outcome: "overwrites" | RegExp) => async (world: World) => {
        await world.up(inputs);
        world.edit(make);
        const before = world.emulator.state();
        if (outcome === "overwrites") return world.expectConverged(declared, await world.up(declared));
        expect((await errorOf(world.up(declared))).message).toMatch(outcome);
        expect(world.emulator.state()).toStrictEqual(before);
      };
      scene(`meets one that is ${name} when it is created: ${String(create)}`, given, meets(inputs, create));
      if (overwrite) scene(`with adopt: overwrite: ${String(overwrite)}`, given, meets({ ...inputs, adopt: "overwrite" }, overwrite));

      scene(
        `is ${name} behind our back: ${refresh ? `seen, then ${String(refresh.next)}` : "no refresh can see it"}`,
        given,
        async (world) => {
          const made = await world.up(inputs);
          world.edit(make);
          const seen = await world.refresh(made);
          if (!seen) throw new Error("the refresh took it for gone");
          expect(seen.outputs).toStrictEqual(withChange(made.outputs, refresh?.sees ?? {}));
          if (!refresh) return;
          const after = await world.up(inputs, seen);
          if (refresh.next === "heals") return world.expectConverged(inputs, after);
          expect(world.said.join("\n")).toMatch(refresh.next);
          const accepted = withChange(inputs, refresh.accept ?? refresh.sees);
          await world.expectConverged(accepted, await world.up(accepted, seen));
        },
      );
    }

    const { vanish } = fixture;
    scene("that is gone comes back after a refresh, where one can tell", vanish?.seen, async (world) => {
      const made = await world.up(inputs);
      if (!vanish) return expect(await world.refresh(made)).toStrictEqual(made);
      world.edit(vanish.make);
      expect(await world.refresh(made)).toBeUndefined();
      await world.expectConverged(inputs, await world.up(inputs));
    });

    for (const { name, inputs: change, given, leaves, says, fails } of fixture.removals) {
      const declared = withChange(inputs, change);
      const prepared = async (world: World): Promise<Resource> => {
        const made = await world.up(declared);
        await world.expectConverged(declared, made);
        return made;
      };

      if (fails) {
        scene(`deleted (${name}) says that it cannot be done: ${String(fails)}`, given, async (world) => {
          const made = await prepared(world);
          const outcome = await world.destroy(made).catch((error: unknown) => error);
          expect([String(outcome), ...world.said].join("\n")).toMatch(fails);
          expect(actual(world, declared)).toStrictEqual(leaves(declared));
        });
        continue;
      }

      scene(`deleted (${name}) leaves what it says, and is deleted again without harm`, given, async (world) => {
        const made = await prepared(world);
        await world.destroy(made);
        expect(actual(world, declared)).toStrictEqual(leaves(declared));
        if (says) expect(world.said.join("\n")).toMatch(says);
        const after = world.emulator.state();
        await world.destroy(made);
        expect(actual(world, declared)).toStrictEqual(fixture.actual(after, declared));
      });

      scene(`deleted (${name}) when it is gone already brings nothing back`, given, async (world) => {
        const made = await prepared(world);
        if (!vanish) return;
        world.edit(vanish.make);
        const before = world.emulator.state();
        await world.destroy(made);
        expect(world.emulator.state()).toStrictEqual(before);
      });

      scene(`deleted (${name}) in the run that made it takes nothing away`, given, async (world) => {
        const old = await prepared(world);
        const session = world.session();
        await world.up(declared, undefined, session);
        const before = world.emulator.state();
        await session.delete(old);
        expect(world.emulator.state()).toStrictEqual(before);
      });
    }
  });

  // Both forms of an operation exist side by side; the older ones know neither roles nor flags that create.
  test(
    "with the v1 operations: works, or Check says at a property what does not",
    inWorld(subject, { config: { apiVersion: "v1" } }, async (world) => {
      const outcome = await world.up(inputs).catch((error: unknown) => error);
      if (outcome instanceof CheckFailed) {
        expect(outcome.message).toMatch(/v1|apiVersion/);
        expect(world.emulator.requests()).toStrictEqual([]);
        return;
      }
      if (outcome instanceof Error) throw outcome;
      expect(world.emulator.requests().filter(({ operation }) => world.hasOlderForm(operation))).toStrictEqual([]);
      expect(actual(world)).toStrictEqual(fixture.expected(inputs));
    }),
  );

  test(
    "what the v2 operations made is read, changed and deleted with the v1 operations, or Check says what does not work",
    inWorld(subject, {}, async (world) => {
      const { switches } = world.emulator;
      const older = () => world.session({ apiVersion: "v1" });
      const removal = fixture.removals.find(({ given, fails }) => !fails && holds(given, switches));
      const base = { ...removal?.inputs, first: undefined, createOrganization: undefined, createFolder: undefined };
      let resource = await world.up(withChange(inputs, { ...removal?.inputs }));
      const before = world.emulator.requests().length;
      let last: Properties | undefined;
      for (const { change } of [{ change: {} }, ...fixture.mutable.filter(({ given }) => holds(given, switches)), { change: {} }]) {
        const declared = withChange(inputs, { ...change, ...base });
        const outcome = await world.up(declared, resource, older()).catch((error: unknown) => error);
        if (outcome instanceof CheckFailed) {
          expect(outcome.message).toMatch(/v1|apiVersion/);
          continue;
        }
        if (outcome instanceof Error) throw outcome;
        expect(actual(world, declared)).toStrictEqual(fixture.expected(declared));
        const seen = await older().read(Object(outcome));
        if (!seen) throw new Error("a refresh took it for gone");
        expect((await older().diff(seen, declared)).changes).toBe(false);
        [resource, last] = [seen, declared];
      }
      await older().delete(resource);
      if (last && removal) expect(actual(world, last)).toStrictEqual(removal.leaves(last));
      const sent = world.emulator.requests().slice(before);
      expect(sent.filter(({ operation }) => world.hasOlderForm(operation))).toStrictEqual([]);
    }),
  );
};
