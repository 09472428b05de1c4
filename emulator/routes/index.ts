/** All routes, one per operation of the table. */
import type { OperationName } from "../../schema/service/index.ts";
import { addDocuments, addDocumentsV1, getDocuments, getDocumentsV1 } from "./documents.ts";
import { deleteDomains } from "./domains.ts";
import { getFolders, getFoldersV1, updateFolders } from "./folders.ts";
import { deleteLocationData, updateLocation } from "./locations.ts";
import { addNotification, getNotificationConfig, updateNotifications } from "./notifications.ts";
import { updateDisabledState } from "./organizations.ts";
import type { Route } from "./route.ts";
import { generateSignature, getAuthToken } from "./tokens.ts";
import { deleteUserData, getUserData } from "./userData.ts";
import { addUserGroups, deleteUserGroupUsers } from "./userGroups.ts";
import { addUsers, addUsersV1, deleteUsers, updateUsers, updateUsersV1 } from "./users.ts";

const routes: Record<OperationName, Route> = {
  getAuthToken,
  generateSignature,
  getFolders,
  getFoldersV1,
  updateFolders,
  addDocuments,
  addDocumentsV1,
  getDocuments,
  getDocumentsV1,
  updateLocation,
  deleteLocationData,
  addUsers,
  addUsersV1,
  updateUsers,
  updateUsersV1,
  deleteUsers,
  getUserData,
  deleteUserData,
  updateDisabledState,
  addUserGroups,
  deleteUserGroupUsers,
  deleteDomains,
  getNotificationConfig,
  addNotification,
  updateNotifications,
};

/** Routes by the path below the base address, with its leading slash. */
export const routesByPath: ReadonlyMap<string, Route> = new Map(Object.values(routes).map((route) => [`/${route.operation.path}`, route]));
