import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareGrants,
  type Grant,
  indexGrants,
  type Level,
  organizationLevel,
} from "../../../../provider/resources/memberships/grants.ts";
import {
  chooseCount,
  decodeRoster,
  encodeRoster,
  parseGrant,
  renderGrant,
  reshard,
  RosterError,
  shardCount,
} from "../../../../provider/resources/memberships/roster.ts";

const hostile = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "a b",
    'say "hi"',
    "back\\slash",
    "line\nbreak",
    "tab\t",
    "ada=editor",
    "name=x",
    "\u202e",
    "😀",
    "007",
    "\ud800",
    "a\u0301",
  ),
);
const level: fc.Arbitrary<Level> = fc.oneof(
  fc.constant(organizationLevel),
  fc.record({ kind: fc.constantFrom("folder" as const, "document" as const), id: hostile }, { noNullPrototype: true }),
);
const grant: fc.Arbitrary<Grant> = fc.record(
  {
    userId: hostile,
    level,
    accessRole: fc.constantFrom("viewer" as const, "editor" as const),
    name: hostile,
    email: hostile,
    initial: hostile,
  },
  { requiredKeys: ["userId", "level", "accessRole"], noNullPrototype: true },
);
const grants = fc.array(grant, { maxLength: 40 }).map((list) => [...indexGrants(list).values()].toSorted(compareGrants));

const manyUsers = (count: number): Grant[] =>
  Array.from({ length: count }, (_, index) => ({ userId: `user-${index}`, level: organizationLevel, accessRole: "viewer" as const }));

describe("a line", () => {
  test.each<[Grant, string]>([
    [{ userId: "ada", level: organizationLevel, accessRole: "editor" }, "ada editor"],
    [
      { userId: "ada", level: { kind: "folder", id: "design" }, accessRole: "viewer", name: "Ada Lovelace", email: "ada@acme.example" },
      'ada viewer folder=design email=ada@acme.example name="Ada Lovelace"',
    ],
    [
      { userId: "a b", level: { kind: "document", id: "x=y" }, accessRole: "viewer", initial: "" },
      '"a b" viewer document="x=y" initial=""',
    ],
    [{ userId: "a\u202eb", level: organizationLevel, accessRole: "viewer" }, '"a\\u202eb" viewer'],
  ])("%j reads %s", (value, line) => {
    expect(renderGrant(value)).toBe(line);
    expect(parseGrant(line)).toStrictEqual(value);
  });

  test.each([
    "",
    "ada",
    "ada owner",
    "ada editor folder=a document=b",
    "ada editor name=x name=y",
    "ada editor color=red",
    'ada editor name="open',
    "ada  editor",
    'ada editor name="\\q"',
  ])("%j is refused, quoted, with what was expected", (line) => {
    expect(() => parseGrant(line)).toThrow(RosterError);
    expect(() => parseGrant(line)).toThrow(JSON.stringify(line));
  });
});

describe("a roster", () => {
  test("decodes to the grants that it was made of, whatever their names", () => {
    fc.assert(
      fc.property(grants, fc.constantFrom(1, 2, 8), (list, count) => {
        expect(decodeRoster(encodeRoster(list, count)).toSorted(compareGrants)).toStrictEqual(list);
      }),
    );
  });

  test("does not depend on the order of declarations", () => {
    fc.assert(
      fc.property(grants, (list) => {
        expect(encodeRoster(list.toReversed(), 4)).toStrictEqual(encodeRoster(list, 4));
      }),
    );
  });

  test("one changed member changes one line of one shard", () => {
    const before = manyUsers(2000);
    const after = before.map((value) => (value.userId === "user-77" ? { ...value, accessRole: "editor" as const } : value));
    const [old, now] = [encodeRoster(before), encodeRoster(after)];
    const changed = Object.keys(now).filter((key) => now[key] !== old[key]);
    expect(changed).toHaveLength(1);
    const oldLines = new Set(Object.values(old).flatMap((text) => text.split("\n")));
    expect(
      Object.values(now)
        .flatMap((text) => text.split("\n"))
        .filter((line) => !oldLines.has(line)),
    ).toStrictEqual(["user-77 editor"]);
  });

  test("a user who stands twice at one level is refused", () => {
    expect(() => decodeRoster({ "1-of-1": "ada editor\nada viewer\n" })).toThrow('"ada viewer": this user stands twice');
  });

  test("shards hold some 250 lines", () => {
    const sizes = Object.values(encodeRoster(manyUsers(10_000))).map((text) => text.split("\n").length - 1);
    expect(Math.max(...sizes)).toBeLessThan(260);
    expect(sizes).toHaveLength(64);
  });

  test.each([
    { grants: 0, inUse: undefined, count: 1 },
    { grants: 250, inUse: undefined, count: 1 },
    { grants: 251, inUse: undefined, count: 2 },
    { grants: 1000, inUse: 1, count: 1 },
    { grants: 1001, inUse: 1, count: 8 },
    { grants: 250, inUse: 4, count: 4 },
    { grants: 250, inUse: 8, count: 1 },
  ])("$grants grants with $inUse shards in use: $count", ({ grants: number, inUse, count }) => {
    expect(chooseCount(number, inUse)).toBe(count);
  });

  test("keeps the number of shards while it fits, and is left alone when nothing changes it", () => {
    const before = encodeRoster(manyUsers(200), 4);
    const after = encodeRoster(manyUsers(201));
    expect(Object.keys(reshard(after, before))).toHaveLength(4);
    expect(reshard(after, undefined)).toBe(after);
    expect(shardCount(201)).toBe(1);
  });
});
