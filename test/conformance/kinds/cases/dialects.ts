/** A resource's whole life, on a service of each profile and under each value of the switches that touch its kind. */
import { expect, test } from "vitest";
import { profiles, type Switches, switchTable } from "../../../../emulator/index.ts";
import { switchesOf } from "../../../../emulator/switches.ts";
import type { Properties } from "../../../../provider/resources/lifecycle.ts";
import type { Resource } from "../adapter.ts";
import { holds, withChange } from "../fixture.ts";
import { inWorld, kept, type Subject, type World } from "../world.ts";

/** Converges, or refuses with the words that the fixture expects; then, on a service that does not refuse, nothing was lost. */
const converge = async (world: World, declared: Properties, before?: Resource): Promise<Resource> => {
  const { refusals = [] } = world.subject.fixture;
  try {
    return await world.up(declared, before);
  } catch (error) {
    const refusal = refusals.find(({ given }) => holds(given, world.emulator.switches));
    if (!refusal || !(error instanceof Error)) throw error;
    expect(error.message).toMatch(refusal.says);
    const kind = Object.keys(refusal.given) as (keyof Switches)[];
    world.emulator.setSwitches(Object.fromEntries(kind.map((name) => [name, switchTable[name].values[0]])));
    return converge(world, declared, kept(error, before));
  }
};

const life = async (world: World): Promise<void> => {
  const { fixture } = world.subject;
  let resource: Resource | undefined;
  for (const { change, given } of [{ change: {}, given: {} }, ...fixture.mutable, { change: {}, given: fixture.mutable[0]?.given }]) {
    if (!holds(given, world.emulator.switches)) continue;
    const declared = withChange(fixture.inputs, change);
    resource = await converge(world, declared, resource);
    await world.expectConverged(declared, resource);
    resource = await world.refresh(resource);
    expect(resource, "a refresh after it was written").toBeDefined();
    if (resource) await world.expectConverged(declared, resource);
  }
};

export const dialects = (subject: Subject): void => {
  for (const profile of profiles) {
    const own = switchesOf(profile);
    const others = subject.fixture.switches.flatMap((name) =>
      switchTable[name].values.filter((value) => value !== own[name]).map((value) => ({ [name]: value })),
    );
    for (const switches of [{}, ...others]) {
      test(
        `${profile} with ${JSON.stringify(switches)}: converges, or refuses and loses nothing`,
        inWorld(subject, { profile, switches }, life),
      );
    }
  }
};
