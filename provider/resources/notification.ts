import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { notificationAdd } from "../../schema/service/index.ts";
import { CollabError } from "../client/index.ts";
import { type Context, type Failure, resourceKind, type State } from "./contract.ts";
import { IncompleteError, mayHaveLanded } from "./errors.ts";
import { createOrganization, idOf } from "./fields.ts";
import { identifiedBy, notImported } from "./identity.ts";
import { demand } from "./parents.ts";
import { unreadable } from "./steps.ts";

const { notificationId: _id, verifyUserPermissions, notifyUsers, notifyAll, context: recipientsContext, ...content } = notificationAdd;

const inputs = z.object({
  organizationId: idOf("organization"),
  documentId: idOf("document"),
  notificationId: idOf("notification"),
  ...content,
  notifyUsers,
  notifyAll: notifyAll.describe("Notify everybody. Always sent, as what the service does without it is its choice (operation 24)."),
  verifyUserPermissions,
  context: recipientsContext,
  readByUserIds: z
    .array(idOf("user"), "expected a list of ids")
    .describe("Users that have read it; sent with a change (operation 25).")
    .optional(),
  persistReadForUsers: z
    .boolean("expected true or false")
    .describe("Whether users who have read it keep it as read; sent with a change (operation 25).")
    .optional(),
  createOrganization,
});
type Inputs = z.output<typeof inputs>;

const computed = z.object({
  sent: z
    .enum(["yes", "unknown"])
    .describe("`unknown`: the call that sends it was cut off. The next run finds out, and sends it only if it never arrived (provider)."),
});
type NotificationState = State<Inputs, z.output<typeof computed>>;

const identity = ["organizationId", "notificationId"] as const;

/** Where it is and who gets it was decided when it was sent: a change would not reach anybody else, and sending again would reach everybody twice. */
const fixed = ["documentId", "notifyUsers", "notifyAll", "verifyUserPermissions", "context"] as const;

const send = async ({ client, signal }: Context, declared: Inputs): Promise<NotificationState> => {
  const { readByUserIds: _read, persistReadForUsers: _persist, notifyAll: all = false, ...message } = declared;
  try {
    await client.addNotification({ ...message, notifyAll: all }, { signal });
  } catch (error) {
    if (!(error instanceof CollabError) || !mayHaveLanded(error)) throw error;
    throw new IncompleteError({ inputs: declared, computed: { sent: "unknown" } }, [error.message], { cause: error });
  }
  return { inputs: declared, computed: { sent: "yes" } };
};

const change = async ({ client, signal }: Context, declared: Inputs): Promise<void> => {
  const { organizationId, documentId, notificationId, notifyAll: _all, createOrganization: _create, ...rest } = declared;
  const { notifyUsers: _users, verifyUserPermissions: _verify, context: _context, ...message } = rest;
  const scope = { organizationId, documentId };
  const item = { id: notificationId, ...message };
  demand((await client.each("updateNotifications", scope, [item], { signal })).get(notificationId));
};

/** False where there is none to change. */
const isChanged = async (context: Context, declared: Inputs): Promise<boolean> => {
  try {
    await change(context, declared);
    return true;
  } catch (error) {
    if (error instanceof CollabError && error.code === "not-found") return false;
    throw error;
  }
};

export const notification = resourceKind({
  token: "Notification",
  doc:
    "A notification, sent once and never again: creating the resource first tries to change it, and sends it where there is none with its id. Its text can " +
    "change in place; its recipients cannot. No operation reads or deletes notifications: deleting the resource keeps it.",
  inputs,
  computed,
  identity: {
    ...identifiedBy("Notification", "organizationId", "documentId", "notificationId"),
    parse: notImported(
      "Notification",
      "no operation reads notifications",
      "Declare it: the one that has its id is changed, and it is sent where there is none.",
    ),
  },
  replaceOn: identity,
  refuseOn: fixed,
  createOnly: ["createOrganization"],
  defaults: { notifyAll: false },
  steps: {
    create: {
      operations: ["updateNotifications", "addNotification"],
      doc:
        "First it is changed, as only a change tells whether it was sent already; where there is none with its id, it is sent. Where the answer is lost, the next " +
        "run finds out in the same way whether it arrived.",
    },
    read: unreadable("notifications"),
    update: {
      operations: ["updateNotifications", "addNotification"],
      doc:
        "Its content changes in place. A change of what decides where it is and who gets it is refused: it would not reach anybody else, and sending it again " +
        "would reach everybody twice. Declare a new `notificationId` for a new notification.",
    },
    delete: { operations: [], doc: "No operation deletes notifications: it stays, and a warning says so." },
  },
  examples: [
    {
      title: "Tell two users that a document is ready",
      resources: {
        maple: { kind: "Organization", inputs: { organizationId: "maple" } },
        launchPlan: {
          kind: "Document",
          inputs: { organizationId: "${maple.organizationId}", documentId: "launch-plan", documentName: "Launch plan" },
        },
        launchPlanReady: {
          kind: "Notification",
          inputs: {
            organizationId: "${maple.organizationId}",
            documentId: "${launchPlan.documentId}",
            notificationId: "launch-plan-ready",
            actionUser: { userId: "ada", name: "Ada Lovelace" },
            displayHeadlineMessageTemplate: "{actionUser} has finished the launch plan",
            displayHeadlineMessageTemplateData: { actionUser: { userId: "ada", name: "Ada Lovelace" } },
            displayBodyMessage: "Comments are welcome until Friday.",
            notifyUsers: [{ userId: "alan" }, { userId: "grace" }],
          },
        },
      },
    },
  ],

  check({ inputs: declared, unknown }, _settings, old) {
    const mayBeAnother = identity.some((key) => unknown.has(key) || old?.[key] !== declared[key]);
    if (!old || mayBeAnother) return [];
    const valueOf = (input: Partial<Inputs>, key: (typeof fixed)[number]) =>
      key === "notifyAll" ? (input.notifyAll ?? false) : input[key];
    return fixed
      .filter((key) => !unknown.has(key) && !isDeepStrictEqual(valueOf(old, key), valueOf(declared, key)))
      .map((property): Failure => ({
        property,
        reason:
          "where a notification is and who gets it is decided when it is sent, and it is never sent twice: change it back, or declare a new notificationId",
      }));
  },

  read: (_context, state) => Promise.resolve(state),

  async create(context, declared): Promise<NotificationState> {
    // Only a change of it can tell whether it was sent already: by an earlier run, under another name of the resource, or from elsewhere.
    if (await isChanged(context, declared)) return { inputs: declared, computed: { sent: "yes" } };
    return send(context, declared);
  },

  async update(context, { inputs: recorded, computed: { sent } }, declared): Promise<NotificationState> {
    const unchanged = isDeepStrictEqual({ ...recorded }, { ...declared });
    if (sent === "yes" && unchanged) return { inputs: declared, computed: { sent } };
    if (sent === "unknown" && !(await isChanged(context, declared))) return send(context, declared);
    if (sent === "yes") await change(context, declared);
    return { inputs: declared, computed: { sent: "yes" } };
  },

  delete({ log }, { inputs: { notificationId, documentId } }) {
    log.warn(`notification ${notificationId} of document ${documentId} stays: no operation deletes notifications.`);
    return Promise.resolve();
  },
});
