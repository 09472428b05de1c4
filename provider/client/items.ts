/** The items of a multi-item call: what was sent, and what the service says of each (specification, conventions, 4). */
import { type ItemResult, itemResult, type Operation, type OperationName } from "../../schema/service/index.ts";
import type { ErrorCode } from "./errors.ts";

type Members = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);

/** Where an operation's answer speaks of items, if not in a map of entries: a list (8, 9), two lists (22), only as a whole (18, 23). */
const answersWith: Partial<Record<OperationName, "list" | "domains" | "whole">> = {
  getDocuments: "list",
  getDocumentsV1: "list",
  deleteDomains: "domains",
  deleteUserData: "whole",
  getNotificationConfig: "whole",
};
export const answerForm = (operation: OperationName): "entries" | "list" | "domains" | "whole" => answersWith[operation] ?? "entries";

/** The id that an item is answered under. */
export const idOf = (row: Operation, item: unknown): string =>
  String(row.items?.id !== undefined && isObject(item) ? item[row.items.id] : item);

/** Ids of the items in a call's `data`, in order; undefined where it names none (e.g. a list of all). */
export const sentIds = (row: Operation, data: Members): string[] | undefined => {
  const sent = row.items && data[row.items.field];
  if (sent === undefined) return undefined;
  // Operation 25 also takes a single entry.
  return [sent].flat().map((item) => idOf(row, item));
};

/** What an answer says of items. `data` is what a success would have said. */
export interface Decided {
  readonly items: Map<string, ItemResult>;
  readonly data: unknown;
}

const entries = (value: unknown): Map<string, ItemResult> => {
  const items = new Map<string, ItemResult>();
  for (const [id, entry] of isObject(value) ? Object.entries(value) : []) {
    const parsed = itemResult.safeParse(entry);
    // One that cannot be read is left out: it is missing for its own item only.
    if (parsed.success) items.set(id, parsed.data);
  }
  return items;
};

/** Reads a list; items are told apart only where ids were sent: found ones as usual, missing ones as `{id, success: false, …}`, in the order of the request. */
const list = (value: readonly unknown[], ids: readonly string[]): Decided => {
  const sent = new Set(ids);
  const items = new Map<string, ItemResult>();
  const data: unknown[] = [];
  const put = (id: string, entry: Members): void => {
    const parsed = itemResult.safeParse({ success: true, ...entry });
    if (parsed.success) items.set(id, parsed.data);
  };
  for (const [index, entry] of value.entries()) {
    if (!isObject(entry)) continue;
    if (entry["success"] !== false) data.push(entry);
    if (ids.length === 0) continue;
    const own = entry["id"];
    const asked = ids[index];
    if (typeof own === "string") {
      // One that was not asked for is not taken for the one that was.
      if (sent.has(own)) put(own, entry);
    } else if (value.length === ids.length && asked !== undefined && !items.has(asked)) put(asked, entry);
  }
  return { items, data };
};

/** A domain as the service compares it: without scheme, path and letter case; `www.` is stripped by some. */
const bare = (domain: unknown): string =>
  String(domain)
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/\/.*$/, "");
const barest = (domain: unknown): string => bare(domain).replace(/^www\./, "");

const domains = (value: Members, ids: readonly string[]): Decided | undefined => {
  const [removed, skipped] = [value["domainsRemoved"], value["skippedDomains"]];
  if (!Array.isArray(removed) && !Array.isArray(skipped)) return undefined;
  const items = new Map<string, ItemResult>();
  for (const normal of [bare, barest]) {
    const [gone, unknown] = [removed, skipped].map((named) => new Set(Array.isArray(named) ? named.map(normal) : []));
    for (const id of ids.filter((each) => !items.has(each))) {
      if (gone?.has(normal(id))) items.set(id, { success: true });
      else if (unknown?.has(normal(id))) {
        items.set(id, { success: false, code: "not-found", message: "not an allowed domain, skipped" });
      }
    }
  }
  return { items, data: { domainsRemoved: Array.isArray(removed) ? removed : [] } };
};

/** What a success says of items. */
export const succeeded = (operation: OperationName, data: unknown, ids: readonly string[] | undefined): Decided => {
  const form = answerForm(operation);
  const all = (): Map<string, ItemResult> => new Map((ids ?? []).map((id) => [id, { success: true }]));
  if (form === "list") return Array.isArray(data) ? list(data, ids ?? []) : { items: new Map(), data };
  // Both answer for the whole: a partial removal of domains is an error (operation 22).
  if (form === "whole" || form === "domains") return { items: all(), data };
  // With nothing sent, nothing has to be said.
  return { items: entries(data), data: data === null && ids?.length === 0 ? {} : data };
};

/**
 * What the `error.details` of a failure says of the items that were sent; undefined where it says nothing of them. Such a failure is
 * no failure of the call: the good items were applied and are listed beside the bad ones.
 */
export const decidedIn = (operation: OperationName, details: unknown, ids: readonly string[] | undefined): Decided | undefined => {
  if (ids === undefined || ids.length === 0) return undefined;
  const form = answerForm(operation);
  if (form === "whole") return undefined;
  if (form === "domains") return isObject(details) ? domains(details, ids) : undefined;
  const sent = new Set(ids);
  if (Array.isArray(details)) {
    const named = details.filter((entry) => isObject(entry) && typeof entry["id"] === "string");
    if (named.length === 0) return undefined;
    const read = list(details, ids);
    if (form === "list") return read.items.size > 0 ? read : undefined;
    return read.items.size > 0 ? { items: read.items, data: Object.fromEntries(read.items) } : undefined;
  }
  const items = new Map([...entries(details)].filter(([id]) => sent.has(id)));
  if (items.size === 0) return undefined;
  const found = [...items.values()].filter(({ success }) => success);
  return { items, data: form === "list" ? found : Object.fromEntries(items) };
};

/** The kind of an item's failure, by its `code` where there is one, else by its words. */
export const itemCode = (operation: OperationName, { code = "", message = "" }: ItemResult): ErrorCode => {
  const named = code.toLowerCase().replaceAll("_", "-");
  if (named === "already-exists" || (named === "" && /already exists/i.test(message))) return "already-exists";
  if (named === "not-found" || (named === "" && /does not exist|not found/i.test(message))) return "not-found";
  // The specification gives this answer one cause: a missing notification (operation 25).
  if (operation === "updateNotifications" && message === "Failed to update notification.") return "not-found";
  if (/^(rate-limited|resource-exhausted|too-many-requests)$/.test(named)) return "rate-limited";
  if (/^(unavailable|aborted|deadline-exceeded)$/.test(named)) return "unavailable";
  if (named === "" && /try again|temporar(y|ily)|rate limit|too many requests|unavailable/i.test(message)) return "unavailable";
  return "item";
};

/** Whether the item may do better a moment later. */
export const isPassing = (code: ErrorCode): boolean => code === "rate-limited" || code === "unavailable";
