/**
 * The 25 operations, once (specification, "Endpoints"). The client's methods, the emulator's routes, the OpenAPI document
 * and the reference pages all derive from this table; the caps in `maxItems` are what services of this family refuse or cut.
 */
import { z } from "zod";
import {
  document,
  documentInput,
  folder,
  folderUpdate,
  folderV1,
  groupItemResults,
  itemResults,
  location,
  notificationAdd,
  notificationConfig,
  notificationUpdate,
  permission,
  user,
  userGroup,
  userV1,
} from "./shapes.ts";

/** Where an operation's credentials travel: in headers, in the body's `data`, or in both (Authentication, 1 and 2). */
export type CredentialsIn = "headers" | "body" | "both";

/** Multi-item operations: the array in `data`, the field that identifies an item (absent: the item is its own id), the cap per call. */
export interface Items {
  readonly field: string;
  readonly id?: string;
  readonly max?: number;
}

/** One row of the table. */
export interface Operation<
  Data extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Batch extends Items | undefined = Items | undefined,
> {
  /** Number in the specification, 1 to 25. */
  readonly number: number;
  /** Path below the base address, without a leading slash; also the operation's name in logs and faults. */
  readonly path: string;
  readonly version: "v1" | "v2";
  readonly summary: string;
  /** Whether the service's state can change. */
  readonly effect: "read" | "write";
  readonly credentials: CredentialsIn;
  /** Body's `data`. */
  readonly data: Data;
  /** `result.data` (or `data`, in the job envelope). */
  readonly result: Result;
  /** `job` is the top-level envelope of operation 18. */
  readonly envelope: "result" | "job";
  readonly items?: Batch;
  /** Paged operations: the member of `result` that holds the next page's token. */
  readonly pageToken?: "pageToken" | "nextPageToken";
}

const operation = <Data extends z.ZodObject, Result extends z.ZodType, const Batch extends Items | undefined = undefined>(
  number: number,
  path: `${"v1" | "v2"}/${string}`,
  summary: string,
  rest: Pick<Operation<Data, Result>, "data" | "result"> &
    Partial<Pick<Operation, "effect" | "credentials" | "envelope" | "pageToken">> & { readonly items?: Batch },
): Operation<Data, Result, Batch> => ({
  number,
  path,
  version: path.startsWith("v1/") ? "v1" : "v2",
  summary,
  effect: "write",
  credentials: "headers",
  envelope: "result",
  ...rest,
});

const id = (what: string) => z.string().describe(`Identifier of the ${what}.`);
const ids = (what: string) => z.array(z.string()).describe(`Identifiers of the ${what}.`);
const flag = (description: string) => z.boolean().describe(description).optional();
const organizationId = id("organization");
const folderId = id("folder").optional();
const documentId = id("document").optional();
const createOrganization = flag("Create the organization where it does not exist.");
const createFolder = flag("Create the folder where it does not exist.");
const createDocument = flag("Create the document where it does not exist.");
const apiKey = z.string().describe("The workspace's API key. A secret.").meta({ secret: true });
const authToken = z.string().describe("The workspace's auth token. A secret.").meta({ secret: true });
const pageToken = z.string().describe("Token of the page to return; absent for the first.").optional();
const merge = flag("Merge the new location into the old one.");
const level = { organizationId, documentId, folderId };

export const operations = {
  getAuthToken: operation(1, "v1/auth/token/get", "Issue a client token (JWT, valid 48 hours).", {
    effect: "read",
    credentials: "body",
    data: z.looseObject({
      apiKey,
      authToken,
      userId: id("user"),
      userProperties: z
        .looseObject({
          organizationId: id("organization").optional(),
          isAdmin: flag("Whether the user is an administrator."),
          email: z.string().optional(),
        })
        .describe("What the token says of the user beside the id.")
        .optional(),
    }),
    result: z.looseObject({ token: z.string().describe("A JWT. A secret.").meta({ secret: true }) }),
  }),
  generateSignature: operation(2, "v2/auth/generate_signature", "Sign permission decisions.", {
    effect: "read",
    data: z.looseObject({ permissions: z.array(permission).describe("Decisions to sign.") }),
    result: z.looseObject({ signature: z.string().describe("Hexadecimal, 64 characters. A secret.").meta({ secret: true }) }),
  }),
  getFolders: operation(3, "v2/organizations/folders/get", "Read one folder, or all of an organization.", {
    effect: "read",
    data: z.looseObject({
      organizationId,
      folderId,
      maxDepth: z.int().describe("Levels of nested subfolders to return.").optional(),
    }),
    result: z.array(folder),
  }),
  getFoldersV1: operation(4, "v1/organizations/folders/get", "Read one folder, or all of an organization (v1 fields).", {
    effect: "read",
    data: z.looseObject({ organizationId, folderId }),
    result: z.array(folderV1),
  }),
  updateFolders: operation(5, "v1/organizations/folders/update", "Rename folders, or move them with their contents.", {
    data: z.looseObject({ organizationId, folders: z.array(folderUpdate).describe("Folders to change.") }),
    result: itemResults,
    items: { field: "folders", id: "folderId" },
  }),
  addDocuments: operation(6, "v2/organizations/documents/add", "Create documents.", {
    data: z.looseObject({
      organizationId,
      createOrganization,
      documents: z.array(documentInput).describe("Documents to create."),
      folderId,
      createFolder,
    }),
    result: itemResults,
    items: { field: "documents", id: "documentId" },
  }),
  addDocumentsV1: operation(7, "v1/organizations/documents/add", "Create documents (v1: no create flags).", {
    data: z.looseObject({
      organizationId,
      documents: z.array(documentInput).describe("Documents to create."),
      folderId,
    }),
    result: itemResults,
    items: { field: "documents", id: "documentId" },
  }),
  getDocuments: operation(8, "v2/organizations/documents/get", "Read documents by id, or list them page by page.", {
    effect: "read",
    data: z.looseObject({
      organizationId,
      documentIds: ids("documents; absent: all of them").optional(),
      folderId,
      pageSize: z.int().describe("Documents a page; bounds not shown.").optional(),
      pageToken,
    }),
    result: z.array(document),
    items: { field: "documentIds", max: 30 },
    pageToken: "pageToken",
  }),
  getDocumentsV1: operation(9, "v1/organizations/documents/get", "Read documents by id, or all of them.", {
    effect: "read",
    data: z.looseObject({ organizationId, documentIds: ids("documents; absent: all of them").optional() }),
    result: z.array(document),
    items: { field: "documentIds" },
  }),
  updateLocation: operation(10, "v1/organizations/documents/locations/update", "Change a location's metadata.", {
    credentials: "both",
    data: z.looseObject({
      apiKey,
      authToken,
      organizationId,
      documentId: id("document"),
      migrate: z.looseObject({ oldLocation: location, newLocation: location }),
      merge,
    }),
    result: z.null(),
  }),
  deleteLocationData: operation(11, "v1/organizations/documents/locations/data/delete", "Delete all feature data tied to a location.", {
    credentials: "both",
    data: z.looseObject({ apiKey, authToken, documentId: id("document"), location }),
    result: z.null(),
  }),
  addUsers: operation(12, "v2/users/add", "Add users to a document, a folder or the organization.", {
    data: z.looseObject({
      ...level,
      createOrganization,
      createDocument,
      createFolder,
      users: z.array(user).describe("Users to add."),
    }),
    result: itemResults,
    items: { field: "users", id: "userId" },
  }),
  addUsersV1: operation(13, "v1/users/add", "Add users (v1: no roles, no create flags).", {
    data: z.looseObject({ ...level, users: z.array(userV1).describe("Users to add.") }),
    result: itemResults,
    items: { field: "users", id: "userId" },
  }),
  updateUsers: operation(14, "v2/users/update", "Change users at a level.", {
    data: z.looseObject({ ...level, users: z.array(user).describe("Users to change; only given fields change.") }),
    result: itemResults,
    items: { field: "users", id: "userId" },
  }),
  updateUsersV1: operation(15, "v1/users/update", "Change users at a level (v1: no roles).", {
    data: z.looseObject({ ...level, users: z.array(userV1).describe("Users to change; only given fields change.") }),
    result: itemResults,
    items: { field: "users", id: "userId" },
  }),
  deleteUsers: operation(16, "v1/users/delete", "Remove users from a document, or from everything in an organization.", {
    data: z.looseObject({ ...level, userIds: ids("users to remove") }),
    result: itemResults,
    items: { field: "userIds" },
  }),
  getUserData: operation(17, "v2/users/data/get", "Export a user's data, page by page.", {
    effect: "read",
    data: z.looseObject({ organizationId: organizationId.optional(), userId: id("user"), pageToken }),
    result: z.looseObject({
      comments: z.array(z.unknown()).describe("At most 100 a page."),
      reactions: z.array(z.unknown()).describe("At most 100 a page."),
      recordings: z.array(z.unknown()).describe("At most 100 a page."),
      notifications: z.array(z.unknown()).describe("At most 100 a page."),
    }),
    pageToken: "nextPageToken",
  }),
  deleteUserData: operation(18, "v2/users/data/delete", "Start the deletion of users and of all their data.", {
    data: z.looseObject({
      userIds: ids("users whose data is deleted"),
      organizationIds: ids("organizations: a hint that speeds the process, not a limit").optional(),
    }),
    result: z.looseObject({ jobId: id("job"), tasksCount: z.int().describe("Tasks that the job has.") }),
    envelope: "job",
    items: { field: "userIds", max: 30 },
  }),
  updateDisabledState: operation(19, "v2/organizations/access/disablestate/update", "Disable or enable organizations.", {
    data: z.looseObject({
      organizationIds: ids("organizations"),
      disabled: z.boolean().describe("True removes all users' access to all documents; false restores it."),
    }),
    result: itemResults,
    items: { field: "organizationIds" },
  }),
  addUserGroups: operation(20, "v2/organizations/usergroups/add", "Create user groups.", {
    data: z.looseObject({
      organizationId,
      createOrganization,
      organizationUserGroups: z.array(userGroup).describe("Groups to create."),
    }),
    result: itemResults,
    items: { field: "organizationUserGroups", id: "groupId" },
  }),
  deleteUserGroupUsers: operation(21, "v1/organizations/usergroups/users/delete", "Remove users from a group.", {
    data: z.looseObject({
      organizationId,
      organizationUserGroupId: id("group"),
      userIds: ids("users to remove").optional(),
      deleteAll: flag("Remove every user from the group."),
    }),
    // The body that deleteAll is answered with is "not shown": it may be empty, per user or null.
    result: groupItemResults.nullable(),
    items: { field: "userIds" },
  }),
  deleteDomains: operation(22, "v2/workspace/domains/delete", "Remove allowed domains.", {
    data: z.looseObject({
      domains: z.array(z.string()).describe("Domains; each may have a scheme and a wildcard subdomain."),
    }),
    result: z.looseObject({ domainsRemoved: z.array(z.string()).describe("Removed, without the scheme.") }),
    items: { field: "domains", max: 100 },
  }),
  getNotificationConfig: operation(23, "v2/notifications/config/get", "Read a user's notification settings.", {
    effect: "read",
    data: z.looseObject({
      organizationId,
      documentIds: ids("documents").optional(),
      userId: id("user"),
    }),
    result: z.array(notificationConfig),
    items: { field: "documentIds", max: 30 },
  }),
  addNotification: operation(24, "v2/notifications/add", "Create a notification.", {
    data: z.looseObject({ organizationId, createOrganization, documentId, createDocument, ...notificationAdd }),
    result: z.looseObject({ success: z.boolean(), message: z.string().optional() }),
  }),
  updateNotifications: operation(25, "v1/notifications/update", "Change notifications in a scope.", {
    data: z.looseObject({
      organizationId,
      documentId,
      locationId: id("location").optional(),
      userId: id("user").optional(),
      notifications: z.union([z.array(notificationUpdate), notificationUpdate]).describe("One entry, or an array of entries."),
    }),
    result: itemResults,
    items: { field: "notifications", id: "id" },
  }),
} as const;

/** Name of an operation: the client's method. */
export type OperationName = keyof typeof operations;
/** What a caller gives: the body's `data`. */
export type DataOf<Name extends OperationName> = z.input<(typeof operations)[Name]["data"]>;
/** What the service answers: `result.data`. */
export type ResultOf<Name extends OperationName> = z.output<(typeof operations)[Name]["result"]>;

export const operationNames = Object.keys(operations) as OperationName[];

/** The operation at a path (`v2/users/add`), or undefined. */
export const operationAt = (path: string): OperationName | undefined => operationNames.find((name) => operations[name].path === path);
