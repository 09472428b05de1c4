/** Operations 12 to 16. */
import type { ItemResult, User } from "../../schema/service/index.ts";
import { invalid } from "../errors.ts";
import type { Profile } from "../store/users.ts";
import { entries, itemId, route, type Answer, type Context, type DataFor } from "./route.ts";
import { ensureScope, ensureScopeOfEmptyList, levelOf } from "./scope.ts";

const doesNotExist = "User does not exist.";

/** `Ada King Lovelace` -> `AL`: how initials are derived is not shown, so first and last word. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return letters.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
};

/** The emulator's own rule, so that a call with one malformed user can be tried: an e-mail address has an `@`. */
const requireEmails = (users: readonly User[]): void => {
  const index = users.findIndex(({ email }) => email !== undefined && !email.includes("@"));
  if (index !== -1) throw invalid(`data.users[${index}].email: not an e-mail address.`);
};

const profileOf = (user: User, initial: string | null, metadata: string | null): Profile => ({
  name: user.name ?? null,
  email: user.email ?? null,
  initial: user.initial ?? initial,
  metadata,
});

const add = (data: DataFor<"addUsers">, context: Context, withRoles: boolean): Answer<Record<string, ItemResult>> => {
  requireEmails(data.users);
  const { store, switches } = context;
  const organization = data.organizationId;
  const result = entries();
  const message = "User(s) added successfully.";
  if (data.users.length === 0) {
    ensureScopeOfEmptyList(data, context);
    return { message, data: result };
  }
  // "An organization that does not exist is created", flag or not (operation 12).
  const createOrganization = data.createOrganization || switches.usersAddUnknownOrganization === "create";
  const failure = ensureScope({ ...data, createOrganization }, context);
  const level = levelOf(data);
  for (const user of data.users) {
    const id = itemId(context, organization, "user", user.userId);
    const role = withRoles ? user.accessRole : undefined;
    const isNew = failure === undefined && store.users.grant(level, user.userId, role ?? null);
    if (failure !== undefined || (!isNew && switches.usersAddExisting === "fail")) {
      result[user.userId] = { success: false, id, message: failure ?? "User already exists." };
      continue;
    }
    if (!isNew && role !== undefined) store.users.setRole(level, user.userId, role);
    const initial = user.name === undefined ? null : initialsOf(user.name);
    store.users.save(organization, user.userId, profileOf(user, initial, null));
    const updated = !isNew && switches.usersAddExisting === "updated";
    result[user.userId] = { success: true, id, message: updated ? "User updated." : "User added." };
  }
  return { message, data: result };
};

export const addUsers = route("addUsers", (data, context) => add(data, context, true));

export const addUsersV1 = route("addUsersV1", ({ organizationId, documentId, folderId, users }, context) =>
  add({ organizationId, documentId, folderId, users }, context, false),
);

/** "Other metadata" (operation 14): what is not a field of its own. */
const metadataOf = ({ userId, name, email, initial, accessRole, ...others }: User): string | null =>
  Object.keys(others).length === 0 ? null : JSON.stringify(others);

const update = (data: DataFor<"updateUsers">, context: Context, withRoles: boolean): Answer<Record<string, ItemResult>> => {
  requireEmails(data.users);
  const { users } = context.store;
  const level = levelOf(data);
  const result = entries();
  for (const user of data.users) {
    const id = itemId(context, data.organizationId, "user", user.userId);
    // "Filters combine": a user exists here where the user was added at this level.
    if (!users.isGranted(level, user.userId)) {
      result[user.userId] = { success: false, id, message: doesNotExist };
      continue;
    }
    if (withRoles && user.accessRole !== undefined) users.setRole(level, user.userId, user.accessRole);
    users.save(data.organizationId, user.userId, profileOf(user, null, metadataOf(user)));
    result[user.userId] = { success: true, id, message: "User updated." };
  }
  return { message: "User(s) updated successfully.", data: result };
};

export const updateUsers = route("updateUsers", (data, context) => update(data, context, true));
export const updateUsersV1 = route("updateUsersV1", (data, context) => update(data, context, false));

export const deleteUsers = route("deleteUsers", (data, context) => {
  const { users } = context.store;
  const { documentId, folderId: givenFolderId } = data;
  const folderId = context.switches.usersDeleteFolder === "folder" ? givenFolderId : undefined;
  const level = levelOf({ organizationId: data.organizationId, documentId, folderId });
  const result = entries();
  for (const userId of data.userIds) {
    // At the organization: access to all documents and data in it, so the grants on folders and documents too.
    const removed = level.kind === "organization" ? users.revokeAll(level.organization, userId) : users.revoke(level, userId);
    result[userId] = { success: removed, message: removed ? "User removed." : doesNotExist };
  }
  return { message: "User(s) removed successfully.", data: result };
});
