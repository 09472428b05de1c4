/** Users, groups and organizations. */
import { expect } from "vitest";
import { type Check, type Checks, organizationId } from "./check.ts";

const disableUnknown =
  (created: boolean): Check =>
  async ({ call, state }) => {
    const { data } = await call("updateDisabledState", { organizationIds: ["new"], disabled: true });
    expect(data).toMatchObject({ new: created ? { success: true } : { success: false, message: "Organization does not exist" } });
    expect(state().organizations["new"]?.disabled).toBe(created ? true : undefined);
  };
const addToUnknown =
  (created: boolean): Check =>
  async ({ call, state }) => {
    for (const name of ["addUsers", "addUsersV1"] as const) {
      const { data } = await call(name, { organizationId: name, users: [{ userId: "ada" }] });
      expect(data).toMatchObject({ ada: created ? { success: true } : { success: false, message: "Organization does not exist" } });
      expect(state().organizations).toMatchObject(created ? { [name]: {} } : {});
    }
  };
const addAgain =
  (success: boolean, message: string, role: string): Check =>
  async ({ call, access, state }) => {
    const users = [{ userId: "ada", name: "Ada New", accessRole: "editor" }];
    expect((await call("addUsers", { organizationId, users })).data).toMatchObject({ ada: { success, message } });
    expect(access(organizationId, "ada").grants[0]?.role).toBe(role);
    expect(state().organizations["acme"]?.users["ada"]?.name).toBe(success ? "Ada New" : undefined);
  };
const deleteAtFolder =
  (organizationRemains: boolean): Check =>
  async ({ call, access }) => {
    await call("addUsers", { organizationId, folderId: "design", users: [{ userId: "ada" }] });
    expect((await call("deleteUsers", { organizationId, folderId: "design", userIds: ["ada"] })).data).toMatchObject({
      ada: { success: true },
    });
    expect(access(organizationId, "ada").grants.map(({ level }) => level)).toEqual(organizationRemains ? ["organization"] : []);
  };
const addGroupAgain =
  (success: boolean, name: string): Check =>
  async ({ call, state }) => {
    const { data } = await call("addUserGroups", { organizationId, organizationUserGroups: [{ groupId: "staff", groupName: "New" }] });
    expect(data).toMatchObject({ staff: { success } });
    expect(state().organizations["acme"]?.userGroups["staff"]).toEqual({ groupName: name, users: ["ada"] });
  };
const deleteAll =
  (expected: unknown): Check =>
  async ({ call, state }) => {
    const { data } = await call("deleteUserGroupUsers", { organizationId, organizationUserGroupId: "staff", deleteAll: true });
    expect(data).toEqual(expected);
    expect(state().organizations["acme"]?.userGroups["staff"]?.users).toEqual([]);
  };
const deleteMany =
  (taken: number): Check =>
  async ({ call, state }) => {
    const { body } = await call("deleteUserData", { userIds: Array.from({ length: 31 }, (_, index) => `u${index}`) });
    expect(body["data"]).toMatchObject({ tasksCount: taken });
    expect(state().jobs[0]?.userIds).toHaveLength(taken);
  };

export const users = {
  disableUnknown: { create: disableUnknown(true), fail: disableUnknown(false) },
  usersAddUnknownOrganization: { create: addToUnknown(true), fail: addToUnknown(false) },
  usersAddExisting: {
    added: addAgain(true, "User added.", "editor"),
    updated: addAgain(true, "User updated.", "editor"),
    fail: addAgain(false, "User already exists.", "viewer"),
  },
  usersDeleteFolder: { folder: deleteAtFolder(true), ignored: deleteAtFolder(false) },
  userGroupsAddExisting: { ok: addGroupAgain(true, "New"), fail: addGroupAgain(false, "Staff") },
  deleteAllResponse: {
    empty: deleteAll({}),
    perUser: deleteAll({ ada: { success: true, organizationUserGroupId: "staff", message: "User removed." } }),
    null: deleteAll(null),
  },
  userDataDeleteMax: { "30": deleteMany(30), unlimited: deleteMany(31) },
} satisfies Partial<Checks>;
