/** The registry: every resource kind, once. A new kind is one file and one line here. */
import { document } from "./document.ts";
import { folder } from "./folder.ts";
import { membershipSet } from "./membership-set.ts";
import { organization } from "./organization.ts";

export const kinds = {
  Organization: organization,
  Folder: folder,
  Document: document,
  MembershipSet: membershipSet,
} as const;

/** Token of a kind: the last part of its type's name. */
export type KindName = keyof typeof kinds;
