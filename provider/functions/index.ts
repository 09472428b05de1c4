/** The registry: every function, once. */
import { generateSignature } from "./generate-signature.ts";
import { getAuthToken } from "./get-auth-token.ts";
import { getDocuments } from "./get-documents.ts";
import { getFolders } from "./get-folders.ts";
import { getNotificationConfig } from "./get-notification-config.ts";
import { getUserData } from "./get-user-data.ts";

export const functions = {
  getFolders,
  getDocuments,
  getUserData,
  getNotificationConfig,
  getAuthToken,
  generateSignature,
} as const;
