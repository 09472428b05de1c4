/** What Diff says where something is not known yet, and where the engine put the inputs together from old and new ones. */
import { expect, test } from "vitest";
import { parseConfiguration } from "../../../provider/configuration.ts";
import { RefusedError } from "../../../provider/resources/errors.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { type AnyKind, diffState, type Properties } from "../../../provider/resources/lifecycle.ts";
import { encodeRoster, parseGrant, shardOf } from "../../../provider/resources/memberships/roster.ts";

const unknown = Symbol("not known yet");
const { settings } = parseConfiguration({}, {});
const diff = (kind: AnyKind, recorded: Properties, declared: Properties) =>
  diffState(kind, { inputs: recorded, computed: {} }, declared, settings, (value) => value === unknown);

const brand = { organizationId: "acme", documentId: "brand", documentName: "Brand", folderId: "design" };
const roster = (...lines: string[]) => encodeRoster(lines.map(parseGrant), 2);
const set = (shards: Properties) => ({ organizationId: "acme", roster: shards });
const [one, two] = [shardOf("ada", 2), shardOf("alan", 2)];

test("the users of these tests are in different shards", () => expect(one).not.toBe(two));

test("a change that is refused is refused whatever else is not known yet", () => {
  expect(() => diff(kinds.Document, brand, { ...brand, documentName: "Other", folderId: unknown })).toThrow("documentName cannot change");
  expect(diff(kinds.Document, brand, { ...brand, folderId: unknown })).toStrictEqual({ changed: ["folderId"], warnings: [], replaces: [] });
});

test("a removal from a folder is refused where its shard is known, and nobody counts as removed whose shard is not", () => {
  const before = roster("ada editor", "ada viewer folder=design", "alan viewer folder=design");
  const declared = roster("ada editor");
  expect(() => diff(kinds.MembershipSet, set(before), set({ ...declared, [two]: unknown }))).toThrow(
    "cannot remove ada from folder design",
  );
  expect(diff(kinds.MembershipSet, set(before), set({ ...before, [two]: unknown })).changed).toStrictEqual(["roster"]);
});

test("a roster that ignoreChanges put together from two is refused: it would take others away", () => {
  const mixed = { ...encodeRoster([parseGrant("ada editor")], 1), ...roster("alan viewer") };
  expect(() => diff(kinds.MembershipSet, set(roster("ada editor", "alan viewer")), set(mixed))).toThrow(/ignoreChanges/);
});

test("an input that ignoreChanges took away is refused by its name", () => {
  const { documentName: _, ...rest } = brand;
  const refused = () => diff(kinds.Document, brand, rest);
  expect(refused).toThrow(RefusedError);
  expect(refused).toThrow("Document: documentName is required and missing: ignoreChanges names it");
});
