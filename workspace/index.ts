/**
 * `pulumi-collab/workspace`: a workspace file as a Pulumi program.
 *
 *     import { declareWorkspace } from "pulumi-collab/workspace";
 *     declareWorkspace("workspace.yaml");
 */
export { type DeclareOptions, declareWorkspace } from "./declare.ts";
export { type Diagnostic, WorkspaceError } from "./diagnostics.ts";
export { type LoadOptions, loadWorkspace, parseWorkspace } from "./load.ts";
export type {
  AllowedDomainEntry,
  DocumentEntry,
  DomainsEntry,
  ExpiredEntry,
  FolderEntry,
  GroupEntry,
  LevelEntry,
  LocationEntry,
  MemberEntry,
  Members,
  NotificationEntry,
  OrganizationEntry,
  Place,
  Workspace,
} from "./model.ts";
export type { DeclaredOrganization } from "./resources.ts";
