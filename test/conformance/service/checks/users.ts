/** Operations 12 to 16. */
import { expect } from "vitest";
import { acme, dataOf, itemId, reached, type Check, type Service } from "../service.ts";
import { organizationId } from "../world.ts";

const zoe = { userId: "zoe", name: "Zoe Quinn", email: "zoe@example.com", accessRole: "editor" };
const doesNotExist = { success: false, message: "User does not exist." };

const add = ({ call }: Service, level: object, user: object = zoe, name: "addUsers" | "addUsersV1" = "addUsers") =>
  call(name, { organizationId, ...level, users: [user] });

/** Access that adding at a level gives: exactly these documents. */
const gives =
  (level: object, documents: readonly string[], name: "addUsers" | "addUsersV1" = "addUsers"): Check =>
  async (service) => {
    expect(dataOf(await add(service, level, zoe, name))).toEqual({
      zoe: { success: true, id: itemId(service, "zoe"), message: "User added." },
    });
    expect(reached(service, "zoe")).toEqual(documents);
    expect(reached(service, "zoe", "globex")).toEqual([]);
  };

const addToUnknown = async (service: Service, name: "addUsers" | "addUsersV1"): Promise<void> => {
  const { data } = await add(service, { organizationId: name }, { userId: "zoe" }, name);
  const isCreated = service.switches.usersAddUnknownOrganization === "create";
  expect(data).toMatchObject({ zoe: { success: isCreated } });
  expect(Object.hasOwn(service.state().organizations, name)).toBe(isCreated);
};

const addAgain = async (service: Service): Promise<void> => {
  const { data } = await add(service, {}, { userId: "bob", name: "Bobby", accessRole: "editor" });
  const value = service.switches.usersAddExisting;
  expect(data).toMatchObject({ bob: value === "fail" ? { success: false } : { success: true, message: `User ${value}.` } });
  expect(acme(service).users["bob"]?.name).toBe(value === "fail" ? undefined : "Bobby");
  expect(acme(service).members["bob"]).toEqual({ accessRole: value === "fail" ? "viewer" : "editor" });
};

/** zoe at all levels of acme. */
const addEverywhere = async (service: Service): Promise<void> => {
  for (const level of [{}, { folderId: "design" }, { documentId: "secret" }]) await add(service, level);
  expect(reached(service, "zoe")).toEqual(["draft", "logo", "secret", "top"]);
};

const levelsOf = (service: Service, user: string) =>
  service
    .access(organizationId, user)
    .grants.map(({ level }) => level)
    .toSorted();

const update = ({ call }: Service, users: readonly object[], level: object = {}, name: "updateUsers" | "updateUsersV1" = "updateUsers") =>
  call(name, { organizationId, ...level, users });

export const users = {
  "12a": async (service) => {
    await gives({ documentId: "secret" }, ["secret"])(service);
    // Before the folder, where both are given.
    await add(service, { documentId: "top", folderId: "design" }, { userId: "yan" });
    expect(reached(service, "yan")).toEqual(["top"]);
  },
  "12b": gives({ folderId: "design" }, ["draft", "logo"]),
  "12c": gives({}, ["draft", "logo", "top"]),
  "12d": (service) => addToUnknown(service, "addUsers"),
  "12e": async (service) => {
    for (const level of [{ folderId: "none" }, { documentId: "none" }]) {
      expect((await add(service, level)).data).toMatchObject({ zoe: { success: false } });
    }
    expect(acme(service)).toMatchObject({ users: expect.not.objectContaining({ zoe: expect.anything() }) });
    const flags = { createOrganization: true, createFolder: true, createDocument: true };
    await add(service, { organizationId: "new", folderId: "f", ...flags });
    await add(service, { organizationId: "new", documentId: "d", ...flags });
    expect(service.state().organizations["new"]).toMatchObject({
      folders: { f: { members: { zoe: { accessRole: "editor" } } } },
      documents: { d: { members: { zoe: { accessRole: "editor" } } } },
    });
  },
  "12f": async (service) => {
    const { data } = await service.call("addUsers", { organizationId, users: [zoe, { userId: "yan" }] });
    const entry = (id: string) => ({ success: true, id: itemId(service, id), message: "User added." });
    expect(data).toEqual({ zoe: entry("zoe"), yan: entry("yan") });
  },
  "12g": async (service) => {
    await add(service, {}, { userId: "zoe", name: "Zoe Quinn" });
    await add(service, {}, { userId: "yan", name: "Yan", initial: "!" });
    // How initials are derived is not shown; they come from the name.
    expect(acme(service).users["zoe"]?.initial).toMatch(/^Z/);
    expect(acme(service).users["yan"]?.initial).toBe("!");
  },
  "12h": async (service) => {
    await add(service, { documentId: "top" });
    expect(service.access(organizationId, "zoe").documents["top"]?.role).toBe("editor");
    expect((await add(service, {}, { userId: "yan", accessRole: "owner" })).error).toMatchObject({ status: "INVALID_ARGUMENT" });
  },
  "12i": addAgain,
  "12j": async (service) => {
    await addEverywhere(service);
    expect(levelsOf(service, "zoe")).toEqual(["document", "folder", "organization"]);
  },
  "13a": async (service) => {
    const { accessRole: _, ...rest } = zoe;
    for (const [level, documents] of [
      [{ documentId: "secret" }, ["secret"]],
      [{ folderId: "design" }, ["draft", "logo", "secret"]],
      [{}, ["draft", "logo", "secret", "top"]],
    ] as const) {
      expect((await add(service, level, rest, "addUsersV1")).data).toMatchObject({ zoe: { success: true, message: "User added." } });
      expect(reached(service, "zoe")).toEqual(documents);
    }
    // Neither a role nor a create flag is a field of v1: dropped, or the call is refused (switch `unknownFields`).
    await add(service, {}, { ...rest, userId: "yan", accessRole: "editor" }, "addUsersV1");
    expect(acme(service).members["yan"] ?? {}).toEqual({});
    await add(service, { folderId: "new", createFolder: true }, rest, "addUsersV1");
    expect(acme(service).folders).not.toHaveProperty("new");
    await addToUnknown(service, "addUsersV1");
  },
  "14a": async (service) => {
    const { data } = await update(service, [{ userId: "ada", name: "Ada King", accessRole: "viewer", team: "blue" }]);
    expect(data).toEqual({ ada: { success: true, id: itemId(service, "ada"), message: "User updated." } });
    const { name, email, initial, metadata } = acme(service).users["ada"] ?? {};
    expect({ name, email, initial, metadata }).toEqual({
      name: "Ada King",
      email: "ada@example.com",
      initial: "AL",
      metadata: { team: "blue" },
    });
    expect(acme(service).members["ada"]).toEqual({ accessRole: "viewer" });
    expect(service.state().organizations["globex"]?.members["ada"]).toEqual({ accessRole: "viewer" });
  },
  "14b": async (service) => {
    const changed = [
      { userId: "none", name: "X" },
      { userId: "bob", name: "Bob" },
    ];
    const { data } = await update(service, changed);
    expect(data).toEqual({
      none: { ...doesNotExist, id: itemId(service, "none") },
      bob: { success: true, id: itemId(service, "bob"), message: "User updated." },
    });
    expect([acme(service).users["none"], acme(service).users["bob"]?.name]).toEqual([undefined, "Bob"]);
  },
  "14c": async (service) => {
    for (const [level, user] of [
      [{ documentId: "top" }, "ada"],
      [{ folderId: "design" }, "ada"],
      [{}, "fay"],
    ] as const) {
      expect((await update(service, [{ userId: user, accessRole: "viewer" }], level)).data).toMatchObject({ [user]: doesNotExist });
    }
    await update(service, [{ userId: "fay", accessRole: "viewer" }], { folderId: "design" });
    await update(service, [{ userId: "cyd", accessRole: "editor" }], { documentId: "secret" });
    expect(acme(service).folders["design"]?.members["fay"]).toEqual({ accessRole: "viewer" });
    expect(acme(service).documents["secret"]?.members["cyd"]).toEqual({ accessRole: "editor" });
  },
  "15a": async (service) => {
    const { data } = await update(service, [{ userId: "bob", name: "Bob" }, { userId: "none" }], {}, "updateUsersV1");
    expect(data).toMatchObject({ bob: { success: true, message: "User updated." }, none: doesNotExist });
    expect(acme(service).users["bob"]?.name).toBe("Bob");
    await update(service, [{ userId: "bob", accessRole: "editor" }], {}, "updateUsersV1");
    expect(acme(service).members["bob"]).toEqual({ accessRole: "viewer" });
  },
  "16a": async (service) => {
    await addEverywhere(service);
    const { data } = await service.call("deleteUsers", { organizationId, userIds: ["zoe"] });
    expect(data).toEqual({ zoe: { success: true, message: "User removed." } });
    expect([reached(service, "zoe"), acme(service).users["zoe"]]).toEqual([[], undefined]);
    await service.call("deleteUsers", { organizationId, userIds: ["ada"] });
    expect(reached(service, "ada", "globex")).toEqual(["report"]);
  },
  "16b": async (service) => {
    await addEverywhere(service);
    await service.call("deleteUsers", { organizationId, documentId: "secret", userIds: ["zoe"] });
    expect(levelsOf(service, "zoe")).toEqual(["folder", "organization"]);
    expect(reached(service, "zoe")).toEqual(["draft", "logo", "top"]);
  },
  "16c": async ({ call }) => {
    const { data } = await call("deleteUsers", { organizationId, userIds: ["none", "bob"] });
    expect(data).toEqual({ none: doesNotExist, bob: { success: true, message: "User removed." } });
  },
  "16d": async (service) => {
    await addEverywhere(service);
    await service.call("deleteUsers", { organizationId, folderId: "design", userIds: ["zoe"] });
    const onlyFolder = service.switches.usersDeleteFolder === "folder";
    expect(levelsOf(service, "zoe")).toEqual(onlyFolder ? ["document", "organization"] : []);
  },
} satisfies Record<string, Check>;
