/** The client's types, all derived from the table of operations (`schema/service`). */
import type { DataOf, Folder, Document, ItemResult, OperationName, operations, ResultOf } from "../../schema/service/index.ts";
import type { CollabError } from "./errors.ts";

/** An object type without some of its members. `Omit` would lose the named members of types that keep what they do not list. */
type Without<Shape, Dropped> = { [Key in keyof Shape as Key extends Dropped ? never : Key]: Shape[Key] };

type Batch<Name extends OperationName> = NonNullable<(typeof operations)[Name]["items"]>;

/** Name of an operation that acts on several items. */
export type MultiItemName = { [Name in OperationName]: [Batch<Name>] extends [never] ? never : Name }[OperationName];

/** What a caller gives to an operation: `data` without the credentials, which the client adds where they travel in the body. */
export type CallData<Name extends OperationName> = Without<DataOf<Name>, "apiKey" | "authToken">;

/** What a multi-item call says beside its items, e.g. the organization. */
export type ScopeOf<Name extends MultiItemName> = Without<CallData<Name>, Batch<Name>["field"]>;

/** One item of a multi-item call: an object, or the identifier itself. */
export type ItemOf<Name extends MultiItemName> = Extract<NonNullable<DataOf<Name>[Batch<Name>["field"]]>, readonly unknown[]>[number];

export interface CallOptions {
  /** Ends the call: it fails with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Time for everything, retries included, in milliseconds; it fails with the code `timeout`. */
  readonly timeoutMs?: number | undefined;
}

export interface EachOptions extends CallOptions {
  /** Told after each answer how many items are settled, failed ones included. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface ListOptions extends CallOptions {
  /** Only documents of this folder; the v1 form has no such list. */
  readonly folderId?: string | undefined;
  /** Documents a page; the service has its own default and may cap it. */
  readonly pageSize?: number | undefined;
}

export interface FoldersOptions extends CallOptions {
  /** True: never shared with a read that others made a moment ago. */
  readonly fresh?: boolean | undefined;
}

export interface FolderOptions extends CallOptions {
  /** Levels of nested subfolders; absent: the direct ones. Not in the v1 form. */
  readonly maxDepth?: number | undefined;
}

/** A success. */
export interface Answer<Name extends OperationName> {
  readonly data: ResultOf<Name>;
  /** The service's text. */
  readonly message: string;
  /** Send it to get the next page; undefined at the end, whether the service says null, "" or nothing there. */
  readonly nextPageToken?: string;
  /** By the id that was sent; empty for an operation without items. A success may hold failed items. */
  readonly items: ReadonlyMap<string, ItemResult>;
}

/** What became of one item. */
export type ItemOutcome =
  | {
      readonly ok: true;
      readonly message?: string;
      /** What the service says of it beside success: the document (operations 8, 9), the job (18), the config entries (23). */
      readonly value?: unknown;
    }
  | { readonly ok: false; readonly error: CollabError };

/** One method per operation: one call, retried, never split. */
type Operations = {
  readonly [Name in OperationName]: (data: CallData<Name>, options?: CallOptions) => Promise<Answer<Name>>;
};

/** The service. Errors are `CollabError`. */
export interface CollabClient extends Operations {
  /**
   * A multi-item call of any size: cut into calls that the service takes, sent in parallel, resent for the items that failed for a
   * passing reason, halved where one item makes the service refuse the whole. Never rejects: every item has its own outcome, by id.
   */
  each<Name extends MultiItemName>(
    name: Name,
    scope: ScopeOf<Name>,
    items: readonly ItemOf<Name>[],
    options?: EachOptions,
  ): Promise<Map<string, ItemOutcome>>;
  /** Documents by id (8, or 9 in the v1 form); undefined for one that is not there. */
  documents(organizationId: string, ids: readonly string[], options?: CallOptions): Promise<Map<string, Document | undefined>>;
  /** One document by id (8, or 9 in the v1 form). Where many are asked for, one after the other, the organization's list is read instead. */
  document(organizationId: string, documentId: string, options?: CallOptions): Promise<Document | undefined>;
  /** All documents of an organization or folder, page by page (8, or 9 in the v1 form). */
  listDocuments(organizationId: string, options?: ListOptions): AsyncIterable<Document>;
  /**
   * The documents that lie in a folder, by id (8; the v1 form has no such list). Those who ask close together share the answer, or, where it
   * has to be `fresh`, one that was asked for after they came.
   */
  documentsIn(organizationId: string, folderId: string, options?: FoldersOptions): Promise<ReadonlyMap<string, Document>>;
  /** All folders of an organization side by side (3, or 4 in the v1 form); undefined where the service says that it does not exist. */
  folders(organizationId: string, options?: FoldersOptions): Promise<Folder[] | undefined>;
  /** One folder with its subfolders; undefined where there is none. */
  folder(organizationId: string, folderId: string, options?: FolderOptions): Promise<Folder | undefined>;
  /** Everything the service has of a user (17), page by page. */
  userData(
    data: { readonly userId: string; readonly organizationId?: string | undefined },
    options?: CallOptions,
  ): AsyncIterable<ResultOf<"getUserData">>;
  /** Makes a call that writes nothing and needs credentials (2). Rejects with the code `unauthorized` where they are refused. */
  verifyCredentials(options?: CallOptions): Promise<void>;
  /** Cancels what is under way and closes the connections. An injected dispatcher stays open. */
  close(): Promise<void>;
}
