/**
 * `pulumi-collab`: the resources of a collaboration workspace, for TypeScript and JavaScript programs.
 *
 *     import * as collab from "pulumi-collab";
 *     const acme = new collab.Organization("acme", { organizationId: "acme" });
 */
import { functions } from "../functions/index.ts";
import { kinds } from "../resources/index.ts";
import { invoker } from "./invoke.ts";
import { encodeMembershipGuard, type MembershipGuardArgs } from "./membership-guard.ts";
import { encodeMembershipSet, type MembershipSetArgs } from "./membership-set.ts";
import { type Arguments, resourceClass } from "./resource-class.ts";

export type { MembershipGuardArgs } from "./membership-guard.ts";
export type { Member, Members, MembersAtLevels, MembershipSetArgs } from "./membership-set.ts";

export const Organization = resourceClass(kinds.Organization);
export type Organization = InstanceType<typeof Organization>;
export type OrganizationArgs = Arguments<typeof kinds.Organization.inputs>;

export const Folder = resourceClass(kinds.Folder);
export type Folder = InstanceType<typeof Folder>;
export type FolderArgs = Arguments<typeof kinds.Folder.inputs>;

export const Document = resourceClass(kinds.Document);
export type Document = InstanceType<typeof Document>;
export type DocumentArgs = Arguments<typeof kinds.Document.inputs>;

export const MembershipSet = resourceClass<typeof kinds.MembershipSet.inputs, typeof kinds.MembershipSet.computed, MembershipSetArgs>(
  kinds.MembershipSet,
  encodeMembershipSet,
);
export type MembershipSet = InstanceType<typeof MembershipSet>;

export const MembershipGuard = resourceClass<
  typeof kinds.MembershipGuard.inputs,
  typeof kinds.MembershipGuard.computed,
  MembershipGuardArgs
>(kinds.MembershipGuard, encodeMembershipGuard);
export type MembershipGuard = InstanceType<typeof MembershipGuard>;

export const Membership = resourceClass(kinds.Membership);
export type Membership = InstanceType<typeof Membership>;
export type MembershipArgs = Arguments<typeof kinds.Membership.inputs>;

export const UserGroup = resourceClass(kinds.UserGroup);
export type UserGroup = InstanceType<typeof UserGroup>;
export type UserGroupArgs = Arguments<typeof kinds.UserGroup.inputs>;

export const AllowedDomain = resourceClass(kinds.AllowedDomain);
export type AllowedDomain = InstanceType<typeof AllowedDomain>;
export type AllowedDomainArgs = Arguments<typeof kinds.AllowedDomain.inputs>;

export const DomainRemoval = resourceClass(kinds.DomainRemoval);
export type DomainRemoval = InstanceType<typeof DomainRemoval>;
export type DomainRemovalArgs = Arguments<typeof kinds.DomainRemoval.inputs>;

export const DisabledState = resourceClass(kinds.DisabledState);
export type DisabledState = InstanceType<typeof DisabledState>;
export type DisabledStateArgs = Arguments<typeof kinds.DisabledState.inputs>;

export const Notification = resourceClass(kinds.Notification);
export type Notification = InstanceType<typeof Notification>;
export type NotificationArgs = Arguments<typeof kinds.Notification.inputs>;

export const Location = resourceClass(kinds.Location);
export type Location = InstanceType<typeof Location>;
export type LocationArgs = Arguments<typeof kinds.Location.inputs>;

export const UserDataDeletion = resourceClass(kinds.UserDataDeletion);
export type UserDataDeletion = InstanceType<typeof UserDataDeletion>;
export type UserDataDeletionArgs = Arguments<typeof kinds.UserDataDeletion.inputs>;

export const getFolders = invoker(functions.getFolders);
export const getDocuments = invoker(functions.getDocuments);
export const getUserData = invoker(functions.getUserData);
export const getNotificationConfig = invoker(functions.getNotificationConfig);
export const getAuthToken = invoker(functions.getAuthToken);
export const generateSignature = invoker(functions.generateSignature);
