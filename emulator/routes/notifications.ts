/** Operations 23, 24 and 25. */
import type { NotificationUpdate } from "../../schema/service/index.ts";
import { reachOf } from "../access.ts";
import { invalid } from "../errors.ts";
import type { NotificationRow } from "../store/notifications.ts";
import { entries, route, type Context, type DataFor } from "./route.ts";
import { ensureScope } from "./scope.ts";

/** What a user has who never changed a setting: the values seen. */
const defaultConfig = { inbox: "ALL", email: "ALL" };

/** One entry per document asked for; without documents, one for the organization. */
export const getNotificationConfig = route("getNotificationConfig", (data, { store, apiKey }) => {
  const { organizationId, userId, documentIds } = data;
  const isKnown = store.users.find(organizationId, userId) !== undefined;
  const entry = (documentId: string | undefined) => ({
    config: JSON.parse(
      store.notifications.config(organizationId, documentId ?? "", userId)?.config ?? JSON.stringify(defaultConfig),
    ) as typeof defaultConfig,
    metadata: { organizationId, apiKey, userId, ...(documentId !== undefined && { documentId }) },
  });
  const configs = (documentIds ?? [undefined]).map(entry);
  return { message: "Notification config retrieved successfully.", data: isKnown ? configs : [] };
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Users whose context permissions match: each field that is asked for holds the value, or one of the values. */
const matchesContext = (context: Context, organization: string, wanted: Readonly<Record<string, unknown>>) => (user: string) => {
  const held = JSON.parse(context.store.users.find(organization, user)?.context ?? "{}") as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([field, value]) => Object.hasOwn(held, field) && listOf(value).some((one) => listOf(held[field]).includes(one)),
  );
};

const recipientsOf = (data: DataFor<"addNotification">, context: Context): string[] => {
  const { store, switches } = context;
  const { organizationId, documentId } = data;
  const everybody = data.notifyAll ?? switches.notifyAllDefault === "true";
  const named = (data.notifyUsers ?? []).flatMap(({ userId }) => userId ?? []);
  const reached = documentId === undefined ? () => true : reachOf(store, organizationId, documentId);
  // "Everybody" is not defined: who reaches the document, or everybody in the organization where no document is named.
  const all = everybody
    ? store.users
        .list(organizationId)
        .map(({ id }) => id)
        .filter(reached)
    : [];
  const verified = data.verifyUserPermissions ? named.filter(reached) : named;
  const wanted = data.context?.access;
  const matches = wanted === undefined ? () => true : matchesContext(context, organizationId, wanted);
  return [...new Set([...verified, ...all])].filter(matches);
};

const contentFields = [
  "actionUser",
  "displayHeadlineMessageTemplate",
  "displayHeadlineMessageTemplateData",
  "displayBodyMessage",
  "notificationSourceData",
  "readByUserIds",
  "persistReadForUsers",
] as const satisfies readonly (keyof NotificationUpdate)[];

/** The content alone: what travels beside it is either scope or not of the specification. */
const contentOf = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(contentFields.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])));

export const addNotification = route("addNotification", (data, context) => {
  const { store, now } = context;
  const { organizationId: organization, documentId } = data;
  const message = "Notification added successfully.";
  const failure = ensureScope(data, context);
  if (failure !== undefined) return { message, data: { success: false, message: failure } };
  const id = data.notificationId ?? context.newId();
  // Assumed: a notification that has the id already is replaced, and everybody gets it once more.
  const deliveries = (store.notifications.find(organization, id)?.deliveries ?? 0) + 1;
  const content = { ...contentOf(data), ...(data.context && { context: data.context }) };
  const location = data.notificationSourceData?.["locationId"];
  store.notifications.put({
    organization,
    id,
    document: documentId ?? null,
    // Assumed: no field of operation 24 carries the location that operation 25 filters by, so it is taken from the source's data.
    location: typeof location === "string" ? location : null,
    data: JSON.stringify(content),
    deliveries,
    created: now,
  });
  store.notifications.setRecipients(organization, id, recipientsOf(data, context));
  return { message, data: { success: true, message: "Notification added." } };
});

/** "Scope combinations accepted" (operation 25), beside organizationId. */
const acceptedScopes = new Set(["documentId", "documentId+locationId", "documentId+userId", "userId", "documentId+locationId+userId"]);

const isInScope = (row: NotificationRow, data: DataFor<"updateNotifications">, { store }: Context): boolean =>
  (data.documentId === undefined || row.document === data.documentId) &&
  (data.locationId === undefined || row.location === data.locationId) &&
  (data.userId === undefined || store.notifications.isRecipient(row.organization, row.id, data.userId));

export const updateNotifications = route("updateNotifications", (data, context) => {
  const { notifications } = context.store;
  const scope = (["documentId", "locationId", "userId"] as const).filter((field) => data[field] !== undefined);
  if (!acceptedScopes.has(scope.join("+"))) {
    throw invalid(`data: organizationId alone or with ${scope.join(", ") || "nothing else"} is no accepted scope.`);
  }
  const result = entries();
  for (const update of Array.isArray(data.notifications) ? data.notifications : [data.notifications]) {
    const row = notifications.find(data.organizationId, update.id);
    if (row === undefined || !isInScope(row, data, context)) {
      result[update.id] = { success: false, message: "Failed to update notification." };
      continue;
    }
    const before = JSON.parse(row.data) as Record<string, unknown>;
    notifications.put({ ...row, data: JSON.stringify({ ...before, ...contentOf(update) }) });
    result[update.id] = { success: true, message: "Notification updated." };
  }
  return { message: "Notification(s) updated successfully.", data: result };
});
