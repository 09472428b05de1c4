/** For each operation, `data` that the specification allows and that succeeds in `world`, one after the other in this order. */
import type { DataOf, OperationName } from "../../../schema/service/index.ts";
import { apiKey, authToken } from "../../emulator/start.ts";
import { organizationId } from "./world.ts";

const location = { id: "intro", locationName: "Introduction" };

export const requests: { readonly [Name in OperationName]: DataOf<Name> } = {
  getAuthToken: { apiKey, authToken, userId: "ada", userProperties: { organizationId, isAdmin: true, email: "ada@example.com" } },
  generateSignature: {
    permissions: [{ userId: "ada", resourceId: "top", type: "document", hasAccess: true, accessRole: "viewer", expiresAt: 9 }],
  },
  getFolders: { organizationId, folderId: "design", maxDepth: 2 },
  getFoldersV1: { organizationId, folderId: "design" },
  updateFolders: { organizationId, folders: [{ folderId: "plans", folderName: "Plan", parentFolderId: "design" }] },
  addDocuments: { organizationId, documents: [{ documentId: "new", documentName: "New" }], folderId: "design" },
  addDocumentsV1: { organizationId, documents: [{ documentId: "newer", documentName: "Newer" }], folderId: "design" },
  getDocuments: { organizationId, documentIds: ["top"] },
  getDocumentsV1: { organizationId, documentIds: ["top"] },
  updateLocation: {
    apiKey,
    authToken,
    organizationId,
    documentId: "top",
    migrate: { oldLocation: location, newLocation: { id: "start" } },
  },
  deleteLocationData: { apiKey, authToken, documentId: "top", location },
  addUsers: { organizationId, users: [{ userId: "zoe", name: "Zoe", email: "zoe@example.com", initial: "Z", accessRole: "viewer" }] },
  addUsersV1: { organizationId, users: [{ userId: "yan" }] },
  updateUsers: { organizationId, users: [{ userId: "ada", name: "Ada", accessRole: "viewer" }] },
  updateUsersV1: { organizationId, users: [{ userId: "ada", name: "Ada" }] },
  deleteUsers: { organizationId, userIds: ["zoe"] },
  getUserData: { organizationId, userId: "ada" },
  deleteUserData: { userIds: ["bob"], organizationIds: [organizationId] },
  updateDisabledState: { organizationIds: [organizationId], disabled: false },
  addUserGroups: { organizationId, organizationUserGroups: [{ groupId: "new", groupName: "New" }] },
  deleteUserGroupUsers: { organizationId, organizationUserGroupId: "staff", userIds: ["ada"] },
  deleteDomains: { domains: ["https://example.com"] },
  getNotificationConfig: { organizationId, documentIds: ["top"], userId: "ada" },
  addNotification: { organizationId, documentId: "top", notifyUsers: [{ userId: "ada" }], displayBodyMessage: "Hi" },
  updateNotifications: { organizationId, documentId: "top", notifications: [{ id: "n", displayBodyMessage: "New" }] },
};
