/** One valid call of each operation against one state, and how the state shows that it was carried out. */
import type { Snapshot, SnapshotInput } from "../../../emulator/index.ts";
import type { CallData } from "../../../provider/client/index.ts";
import type { OperationName } from "../../../schema/service/index.ts";

interface Fixture {
  /** `data`, without the items where there are any. */
  readonly data: object;
  /** Items of a multi-item call: three. */
  readonly items?: readonly unknown[];
  /** Whether an item, or the call, was carried out; absent: it only reads. */
  readonly landed?: (state: Snapshot, id: string) => boolean;
}

const people = ["ada", "bob", "cleo"];
const each = <Value>(ids: readonly string[], make: (id: string) => Value): Record<string, Value> =>
  Object.fromEntries(ids.map((id) => [id, make(id)]));

export const before = (): SnapshotInput => ({
  organizations: {
    o: {
      users: each(people, (id) => ({ name: id })),
      members: each(people, () => ({})),
      folders: each(["f1", "f2", "f3"], (folderName) => ({ folderName })),
      documents: each(["d1", "d2", "d3"], (documentName) => ({ documentName, locations: { l1: { id: "l1", locationName: "Old" } } })),
      userGroups: { g: { groupName: "G", users: people } },
      notifications: each(["n1", "n2", "n3"], () => ({ documentId: "d1" })),
    },
    o2: {},
    o3: {},
  },
  allowedDomains: ["a.example", "b.example", "c.example"],
  features: [{ id: "c1", kind: "comment", organizationId: "o", documentId: "d1", locationId: "l1", userId: "ada" }],
});

const scope = { organizationId: "o" };
const organization = (state: Snapshot) => state.organizations["o"];
const newUsers = ["dan", "eve", "fay"].map((userId) => ({ userId, name: userId }));
const renamedUsers = people.map((userId) => ({ userId, name: "Renamed" }));
const newDocuments = ["d4", "d5", "d6"].map((documentId) => ({ documentId, documentName: "New" }));
const isMember: Fixture["landed"] = (state, id) => organization(state)?.members[id] !== undefined;
const isRenamed: Fixture["landed"] = (state, id) => organization(state)?.users[id]?.name === "Renamed";
const isCreated: Fixture["landed"] = (state, id) => organization(state)?.documents[id]?.documentName === "New";

export const notificationId = "n9";

export const fixtures: Readonly<Record<OperationName, Fixture>> = {
  getAuthToken: { data: { userId: "ada" } satisfies CallData<"getAuthToken"> },
  generateSignature: {
    data: { permissions: [{ userId: "ada", resourceId: "d1", type: "document", hasAccess: true }] } satisfies CallData<"generateSignature">,
  },
  getFolders: { data: scope },
  getFoldersV1: { data: scope },
  updateFolders: {
    data: scope,
    items: ["f1", "f2", "f3"].map((folderId) => ({ folderId, folderName: "Renamed" })),
    landed: (state, id) => organization(state)?.folders[id]?.folderName === "Renamed",
  },
  addDocuments: { data: scope, items: newDocuments, landed: isCreated },
  addDocumentsV1: { data: scope, items: newDocuments, landed: isCreated },
  getDocuments: { data: scope, items: ["d1", "d2", "d3"] },
  getDocumentsV1: { data: scope, items: ["d1", "d2", "d3"] },
  updateLocation: {
    data: {
      ...scope,
      documentId: "d1",
      migrate: { oldLocation: { id: "l1" }, newLocation: { id: "l2", locationName: "New" } },
    } satisfies CallData<"updateLocation">,
    landed: (state) => organization(state)?.documents["d1"]?.locations["l2"]?.["locationName"] === "New",
  },
  deleteLocationData: {
    data: { documentId: "d1", location: { id: "l1" } } satisfies CallData<"deleteLocationData">,
    landed: ({ features }) => features.length === 0,
  },
  addUsers: { data: scope, items: newUsers, landed: isMember },
  addUsersV1: { data: scope, items: newUsers, landed: isMember },
  updateUsers: { data: scope, items: renamedUsers, landed: isRenamed },
  updateUsersV1: { data: scope, items: renamedUsers, landed: isRenamed },
  deleteUsers: { data: scope, items: people, landed: (state, id) => organization(state)?.members[id] === undefined },
  getUserData: { data: { userId: "ada" } satisfies CallData<"getUserData"> },
  deleteUserData: { data: {}, items: people, landed: ({ jobs }, id) => jobs.some(({ userIds }) => userIds.includes(id)) },
  updateDisabledState: {
    data: { disabled: true },
    items: ["o", "o2", "o3"],
    landed: ({ organizations }, id) => organizations[id]?.disabled === true,
  },
  addUserGroups: {
    data: scope,
    items: ["g1", "g2", "g3"].map((groupId) => ({ groupId, groupName: "New" })),
    landed: (state, id) => organization(state)?.userGroups[id] !== undefined,
  },
  deleteUserGroupUsers: {
    data: { ...scope, organizationUserGroupId: "g" },
    items: people,
    landed: (state, id) => organization(state)?.userGroups["g"]?.users.includes(id) === false,
  },
  deleteDomains: {
    data: {},
    items: ["a.example", "b.example", "c.example"],
    landed: ({ allowedDomains }, id) => !allowedDomains.includes(id),
  },
  getNotificationConfig: { data: { ...scope, userId: "ada" }, items: ["d1", "d2", "d3"] },
  addNotification: {
    data: { ...scope, notificationId, notifyUsers: [{ userId: "ada" }] } satisfies CallData<"addNotification">,
    landed: (state) => organization(state)?.notifications[notificationId] !== undefined,
  },
  updateNotifications: {
    data: { ...scope, documentId: "d1" },
    items: ["n1", "n2", "n3"].map((id) => ({ id, displayBodyMessage: "New" })),
    landed: (state, id) => organization(state)?.notifications[id]?.content["displayBodyMessage"] === "New",
  },
};
