/** From a snapshot to the tables. */
import { ControlError } from "../errors.ts";
import { root } from "../store/folders.ts";
import type { Store } from "../store/index.ts";
import type { Level, LevelKind } from "../store/users.ts";
import type { OrganizationState, Snapshot } from "./shape.ts";

/** Replaces the whole state, in one transaction. */
export const loadSnapshot = (store: Store, state: Snapshot): void =>
  store.database.transaction(() => {
    store.clear();
    for (const [id, one] of Object.entries(state.organizations)) loadOrganization(store, id, one);
    for (const domain of state.allowedDomains) store.organizations.addDomain(domain);
    for (const { id, kind, organizationId, documentId, locationId, userId, mentions, data } of state.features) {
      store.features.put({
        id,
        kind,
        organization: organizationId,
        document: documentId ?? null,
        location: locationId ?? null,
        user: userId,
        data: JSON.stringify(data),
      });
      for (const mentioned of mentions) store.features.addMention(id, mentioned);
    }
    for (const { id, userIds, dueAt, done } of state.jobs) {
      store.jobs.put({ id, users: JSON.stringify(userIds), due: dueAt, done: done ? 1 : 0 });
    }
  });

const loadOrganization = (store: Store, id: string, state: OrganizationState): void => {
  store.organizations.setDisabled(id, state.disabled);
  const grantAll = (kind: LevelKind, target: string, level: OrganizationState["members"]): void => {
    const where: Level = { organization: id, kind, target };
    for (const [member, { accessRole: role }] of Object.entries(level)) {
      store.users.save(id, member, { name: null, email: null, initial: null, metadata: null });
      store.users.grant(where, member, role ?? null);
    }
  };
  for (const [userId, profile] of Object.entries(state.users)) {
    const { name = null, email = null, initial = null, metadata, context } = profile;
    store.users.save(id, userId, { name, email, initial, metadata: metadata ? JSON.stringify(metadata) : null });
    if (context) store.users.setContext(id, userId, JSON.stringify(context));
  }
  grantAll("organization", id, state.members);
  for (const [folderId, one] of Object.entries(state.folders)) {
    store.folders.put({
      organization: id,
      id: folderId,
      name: one.folderName ?? folderId,
      parent: one.parentFolderId,
      created: one.createdAt,
      updated: one.lastUpdated,
      access: one.accessType,
      inherit: one.inheritAccessFromParent ? 1 : 0,
    });
    grantAll("folder", folderId, one.members);
  }
  for (const folderId of Object.keys(state.folders)) {
    if (store.folders.chain(id, folderId).at(-1)?.parent !== root) {
      throw new ControlError(`Folder ${folderId} of ${id}: its parents do not lead to \`root\`.`);
    }
  }
  for (const [documentId, one] of Object.entries(state.documents)) {
    const { documentName: name = null, folderId: inFolder = null, accessType: access, disabled } = one;
    if (inFolder !== null && !store.folders.exists(id, inFolder)) {
      throw new ControlError(`Document ${documentId} of ${id}: folder ${inFolder} does not exist.`);
    }
    store.documents.put({ organization: id, id: documentId, name, folder: inFolder, access, disabled: disabled ? 1 : 0 });
    grantAll("document", documentId, one.members);
    for (const [locationId, data] of Object.entries(one.locations)) {
      store.documents.putLocation({ organization: id, document: documentId, id: locationId, data: JSON.stringify(data) });
    }
  }
  for (const [groupId, { groupName = null, users }] of Object.entries(state.userGroups)) {
    store.userGroups.save(id, groupId, groupName);
    for (const userId of users) store.userGroups.addUser(id, groupId, userId);
  }
  for (const [notificationId, one] of Object.entries(state.notifications)) {
    store.notifications.put({
      organization: id,
      id: notificationId,
      document: one.documentId ?? null,
      location: one.locationId ?? null,
      data: JSON.stringify(one.content),
      deliveries: one.deliveries,
      created: one.createdAt,
    });
    store.notifications.setRecipients(id, notificationId, one.recipients);
  }
  for (const { documentId = "", userId, config } of state.notificationConfigs) {
    store.notifications.putConfig({ organization: id, document: documentId, user: userId, config: JSON.stringify(config) });
  }
};
