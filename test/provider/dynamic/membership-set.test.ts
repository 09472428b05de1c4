/** What a program writes for a MembershipSet, and the roster that the engine gets. */
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeMembershipSet, type MembershipSetArgs } from "../../../provider/dynamic/membership-set.ts";
import { decodeRoster, encodeRoster, renderGrant } from "../../../provider/resources/memberships/roster.ts";
import { toleratingUnhandled } from "../../support/unhandled.ts";

// A preview: only there a value may be unknown, and what is made of it.
beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: undefined, state: inputs }), call: () => ({}) }, "test", "dev", true),
);

const unknown = <Value>(): pulumi.Output<Value> => pulumi.output(pulumi.unknown) as unknown as pulumi.Output<Value>;

type Levels = Omit<MembershipSetArgs, "organizationId">;

const encode = (args: Levels, opts?: pulumi.CustomResourceOptions): pulumi.Inputs =>
  encodeMembershipSet("team", { organizationId: "acme", ...args }, opts);
const rosterOf = (args: Levels): unknown => encode(args)["roster"];

/** What the SDK's outputs have beyond their public type. */
interface Resolving {
  readonly isKnown: Promise<boolean>;
  promise(withUnknowns: boolean): Promise<unknown>;
}
/** The value of an output, undefined where it is not known. */
const valueOf = async (input: unknown): Promise<unknown> => {
  const output = pulumi.output(input) as unknown as Resolving;
  const value = await output.promise(true);
  return (await output.isKnown) ? value : undefined;
};

/** Each shard's text, `undefined` where it is not known; `undefined` where not even the shards are. */
const resolved = async (args: Levels): Promise<Record<string, unknown> | undefined> => {
  const roster = rosterOf(args);
  const shards = pulumi.Output.isInstance(roster) ? await valueOf(roster) : roster;
  if (shards === undefined) return undefined;
  const texts = Object.entries(Object(shards)).map(async ([key, text]) => [key, await valueOf(text)] as const);
  return Object.fromEntries(await Promise.all(texts));
};
const lines = async (args: Levels): Promise<string[]> => decodeRoster(Object(await resolved(args))).map(renderGrant);

describe("members at every level become lines", () => {
  const ada = { accessRole: "editor", name: "Ada Lovelace", email: "ada@acme.example" } as const;
  const expected = [
    'ada editor email=ada@acme.example name="Ada Lovelace"',
    "ada viewer folder=design",
    "alan viewer",
    "alan editor document=brand",
  ];
  test.each<[string, Levels]>([
    ["plain", { members: { ada, alan: "viewer" }, folders: { design: { ada: "viewer" } }, documents: { brand: { alan: "editor" } } }],
    [
      "outputs and promises of members and their fields",
      {
        members: { ada: { ...ada, email: pulumi.output(ada.email) }, alan: Promise.resolve("viewer" as const) },
        folders: { design: { ada: pulumi.output("viewer" as const) } },
        documents: { brand: { alan: "editor" } },
      },
    ],
    [
      "outputs of whole levels",
      {
        members: pulumi.output({ ada, alan: "viewer" as const }),
        folders: pulumi.output({ design: { ada: "viewer" as const } }),
        documents: { brand: Promise.resolve({ alan: "editor" as const }) },
      },
    ],
  ])("%s", async (_, args) => {
    expect((await lines(args)).toSorted()).toStrictEqual(expected.toSorted());
  });

  test("plain members are texts at once, and whatever way they are given, the same ones", async () => {
    const members = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`user-${index}`, "viewer" as const]));
    const roster = rosterOf({ members });
    expect(roster).toStrictEqual(encodeRoster(decodeRoster(Object(roster))));
    expect(await resolved({ members: pulumi.output(members) })).toStrictEqual(roster);
  });

  test("no members at all are an empty roster, and other arguments go through", () => {
    expect(encode({ createFolder: true })).toStrictEqual({ organizationId: "acme", createFolder: true, roster: {} });
  });
});

describe("what is not known yet", () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`user-${index}`, "viewer" as const]));
  const shards = Object(rosterOf({ members: many })) as Record<string, string>;

  test.each<[string, MembershipSetArgs["members"]]>([
    ["a member", { ...many, "user-7": unknown<"viewer">() }],
    ["a field of a member", { ...many, "user-7": { accessRole: "viewer", name: unknown<string>() } }],
  ])("%s makes its own shard unknown, and no other", async (_, members) => {
    const seen = (await resolved({ members })) ?? {};
    const own = Object.keys(shards).filter((key) => shards[key]?.includes("user-7 viewer\n"));
    expect(Object.keys(seen).filter((key) => seen[key] === undefined)).toStrictEqual(own);
    expect({ ...seen, ...Object.fromEntries(own.map((key) => [key, shards[key]])) }).toStrictEqual(shards);
  });

  test.each<[string, Levels]>([
    ["all members", { members: unknown<{ ada: "viewer" }>() }],
    ["one folder's members", { folders: { design: unknown<{ ada: "viewer" }>() } }],
  ])("%s: then the whole roster is unknown, as the users decide the shards", async (_, args) => {
    expect(await resolved(args)).toBeUndefined();
  });
});

describe("what is refused", () => {
  const message =
    "MembershipSet team: ada at folder design: expected viewer, editor, or { accessRole, name?, email?, initial?, until?, ticket?, reason? }, got ";
  test.each<[string, unknown, string]>([
    ["no role", { name: "Ada" }, '{"name":"Ada"}'],
    ["no such role", "owner", '"owner"'],
    ["a field that is none", { accessRole: "viewer", role: "editor" }, '{"accessRole":"viewer","role":"editor"}'],
    ["nothing", null, "null"],
  ])("%s, with the set, the user and the level", (_, member, got) => {
    const folders = { design: { ada: member } } as unknown as NonNullable<MembershipSetArgs["folders"]>;
    expect(() => encode({ folders })).toThrow(pulumi.RunError);
    expect(() => encode({ folders })).toThrow(message + got);
  });

  test("the same where the member comes as an output", async () => {
    const members = { ada: pulumi.output("owner") } as unknown as NonNullable<MembershipSetArgs["members"]>;
    await toleratingUnhandled(() =>
      expect(resolved({ members })).rejects.toThrow("MembershipSet team: ada at the organization: expected viewer"),
    );
  });

  test.each([
    "members",
    'members["ada"].accessRole',
    "members.ada",
    "folders",
    "documents.brand",
    "roster",
    'roster["1-of-1"]',
    '["roster"]',
    "*",
  ])("ignoreChanges of %s: it would remove others", (path) => {
    expect(() => encode({ members: {} }, { ignoreChanges: [path] })).toThrow(pulumi.RunError);
    expect(() => encode({ members: {} }, { ignoreChanges: [path] })).toThrow(`MembershipSet team: ignoreChanges cannot name ${path}`);
  });

  test("ignoreChanges of anything else is nobody's business", () => {
    expect(() => encode({ members: {} }, { ignoreChanges: ["createOrganization", "organizationId"] })).not.toThrow();
  });
});
