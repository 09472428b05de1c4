/** The registry: every resource kind, once. A new kind is one file and one line here. */
import { allowedDomain } from "./allowed-domain.ts";
import { disabledState } from "./disabled-state.ts";
import { document } from "./document.ts";
import { domainRemoval } from "./domain-removal.ts";
import { folder } from "./folder.ts";
import { location } from "./location.ts";
import { membershipGuard } from "./membership-guard.ts";
import { membershipSet } from "./membership-set.ts";
import { membership } from "./membership.ts";
import { notification } from "./notification.ts";
import { organization } from "./organization.ts";
import { userDataDeletion } from "./user-data-deletion.ts";
import { userGroup } from "./user-group.ts";

export const kinds = {
  Organization: organization,
  Folder: folder,
  Document: document,
  MembershipSet: membershipSet,
  Membership: membership,
  MembershipGuard: membershipGuard,
  UserGroup: userGroup,
  AllowedDomain: allowedDomain,
  DomainRemoval: domainRemoval,
  DisabledState: disabledState,
  Notification: notification,
  Location: location,
  UserDataDeletion: userDataDeletion,
} as const;

/** Token of a kind: the last part of its type's name. */
export type KindName = keyof typeof kinds;
