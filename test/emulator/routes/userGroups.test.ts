import { expect, it } from "vitest";
import { start } from "../start.ts";

const organizationId = "acme";
const seed = { version: 1, organizations: { acme: { groups: { staff: { name: "Staff", users: ["ada", "bob", "cyd"] } } } } };

it("operation 20 creates groups, and the organization with its flag", async () => {
  const { call, state } = await start();
  const organizationUserGroups = [{ groupId: "g", groupName: "G" }];
  const without = await call("addUserGroups", { organizationId, organizationUserGroups });
  expect(without.data).toMatchObject({ g: { success: false, message: "Organization does not exist" } });
  const { data } = await call("addUserGroups", { organizationId, createOrganization: true, organizationUserGroups });
  expect(data).toEqual({ g: { success: true, id: expect.any(String), message: "Added Successfully" } });
  expect(state().organizations["acme"]?.userGroups).toEqual({ g: { groupName: "G", users: [] } });
});

it("operation 21 removes the listed users", async () => {
  const { call, state } = await start({ seed });
  const data = { organizationId, organizationUserGroupId: "staff", userIds: ["ada", "zoe"] };
  expect((await call("deleteUserGroupUsers", data)).data).toEqual({
    ada: { success: true, organizationUserGroupId: "staff", message: "User removed." },
    zoe: { success: false, organizationUserGroupId: "staff", message: "User does not exist." },
  });
  expect(state().organizations["acme"]?.userGroups["staff"]?.users).toEqual(["bob", "cyd"]);
});

it("operation 21 with deleteAll removes every user; the group stays", async () => {
  const { call, state } = await start({ seed });
  await call("deleteUserGroupUsers", { organizationId, organizationUserGroupId: "staff", deleteAll: true });
  expect(state().organizations["acme"]?.userGroups).toEqual({ staff: { groupName: "Staff", users: [] } });
});
