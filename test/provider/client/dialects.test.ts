/** The client against the emulator, under every value of every switch that it can see. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEmulator, type Emulator, type Switches } from "../../../emulator/index.ts";
import { type CollabClient, createClient, type ItemOutcome } from "../../../provider/client/index.ts";
import { collect } from "./fake.ts";

let emulator: Emulator;
let client: CollabClient;
const connect = (options: object = {}): CollabClient =>
  createClient({ baseUrl: emulator.url, apiKey: "collab-dev-key", authToken: "collab-dev-token", ...options });
beforeAll(async () => {
  emulator = await startEmulator({ port: 0 });
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.reset();
  client = connect();
});

const scope = { organizationId: "o" };
const codes = (outcomes: Map<string, ItemOutcome>): string[] =>
  [...outcomes.values()].map((outcome) => (outcome.ok ? "ok" : outcome.error.code));
const documentsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ documentId: `d${index}`, documentName: `D ${index}` }));
const usersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ userId: `u${index}`, name: "U", accessRole: "viewer" as const }));
const add = (count = 3) => client.each("addDocuments", { ...scope, createOrganization: true }, documentsOf(count));
// `rateLimit` takes any number; the type lists examples.
const using = (switches: object) => emulator.setSwitches(switches as Partial<Switches>);

describe.each(["mapped", "always200", "always400"] as const)("httpStatus %s", (httpStatus) => {
  beforeEach(() => using({ httpStatus }));

  it.each(["INVALID_ARGUMENT", "UNAUTHENTICATED", "PERMISSION_DENIED"] as const)("authFailure %s", async (authFailure) => {
    using({ authFailure });
    const stranger = connect({ authToken: "wrong-token" });
    await expect(stranger.verifyCredentials()).rejects.toMatchObject({ code: "unauthorized" });
    await expect(stranger.getAuthToken({ userId: "u" })).rejects.toMatchObject({ code: "unauthorized" });
    expect(codes(await stranger.each("addUsers", scope, usersOf(3)))).toEqual(["unauthorized", "unauthorized", "unauthorized"]);
    await client.verifyCredentials();
  });

  it("advancedQueries off", async () => {
    using({ advancedQueries: "off" });
    await expect(client.folders("o")).rejects.toMatchObject({ code: "precondition" });
    await expect(client.documents("o", ["d"])).rejects.toMatchObject({ code: "precondition" });
  });

  it.each(["errorDetails", "perItem", "upsert"] as const)("documentsAddExisting %s", async (documentsAddExisting) => {
    using({ documentsAddExisting });
    expect(new Set(codes(await add(3)))).toEqual(new Set(["ok"]));
    const again = documentsAddExisting === "upsert" ? "ok" : "already-exists";
    expect(codes(await add(5))).toEqual([again, again, again, "ok", "ok"]);
  });

  it.each(["errorDetails", "omit", "perItem"] as const)("documentsGetMissing %s", async (documentsGetMissing) => {
    using({ documentsGetMissing });
    await add(40);
    const read = await client.documents("o", ["d0", "no", ...documentsOf(40).map(({ documentId }) => documentId)]);
    expect(read.get("d39")).toMatchObject({ id: "d39", documentName: "D 39" });
    expect([read.size, read.get("no")]).toEqual([41, undefined]);
  });

  it.each(["schemeAndWww", "scheme"] as const)("domainMatch %s", async (domainMatch) => {
    using({ domainMatch });
    emulator.setState({ allowedDomains: ["a.example", "*.b.example"] });
    const outcomes = await client.each("deleteDomains", {}, ["https://a.example", "*.b.example", "c.example"]);
    expect(codes(outcomes)).toEqual(["ok", "ok", "not-found"]);
  });

  it.each(["notFound", "empty"] as const)("foldersUnknown %s", async (foldersUnknown) => {
    using({ foldersUnknown });
    expect(await client.folders("no")).toEqual(foldersUnknown === "empty" ? [] : undefined);
    expect(await client.folder("no", "no")).toBeUndefined();
  });

  it("one malformed user among many, a rate limit and faults", async () => {
    using({ rateLimit: "50" });
    emulator.faults.set([{ operation: "v2/users/add", when: { count: 8 }, effect: { dropAfter: true } }]);
    const users = [...usersOf(500), { userId: "malformed", email: "nonsense" }, ...usersOf(1000).slice(500)];
    const outcomes = await client.each("addUsers", { ...scope, createOrganization: true }, users);
    expect([...outcomes].filter(([, { ok }]) => !ok).map(([id]) => id)).toEqual(["malformed"]);
  });
});

describe.each(["absent", "null", "empty"] as const)("pageTokenAtEnd %s", (pageTokenAtEnd) => {
  it.each(["10", "100", "1000"] as const)("documentsPageSize %s", async (documentsPageSize) => {
    using({ pageTokenAtEnd, documentsPageSize });
    await add(110);
    expect(await collect(client.listDocuments("o"))).toHaveLength(110);
    expect(
      (
        await client.documents(
          "o",
          documentsOf(110).map(({ documentId }) => documentId),
        )
      ).get("d109"),
    ).toBeDefined();
    expect(await collect(client.userData({ userId: "u0" }))).toHaveLength(1);
  });
});

it.each(["flat", "nested"] as const)("foldersList %s", async (foldersList) => {
  using({ foldersList });
  for (const folderId of ["a", "b", "c"])
    await client.addDocuments({
      ...scope,
      createOrganization: true,
      createFolder: true,
      folderId,
      documents: [{ documentId: `in-${folderId}` }],
    });
  await client.updateFolders({
    ...scope,
    folders: [
      { folderId: "b", parentFolderId: "a" },
      { folderId: "c", parentFolderId: "b" },
    ],
  });
  for (const apiVersion of ["v1", "v2"] as const) {
    const read = await connect({ apiVersion }).folders("o");
    expect(read?.map(({ folderId, parentFolderId }) => [folderId, parentFolderId])).toEqual([
      ["a", "root"],
      ["b", "a"],
      ["c", "b"],
    ]);
    expect(JSON.stringify(read)).not.toContain("collab-dev-key");
  }
});

it.each(["empty", "perUser", "null"] as const)("deleteAllResponse %s", async (deleteAllResponse) => {
  using({ deleteAllResponse });
  await client.addUserGroups({ ...scope, createOrganization: true, organizationUserGroups: [{ groupId: "g" }] });
  await client.deleteUserGroupUsers({ ...scope, organizationUserGroupId: "g", deleteAll: true });
});

it.each(["5", "5:retryAfter"])(
  "rateLimit %s: everything lands",
  async (rateLimit) => {
    using({ rateLimit });
    const outcomes = await connect({ maxItemsPerCall: 10 }).each("addUsers", { ...scope, createOrganization: true }, usersOf(120));
    expect(new Set(codes(outcomes))).toEqual(new Set(["ok"]));
  },
  20_000,
);

it("userDataDeleteMax: nobody is cut off", async () => {
  const outcomes = await client.each(
    "deleteUserData",
    {},
    usersOf(70).map(({ userId }) => userId),
  );
  expect(new Set(codes(outcomes))).toEqual(new Set(["ok"]));
  expect(emulator.requests().map(({ operation }) => operation)).toHaveLength(3);
});
