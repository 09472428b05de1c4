/** Checks on a call's `data` that the table's shapes leave out: identifiers that are not empty, and unknown fields. */
import { z } from "zod";
import type { Operation } from "../schema/service/index.ts";
import { invalid } from "./errors.ts";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The call's body as its `data`; throws what is wrong with it (conventions, 1). */
export const parseData = (body: string): Record<string, unknown> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw invalid("The body is not JSON.");
  }
  if (!isObject(parsed)) throw invalid("The body is not a JSON object.");
  if (!("data" in parsed)) throw invalid("The body has no `data`.");
  if (!isObject(parsed["data"])) throw invalid("`data` is not an object.");
  // Only an escape can bring half a surrogate pair, which no database and no UTF-8 answer can hold: another id would come back.
  if (/\\ud[89a-f]/i.test(body) && !isWellFormed(parsed["data"])) throw invalid("`data` holds half a surrogate pair.");
  return parsed["data"];
};

const isWellFormed = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return !isObject(value) || Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
};

const scopeFields = ["organizationId", "documentId", "folderId", "userId", "organizationUserGroupId", "locationId", "notificationId"];

/** An empty identifier names nothing. */
export const requireIds = ({ items }: Operation, data: Readonly<Record<string, unknown>>): void => {
  for (const field of scopeFields) if (data[field] === "") throw invalid(`data.${field}: must not be empty.`);
  if (items) requireItemIds(data, items.field, items.id);
  requireItemIds(data, "notifyUsers", "userId");
};

const requireItemIds = (data: Readonly<Record<string, unknown>>, field: string, id: string | undefined): void => {
  const list = data[field];
  if (!Array.isArray(list)) return;
  const index = list.findIndex((item: unknown) => idOf(item, id) === "");
  if (index !== -1) throw invalid(`data.${field}[${index}]${id ? `.${id}` : ""}: must not be empty.`);
};

/** The id of an item: the item itself, or one of its members. */
export const idOf = (item: unknown, idField: string | undefined): unknown =>
  idField === undefined ? item : isObject(item) ? item[idField] : undefined;

/** Objects whose further fields are the caller's own, by the name of the member that holds them. */
const openFields = new Set([
  "location",
  "oldLocation",
  "newLocation",
  "displayHeadlineMessageTemplateData",
  "notificationSourceData",
  "access",
]);

/** Throws at the first field that the specification does not list (switch `unknownFields`: `reject`). */
export const rejectUnknownFields = ({ data: shape, number }: Operation, data: unknown): void => {
  const path = firstUnknown(shape, data, "data", number);
  if (path !== undefined) throw invalid(`${path}: unknown field.`);
};

const firstUnknown = (shape: unknown, value: unknown, path: string, operation: number): string | undefined => {
  if (shape instanceof z.ZodOptional) return firstUnknown(shape.unwrap(), value, path, operation);
  if (shape instanceof z.ZodArray && Array.isArray(value)) {
    return firstOf(value, (item, index) => firstUnknown(shape.element, item, `${path}[${index}]`, operation));
  }
  if (shape instanceof z.ZodUnion) {
    const option = shape.options.find((one) => one instanceof z.ZodArray === Array.isArray(value));
    return firstUnknown(option, value, path, operation);
  }
  if (!(shape instanceof z.ZodObject) || !isObject(value)) return undefined;
  const fields: Readonly<Record<string, unknown>> = shape.shape;
  // "And other metadata": the users of an update are open too (operations 14, 15), but not to a role where v1 has none.
  const isOpenUser = (operation === 14 || operation === 15) && path.startsWith("data.users");
  return firstOf(Object.entries(value), ([key, member]) => {
    const inside = `${path}.${key}`;
    if (!Object.hasOwn(fields, key)) return isOpenUser && key !== "accessRole" ? undefined : inside;
    return openFields.has(key) ? undefined : firstUnknown(fields[key], member, inside, operation);
  });
};

const firstOf = <Item>(items: readonly Item[], find: (item: Item, index: number) => string | undefined) => {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
};
