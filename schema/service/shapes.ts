/**
 * The service's resources as they travel on the wire (specification, "Resources and their fields").
 *
 * The specification marks nothing as required inside `data` and names many objects whose further fields are "not shown":
 * so every object keeps what it does not list, and only identifiers are required where an operation is meaningless without.
 */
import { z } from "zod";

const text = (description: string) => z.string().describe(description);

export const accessRole = z.enum(["viewer", "editor"]).describe("`viewer` is read-only, `editor` is read/write (Authentication, 5).");
export type AccessRole = z.infer<typeof accessRole>;

export const user = z
  .looseObject({
    userId: text("Identifier of the user."),
    name: text("Display name.").optional(),
    email: text("E-mail address.").optional(),
    initial: text("Initials; when absent on add they are derived from `name`.").optional(),
    accessRole: accessRole.optional(),
  })
  .describe("A user (User).");
export type User = z.infer<typeof user>;

/** A user as the v1 operations take it: without `accessRole` (operations 13, 15). */
export const userV1 = user.omit({ accessRole: true }).describe("A user in the v1 form: without `accessRole` (User).");

/** A reference to a user inside a notification: every field optional, as the examples differ (Notification). */
export const userReference = user.partial().describe("A user object inside a notification (Notification).");

const folderV1Fields = {
  folderId: text("Identifier of the folder.").optional(),
  folderName: text("Display name.").optional(),
  organizationId: text("Organization that holds the folder.").optional(),
  parentFolderId: text("Parent folder; the literal `root` for a top-level folder.").optional(),
  createdAt: z.number().describe("Creation time, epoch-style integer; unit not shown.").optional(),
  lastUpdated: z.number().describe("Last change, epoch-style integer; unit not shown.").optional(),
};

const folderV2Fields = {
  ...folderV1Fields,
  apiKey: text("The workspace's API key; v2 folder reads only. A secret.").meta({ secret: true }).optional(),
  ancestors: z.array(z.string()).describe("Parent chain from `root` down to the direct parent; v2 only.").optional(),
  accessType: text("Values seen: `public`, `restricted`; v2 only.").optional(),
  inheritAccessFromParent: z.boolean().describe("v2 only.").optional(),
};

/** A folder in the v1 form, with its subfolders when a single one is asked for (Folder). */
export interface FolderV1 extends z.infer<z.ZodObject<typeof folderV1Fields, z.core.$loose>> {
  subFolders?: FolderV1[] | undefined;
}

/** A folder in the v2 form (Folder). */
export interface Folder extends z.infer<z.ZodObject<typeof folderV2Fields, z.core.$loose>> {
  subFolders?: Folder[] | undefined;
}

export const folderV1: z.ZodType<FolderV1> = z
  .looseObject({
    ...folderV1Fields,
    get subFolders() {
      return z.array(folderV1).describe("Direct subfolders, when a single folder is requested.").optional();
    },
  })
  .meta({ id: "FolderV1", description: "A folder in the v1 form (Folder)." });

export const folder: z.ZodType<Folder> = z
  .looseObject({
    ...folderV2Fields,
    get subFolders() {
      return z.array(folder).describe("Subfolders, nested as deep as `maxDepth` asks.").optional();
    },
  })
  .meta({ id: "Folder", description: "A folder in the v2 form (Folder)." });

export const folderUpdate = z
  .looseObject({
    folderId: text("Identifier of the folder."),
    folderName: text("New display name.").optional(),
    parentFolderId: text("New parent; the literal `root` for a top-level folder.").optional(),
  })
  .describe("One folder of a folder update (operation 5).");
export type FolderUpdate = z.infer<typeof folderUpdate>;

export const documentInput = z
  .looseObject({
    documentId: text("Identifier of the document."),
    documentName: text("Display name.").optional(),
  })
  .describe("One document of a document add (operations 6, 7).");
export type DocumentInput = z.infer<typeof documentInput>;

export const document = z
  .looseObject({
    id: text("Identifier of the document, in read results."),
    documentName: text("Display name.").optional(),
    disabled: z.boolean().describe("Whether access is switched off.").optional(),
    accessType: text("Value seen: `public`; an organization-level grant does not reach a restricted document.").optional(),
  })
  .describe("A document in read results (Document).");
export type Document = z.infer<typeof document>;

export const location = z
  .looseObject({
    id: text("Identifier of the location.").optional(),
    locationName: text("Display name.").optional(),
  })
  .describe("A location of a document (Location).");
export type Location = z.infer<typeof location>;

export const userGroup = z
  .looseObject({
    groupId: text("Identifier of the group."),
    groupName: text("Display name.").optional(),
  })
  .describe("An organization user group (Organization user group).");
export type UserGroup = z.infer<typeof userGroup>;

/** A domain as it is declared: it may have a scheme and a wildcard subdomain (operation 22). */
export const domainPattern = /^([a-zA-Z][a-zA-Z\d+.-]*:\/\/)?(\*\.)?[^\s/*]+$/;

export const permission = z
  .looseObject({
    userId: text("User that the decision is about."),
    resourceId: text("Resource that the decision is about."),
    type: text("Values seen: `document`, `organization`, `folder`."),
    hasAccess: z.boolean().describe("The decision."),
    accessRole: accessRole.optional(),
    expiresAt: z.number().describe("Epoch-style integer; unit not shown.").optional(),
  })
  .describe("A permission entry (Permission entry).");
export type Permission = z.infer<typeof permission>;

const notificationContent = {
  actionUser: userReference.describe("Who caused the notification (Notification).").optional(),
  displayHeadlineMessageTemplate: text(
    "Headline: a template with variables in curly brackets, e.g. `{actionUser}` (Notification).",
  ).optional(),
  displayHeadlineMessageTemplateData: z
    .looseObject({
      actionUser: userReference.describe("Who caused the notification (Notification).").optional(),
      recipientUser: userReference.describe("Who receives it (Notification).").optional(),
    })
    .describe("Values of the template's variables: user objects and custom strings (Notification).")
    .optional(),
  displayBodyMessage: text("Secondary message, below the headline (Notification).").optional(),
  notificationSourceData: z.looseObject({}).describe("Data of the notification's source (Notification).").optional(),
};

export const notificationAdd = {
  ...notificationContent,
  notificationId: text("Identifier of the notification; optional (Notification).").optional(),
  verifyUserPermissions: z.boolean().describe("Only users with access to the document receive it (operation 24).").optional(),
  notifyUsers: z.array(userReference).describe("Recipients (Notification).").optional(),
  notifyAll: z.boolean().describe("Notify everybody (Notification).").optional(),
  context: z
    .looseObject({ access: z.looseObject({}).describe("Key/value context fields (Notification).").optional() })
    .describe("A user receives only notifications that match their context permissions (operation 24).")
    .optional(),
};

export const notificationUpdate = z
  .looseObject({
    id: text("Identifier of the notification."),
    ...notificationContent,
    readByUserIds: z.array(z.string()).describe("Users that have read it (Notification).").optional(),
    persistReadForUsers: z.boolean().describe("Whether users who have read it keep it as read (Notification).").optional(),
  })
  .describe("One notification of a notification update (operation 25).");
export type NotificationUpdate = z.infer<typeof notificationUpdate>;

export const notificationConfig = z
  .looseObject({
    config: z
      .looseObject({
        inbox: text("What reaches the inbox; value seen: `ALL`.").optional(),
        email: text("What is sent by e-mail; value seen: `ALL`.").optional(),
      })
      .describe("What the user is notified of.")
      .optional(),
    metadata: z
      .looseObject({
        organizationId: text("Identifier of the organization.").optional(),
        apiKey: text("The workspace's API key. A secret.").meta({ secret: true }).optional(),
        documentId: text("Identifier of the document.").optional(),
        userId: text("Identifier of the user.").optional(),
      })
      .describe("Scope the config applies to.")
      .optional(),
  })
  .describe("A notification config entry (Notification config entry).");
export type NotificationConfig = z.infer<typeof notificationConfig>;

export const itemResult = z
  .looseObject({
    success: z.boolean().describe("Whether this item succeeded."),
    id: text("Internal to the service: identity is the id that was sent.").optional(),
    message: text("Human-readable text, e.g. `User added.`.").optional(),
    code: text("Seen beside failures, e.g. `already-exists`; not in the specification.").optional(),
  })
  .describe("A per-item result entry (Per-item result entry).");
export type ItemResult = z.infer<typeof itemResult>;

export const groupItemResult = itemResult
  .extend({ organizationUserGroupId: text("Group that the user was removed from.").optional() })
  .describe("A per-item result entry of a user-group deletion (Per-item result entry).");

/** `result.data` of a multi-item operation: one entry per item, keyed by the item's identifier (conventions, 4). */
export const itemResults = z.record(z.string(), itemResult);
export const groupItemResults = z.record(z.string(), groupItemResult);
