import { describe, expect, it } from "vitest";
import { initialsOf } from "../../../emulator/routes/users.ts";
import { reached, start } from "../start.ts";

const organizationId = "acme";
const seed = {
  version: 1,
  organizations: {
    acme: {
      documents: { top: {}, secret: { access: "restricted" } },
      folders: { design: { documents: { logo: {} } } },
    },
  },
};
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", accessRole: "editor" };

describe("operations 12 and 13, users add", () => {
  it.each([
    ["(a) to the document only", { documentId: "secret" }, ["secret"]],
    ["(a) before (b)", { documentId: "top", folderId: "design" }, ["top"]],
    ["(b) to the folder only", { folderId: "design" }, ["logo"]],
    ["(c) to the organization: all but restricted documents", {}, ["logo", "top"]],
  ])("level rule %s", async (_rule, level, documents) => {
    for (const name of ["addUsers", "addUsersV1"] as const) {
      const emulator = await start({ seed });
      const { data } = await emulator.call(name, { organizationId, ...level, users: [ada] });
      expect(data).toEqual({ ada: { success: true, id: expect.any(String), message: "User added." } });
      expect(reached(emulator, organizationId, "ada")).toEqual(documents);
      // v1 is "without accessRole" (operation 13).
      expect(emulator.access(organizationId, "ada").grants[0]?.role).toBe(name === "addUsers" ? "editor" : null);
    }
  });

  it("derives `initial` from the name, unless it is given", async () => {
    const emulator = await start();
    await emulator.call("addUsers", { organizationId, users: [ada, { userId: "b", name: "Bob", initial: "X" }, { userId: "c" }] });
    expect(emulator.state().organizations["acme"]?.users).toEqual({
      ada: { name: ada.name, email: ada.email, initial: "AL" },
      b: { name: "Bob", initial: "X" },
      c: {},
    });
  });

  it.each([
    ["Ada King Lovelace", "AL"],
    ["ada", "A"],
    ["  Émile  Zola ", "ÉZ"],
    ["", ""],
    ["𝒳 y", "𝒳Y"],
  ])("initials of %j are %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it("the flags create organization, folder and document, the document inside the folder", async () => {
    const emulator = await start({ switches: { usersAddUnknownOrganization: "fail" } });
    const flags = { createOrganization: true, createFolder: true, createDocument: true };
    await emulator.call("addUsers", { organizationId, folderId: "f", documentId: "d", ...flags, users: [ada] });
    expect(emulator.state().organizations["acme"]).toMatchObject({
      folders: { f: { folderName: "f" } },
      documents: { d: { folderId: "f", members: { ada: { accessRole: "editor" } } } },
    });
  });

  it.each([
    [{ documentId: "none" }, "Document does not exist."],
    [{ folderId: "none" }, "Folder does not exist."],
  ])("without its flag a missing level fails each item: %j", async (level, message) => {
    const emulator = await start({ seed });
    const before = emulator.state();
    const { data } = await emulator.call("addUsers", { organizationId, ...level, users: [ada] });
    expect(data).toMatchObject({ ada: { success: false, message } });
    expect(emulator.state()).toEqual(before);
  });

  it("keeps the role where the second add gives none", async () => {
    const emulator = await start({ seed });
    await emulator.call("addUsers", { organizationId, users: [ada] });
    await emulator.call("addUsers", { organizationId, users: [{ userId: "ada" }] });
    expect(emulator.access(organizationId, "ada").grants).toEqual([{ level: "organization", id: "acme", role: "editor" }]);
  });

  it.each([
    ["no userId", { name: "X" }],
    ["an empty userId", { userId: "" }],
    ["an e-mail without @ (the emulator's rule)", { userId: "x", email: "nobody" }],
    ["an unknown role", { userId: "x", accessRole: "owner" }],
    ["a name that is no text", { userId: "x", name: 1 }],
  ])("one malformed user fails the whole call: %s", async (_what, malformed) => {
    const emulator = await start({ seed });
    const before = emulator.state();
    const { error } = await emulator.call("addUsers", { organizationId, users: [ada, malformed] });
    expect(error).toMatchObject({ status: "INVALID_ARGUMENT", message: expect.stringContaining("data.users[1]") });
    expect(emulator.state()).toEqual(before);
  });

  it("keys entries by any id, also by one that is special to JavaScript", async () => {
    const { send } = await start();
    const users = [{ userId: "__proto__" }, { userId: "constructor" }, { userId: "7" }];
    const body = JSON.stringify({ data: { organizationId, users } });
    const { data } = await send("/v2/users/add", { body });
    expect(Object.keys(data as object).toSorted()).toEqual(["7", "__proto__", "constructor"]);
  });
});

describe("operations 14 and 15, users update", () => {
  it("changes the given fields at the level, and fails for users who are not there", async () => {
    const emulator = await start({ seed });
    await emulator.call("addUsers", { organizationId, documentId: "top", users: [ada] });
    const users = [
      { userId: "ada", name: "Ada", accessRole: "viewer", team: "blue" },
      { userId: "bob", name: "Bob" },
    ];
    const { data } = await emulator.call("updateUsers", { organizationId, documentId: "top", users });
    expect(data).toMatchObject({
      ada: { success: true, message: "User updated." },
      bob: { success: false, message: "User does not exist." },
    });
    expect(emulator.state().organizations["acme"]?.users["ada"]).toEqual({
      name: "Ada",
      email: ada.email,
      initial: "AL",
      metadata: { team: "blue" },
    });
    expect(emulator.access(organizationId, "ada").documents["top"]?.role).toBe("viewer");
    expect((await emulator.call("updateUsers", { organizationId, users })).data).toMatchObject({ ada: { success: false } });
  });

  it("v1 leaves the role alone", async () => {
    const emulator = await start({ seed });
    await emulator.call("addUsers", { organizationId, users: [ada] });
    await emulator.call("updateUsersV1", { organizationId, users: [{ userId: "ada", accessRole: "viewer" }] });
    expect(emulator.access(organizationId, "ada").grants[0]?.role).toBe("editor");
  });
});

const grantEverywhere = async () => {
  const emulator = await start({ seed, switches: { usersDeleteFolder: "folder" } });
  for (const level of [{}, { folderId: "design" }, { documentId: "secret" }]) {
    await emulator.call("addUsers", { organizationId, ...level, users: [ada] });
  }
  return emulator;
};

describe("operation 16, users delete", () => {
  it("with only the organization: all documents and data, so the grants on folders and documents too", async () => {
    const emulator = await grantEverywhere();
    const { data } = await emulator.call("deleteUsers", { organizationId, userIds: ["ada", "bob"] });
    expect(data).toEqual({
      ada: { success: true, message: "User removed." },
      bob: { success: false, message: "User does not exist." },
    });
    expect(emulator.access(organizationId, "ada").grants).toEqual([]);
    expect(emulator.state().organizations["acme"]?.users).toEqual({});
  });

  it.each([
    [{ documentId: "secret" }, ["logo", "top"], "document"],
    [{ documentId: "secret", folderId: "design" }, ["logo", "top"], "document"],
    [{ folderId: "design" }, ["logo", "secret", "top"], "folder"],
  ])("with %j: that grant only", async (level, left, kind) => {
    const emulator = await grantEverywhere();
    await emulator.call("deleteUsers", { organizationId, ...level, userIds: ["ada"] });
    expect(reached(emulator, organizationId, "ada")).toEqual(left);
    expect(emulator.access(organizationId, "ada").grants.map((grant) => grant.level)).not.toContain(kind);
    const again = await emulator.call("deleteUsers", { organizationId, ...level, userIds: ["ada"] });
    expect(again.data).toMatchObject({ ada: { success: false, message: "User does not exist." } });
  });
});
