/** What a route is: one operation of the table with the handler that serves it. */
import { hash } from "node:crypto";
import type { z } from "zod";
import {
  operations,
  type ErrorStatus,
  type ItemResult,
  type Operation,
  type OperationName,
  type ResultOf,
} from "../../schema/service/index.ts";
import { invalid, ServiceError } from "../errors.ts";
import type { Store } from "../store/index.ts";
import type { Switches } from "../switches.ts";

/** What a handler may use. A write runs in one transaction on `store`; a read sees the state that reads may see. */
export interface Context {
  readonly store: Store;
  readonly switches: Switches;
  /** The emulated clock: milliseconds since the epoch. */
  readonly now: number;
  readonly apiKey: string;
  readonly authToken: string;
  newId(): string;
}

export interface Success<Data> {
  readonly message: string;
  readonly data: Data;
  readonly pageToken?: string | null;
  readonly nextPageToken?: string | null;
}

/** A partial failure: what succeeded is kept, and `details` says what did not. A whole failure is a thrown `ServiceError`. */
export interface PartialFailure {
  readonly status: ErrorStatus;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | readonly unknown[];
}

export type Answer<Data = unknown> = Success<Data> | PartialFailure;

export interface Route {
  readonly operation: Operation;
  run(data: unknown, context: Context): Answer | Promise<Answer>;
}

/** `data` as a handler sees it: checked against the table. */
export type DataFor<Name extends OperationName> = z.output<(typeof operations)[Name]["data"]>;

/** Joins an operation with its handler; `data` is checked in between. */
export const route = <Name extends OperationName>(
  name: Name,
  handle: (data: DataFor<Name>, context: Context) => Answer<ResultOf<Name>> | Promise<Answer<ResultOf<Name>>>,
): Route => {
  const operation: Operation = operations[name];
  return {
    operation,
    run: (data, context) => {
      const parsed = operation.data.safeParse(data);
      if (!parsed.success) throw invalid(describe(parsed.error));
      // The table pairs name and shape, which TypeScript cannot follow through the lookup.
      return handle(parsed.data as DataFor<Name>, context);
    },
  };
};

const describe = (error: z.ZodError): string => {
  const problems = error.issues.slice(0, 5).map((issue) => `${pathText(["data", ...issue.path])}: ${issue.message}`);
  const more = error.issues.length - problems.length;
  return `${problems.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
};

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`)).join("");

/** Per-item entries, keyed by id: without a prototype, so that any id (`__proto__` too) is a plain key. */
export const entries = <Entry = ItemResult>(): Record<string, Entry> => Object.create(null) as Record<string, Entry>;

/** The `id` inside a per-item entry (switch `itemId`). */
export const itemId = (context: Context, organization: string, kind: string, id: string): string =>
  context.switches.itemId === "echo" ? id : hash("md5", JSON.stringify([organization, kind, id]));

/** Preconditions of folder and document reads (operations 3, 4, 5, 8). */
export const requireAdvancedQueries = ({ switches }: Context): void => {
  if (switches.advancedQueries === "off") {
    throw new ServiceError("FAILED_PRECONDITION", "The advanced queries option is not enabled for this workspace.");
  }
};

/** The token of the last page, as the switch `pageTokenAtEnd` has it: for `result.pageToken` or `result.nextPageToken`. */
export const lastPage = <Field extends "pageToken" | "nextPageToken">(
  { switches }: Context,
  field: Field,
): { [Key in Field]?: string | null } => {
  if (switches.pageTokenAtEnd === "absent") return {};
  return { [field]: switches.pageTokenAtEnd === "null" ? null : "" } as { [Key in Field]: string | null };
};

/** A page token carries where the next page starts. Opaque to clients. */
export const encodePageToken = (position: string): string => Buffer.from(`page:${position}`).toString("base64url");

export const decodePageToken = (token: string): string => {
  const text = Buffer.from(token, "base64url").toString();
  if (!text.startsWith("page:")) throw invalid("data.pageToken: not a token of this operation.");
  return text.slice("page:".length);
};
