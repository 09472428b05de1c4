/** Check and Diff: what is wrong is said at its property, what is not known yet stops nothing, and nothing is sent. */
import { describe, expect, test } from "vitest";
import { kinds } from "../../../../provider/resources/index.ts";
import type { AnyKind, Properties } from "../../../../provider/resources/lifecycle.ts";
import type { Resource } from "../adapter.ts";
import { withChange } from "../fixture.ts";
import type { Subject } from "../world.ts";

/** Every way to a value inside inputs. */
const pathsIn = (value: unknown, path: readonly string[] = []): string[][] => [
  ...(path.length > 0 ? [[...path]] : []),
  ...(typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key])) : []),
];

/** A copy in which the value at a path is another. */
const replaced = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown =>
  key === undefined
    ? by
    : Array.isArray(value)
      ? value.with(Number(key), replaced(value[Number(key)], rest, by))
      : { ...Object(value), [key]: replaced(Reflect.get(Object(value), key), rest, by) };

export const validation = ({ adapter, fixture }: Subject): void => {
  const kind: AnyKind = kinds[fixture.kind];
  // No address and no credentials: whoever asked for the service would fail.
  const open = () => adapter.open(fixture.kind, {});
  const resource = async (): Promise<Resource> => {
    const { inputs } = await open().check(fixture.inputs);
    return { id: kind.identity.render(inputs), inputs, outputs: inputs };
  };
  const keys = Object.keys(kind.inputs.shape);
  const required = keys.filter((key) => !kind.inputs.shape[key]?.safeParse(undefined).success);

  describe("Check", () => {
    const refuses = async (news: Properties, property: string): Promise<void> => {
      const { failures } = await open().check(news);
      expect(failures.map((failure) => failure.property)).toStrictEqual([property]);
      expect(failures[0]?.reason).toMatch(/\w{3}/);
    };
    test.each(required)("%s is required", (key) => refuses(withChange(fixture.inputs, { [key]: undefined }), key));
    test.each(keys)("%s of a wrong type", (key) => refuses(withChange(fixture.inputs, { [key]: 17 }), key));
    for (const { change, property } of fixture.invalid) {
      test(`${JSON.stringify(change)} at ${property}`, () => refuses(withChange(fixture.inputs, change), property));
    }
    test("an unknown property is named, with those that are known", async () => {
      const { failures } = await open().check({ ...fixture.inputs, colour: "red" });
      expect(failures).toMatchObject([{ property: "colour", reason: expect.stringContaining(required.at(-1) ?? "") }]);
    });
    test("all failures are reported at once", async () => {
      const wrong = Object.fromEntries(required.map((key) => [key, 17]));
      const { failures } = await open().check(wrong);
      expect(failures.map(({ property }) => property).toSorted()).toStrictEqual(required.toSorted());
    });
    test("valid inputs pass, null is absent, and checking what was checked changes nothing", async () => {
      const absent = Object.fromEntries(keys.filter((key) => !(key in fixture.inputs)).map((key) => [key, null]));
      const once = await open().check({ ...fixture.inputs, ...absent });
      expect(once.failures).toStrictEqual([]);
      const twice = await open().check(once.inputs, { ...(await resource()), inputs: once.inputs });
      expect(twice).toStrictEqual(once);
    });
  });

  describe("a value that is not known yet", () => {
    const unknownAt = (path: readonly string[]): Properties => Object(replaced(fixture.inputs, path, adapter.unknown));

    test.each([...pathsIn(fixture.inputs), ...keys.map((key) => [key])].map((path) => ({ path })))(
      "at $path passes Check",
      async ({ path }) => {
        const session = open();
        for (const old of [undefined, await resource()]) {
          const { inputs, failures } = await session.check(unknownAt(path), old);
          expect(failures).toStrictEqual([]);
          expect(inputs).toStrictEqual(unknownAt(path));
        }
      },
    );
    test.each(fixture.invalid)("stops no check of the rest: $property", async ({ change, property, needs = [] }) => {
      const others = Object.keys(fixture.inputs).filter((key) => !(key in change) && !needs.includes(key));
      for (const key of others) {
        const { failures } = await open().check({ ...withChange(fixture.inputs, change), [key]: adapter.unknown });
        expect(failures.map((failure) => failure.property)).toStrictEqual([property]);
      }
    });
    test.each(pathsIn(fixture.inputs).map((path) => ({ path })))("at $path is a change in Diff", async ({ path }) => {
      const [top = ""] = path;
      const diff = await open().diff(await resource(), unknownAt(path));
      expect(diff.changes).toBe(!kind.createOnly?.includes(top));
      expect(diff.replaces).toStrictEqual(kind.replaceOn.filter((key) => key === top));
    });
  });

  describe("Diff", () => {
    const changes = async (change: Properties): Promise<boolean> =>
      (await open().diff(await resource(), withChange(fixture.inputs, change))).changes;

    test("the same again is no change", async () => expect(await changes({})).toBe(false));
    const quiet = (kind.createOnly ?? []).filter((key) => !required.includes(key));
    test.skipIf(quiet.length === 0).each(quiet)("taking %s away is no change", async (key) => {
      expect(await changes({ [key]: undefined })).toBe(false);
    });
    const defaults = Object.entries(kind.defaults ?? {}).filter(([key]) => !(key in fixture.inputs));
    test.skipIf(defaults.length === 0).each(defaults)("declaring the default of %s is no change", async (key, value) => {
      expect(await changes({ [key]: value })).toBe(false);
    });
    // A variant may have no room for an input: a grant on a document is on no folder.
    const replacing = kind.replaceOn.map(String).filter((key) => !fixture.variant || key in fixture.immutable);
    test.skipIf(replacing.length === 0).each(replacing)("another %s is another resource", async (key) => {
      const change = { [key]: fixture.immutable[key] };
      expect(change[key]).toBeDefined();
      const { inputs, failures } = await open().check(withChange(fixture.inputs, change), await resource());
      expect(failures).toStrictEqual([]);
      expect(await open().diff(await resource(), inputs)).toMatchObject({ changes: true, replaces: [key] });
    });
    test.skipIf(replacing.length === 0).each(replacing)(
      "another %s with another change is another resource, and nothing is said about the old one",
      async (key) => {
        const [change] = [...fixture.mutable, ...(fixture.refused ?? [])];
        const session = open();
        const declared = withChange(fixture.inputs, { ...change?.change, [key]: fixture.immutable[key] });
        const { inputs, failures } = await session.check(declared, await resource());
        expect(failures).toStrictEqual([]);
        expect((await session.diff(await resource(), inputs)).replaces).toStrictEqual([key]);
        expect(session.said).toStrictEqual([]);
      },
    );
  });
};
