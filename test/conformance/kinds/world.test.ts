/** The suite's own eyes: what the verdict has to see, and what it must not mistake. */
import { expect, test } from "vitest";
import { type Adapter, dynamicAdapter } from "./adapter.ts";
import type { Fixture } from "./fixture.ts";
import { folder } from "./fixtures/folder.ts";
import { membershipSet } from "./fixtures/membership-set.ts";
import { inWorld, type World } from "./world.ts";

const upAndDown = async (world: World): Promise<void> => {
  await world.destroy(await world.up(world.subject.fixture.inputs));
};
const judged = (fixture: Fixture, body = upAndDown, adapter: Adapter = dynamicAdapter) => inWorld({ adapter, fixture }, {}, body)();

test("what the declaration explains passes", async () => {
  await expect(judged(membershipSet)).resolves.toBeUndefined();
});

test("a removal that it does not explain is seen", async () => {
  const { explains: _, ...unexplained } = membershipSet;
  await expect(judged(unexplained)).rejects.toThrow("calls that the declaration does not explain");
});

test("a grant that another change took along is seen", async () => {
  const body = (world: World) => Promise.resolve(world.edit(({ organizations }) => void delete organizations["acme"]?.members["eve"]));
  await expect(judged(membershipSet, body)).rejects.toThrow("what nobody declared");
});

test.each(["outputs", "message", "error"] as const)("a secret is seen: %s", async (where) => {
  const leaking: Adapter = {
    ...dynamicAdapter,
    open(kind, config) {
      const session = dynamicAdapter.open(kind, config);
      const secret = String(config["apiKey"]);
      return {
        ...session,
        said: where === "message" ? [secret] : [],
        async create(inputs) {
          const made = await session.create(inputs);
          if (where === "error") throw new Error(`refused: ${secret}`);
          return where === "outputs" ? { ...made, outputs: { ...made.outputs, apiKey: secret } } : made;
        },
      };
    },
  };
  const body = async (world: World): Promise<void> => void (await world.up(world.subject.fixture.inputs).catch(() => undefined));
  await expect(judged(folder, body, leaking)).rejects.toThrow("a secret in an error, an output or a message");
});
