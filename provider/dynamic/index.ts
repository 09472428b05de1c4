/**
 * `pulumi-collab`: the resources of a collaboration workspace, for TypeScript and JavaScript programs.
 *
 *     import * as collab from "pulumi-collab";
 *     const acme = new collab.Organization("acme", { organizationId: "acme" });
 */
import { kinds } from "../resources/index.ts";
import { encodeMembershipSet, type MembershipSetArgs } from "./membership-set.ts";
import { type Arguments, resourceClass } from "./resource-class.ts";

export type { Member, Members, MembershipSetArgs } from "./membership-set.ts";

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
