/** Client of the service; imports `schema/` only. Entry point `pulumi-collab/client`. */
export { createClient } from "./client.ts";
export { CollabError, type ErrorCode, errorCodes } from "./errors.ts";
export type { ClientOptions, RetryNotice } from "./options.ts";
export { channels, type RequestTrace, type ResponseTrace } from "./tracing.ts";
export type {
  Answer,
  CallData,
  CallOptions,
  CollabClient,
  EachOptions,
  FolderOptions,
  FoldersOptions,
  ItemOf,
  ItemOutcome,
  ListOptions,
  MultiItemName,
  ScopeOf,
} from "./types.ts";
