/** The whole state as one JSON value: what `GET /_emulator/state` shows, `PUT /_emulator/state` takes and a seed becomes. */
import { z } from "zod";
import { accessRole } from "../../schema/service/index.ts";
import { ControlError } from "../errors.ts";
import { featureKinds } from "../store/features.ts";
import { root } from "../store/folders.ts";

const text = z.string().min(1);
const json = z.record(z.string(), z.unknown());
const members = z.record(text, z.strictObject({ accessRole: accessRole.optional() })).default({});

const user = z.strictObject({
  name: z.string().optional(),
  email: z.string().optional(),
  initial: z.string().optional(),
  metadata: json.optional(),
  /** Context permissions, which no operation sets: field to value or values (operation 24, `context`). */
  context: json.optional(),
});

const folder = z.strictObject({
  folderName: z.string().optional(),
  parentFolderId: text.default(root),
  accessType: z.string().default("public"),
  inheritAccessFromParent: z.boolean().default(true),
  createdAt: z.int().default(0),
  lastUpdated: z.int().default(0),
  members,
});

const document = z.strictObject({
  documentName: z.string().optional(),
  folderId: text.optional(),
  accessType: z.string().default("public"),
  disabled: z.boolean().default(false),
  members,
  locations: z.record(text, json).default({}),
});

const notification = z.strictObject({
  documentId: text.optional(),
  locationId: text.optional(),
  recipients: z.array(text).default([]),
  /** How often it was sent. */
  deliveries: z.int().default(1),
  createdAt: z.int().default(0),
  content: json.default({}),
});

const organization = z.strictObject({
  disabled: z.boolean().default(false),
  users: z.record(text, user).default({}),
  members,
  folders: z.record(text, folder).default({}),
  documents: z.record(text, document).default({}),
  userGroups: z.record(text, z.strictObject({ groupName: z.string().optional(), users: z.array(text).default([]) })).default({}),
  notifications: z.record(text, notification).default({}),
  notificationConfigs: z.array(z.strictObject({ documentId: text.optional(), userId: text, config: json })).default([]),
});

const snapshot = z.strictObject({
  organizations: z.record(text, organization).default({}),
  allowedDomains: z.array(text).default([]),
  features: z
    .array(
      z.strictObject({
        id: text,
        kind: z.enum(featureKinds),
        organizationId: text,
        documentId: text.optional(),
        locationId: text.optional(),
        /** Who created it. */
        userId: text,
        mentions: z.array(text).default([]),
        data: json.default({}),
      }),
    )
    .default([]),
  jobs: z.array(z.strictObject({ id: text, userIds: z.array(text), dueAt: z.int(), done: z.boolean() })).default([]),
});

/** A state as it may be given: everything has a default. */
export type SnapshotInput = z.input<typeof snapshot>;
/** A state as it is shown. */
export type Snapshot = z.output<typeof snapshot>;
export type OrganizationState = Snapshot["organizations"][string];

/** zod leaves this one key of a record out, so an id of that name would be lost without a word. */
const unkeepable = "__proto__";
const holdsUnkeepable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (Object.hasOwn(value, unkeepable) || Object.values(value).some(holdsUnkeepable));

/** Checks a state from outside. */
export const parseSnapshot = (value: unknown): Snapshot => {
  if (holdsUnkeepable(value)) throw new ControlError(`Not a state of the emulator: it cannot hold the id ${unkeepable}.`);
  const parsed = snapshot.safeParse(value);
  if (!parsed.success) throw new ControlError(`Not a state of the emulator:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
};
