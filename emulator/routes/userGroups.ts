/** Operations 20 and 21. */
import type { z } from "zod";
import type { groupItemResult } from "../../schema/service/index.ts";
import { entries, itemId, route } from "./route.ts";
import { ensureScope, ensureScopeOfEmptyList } from "./scope.ts";

type GroupEntry = z.output<typeof groupItemResult>;

export const addUserGroups = route("addUserGroups", (data, context) => {
  const { userGroups } = context.store;
  const organization = data.organizationId;
  const message = "User group(s) added successfully.";
  const result = entries();
  if (data.organizationUserGroups.length === 0) {
    ensureScopeOfEmptyList(data, context);
    return { message, data: result };
  }
  const failure = ensureScope({ organizationId: organization, createOrganization: data.createOrganization }, context);
  for (const { groupId, groupName } of data.organizationUserGroups) {
    const id = itemId(context, organization, "userGroup", groupId);
    const isRefused = context.switches.userGroupsAddExisting === "fail" && userGroups.exists(organization, groupId);
    if (failure !== undefined || isRefused) {
      result[groupId] = { success: false, id, message: failure ?? "User group already exists." };
      continue;
    }
    userGroups.save(organization, groupId, groupName ?? null);
    result[groupId] = { success: true, id, message: "Added Successfully" };
  }
  return { message, data: result };
});

export const deleteUserGroupUsers = route("deleteUserGroupUsers", (data, context) => {
  const { userGroups } = context.store;
  const { organizationId: organization, organizationUserGroupId: group } = data;
  const userIds = data.deleteAll ? userGroups.users(organization, group) : (data.userIds ?? []);
  const result = entries<GroupEntry>();
  for (const userId of userIds) {
    const success = userGroups.removeUser(organization, group, userId);
    result[userId] = {
      success,
      organizationUserGroupId: group,
      message: success ? "User removed." : "User does not exist.",
    };
  }
  const message = "User(s) removed from the group successfully.";
  const shape = data.deleteAll ? context.switches.deleteAllResponse : "perUser";
  if (shape === "null") return { message, data: null };
  return { message, data: shape === "empty" ? {} : result };
});
