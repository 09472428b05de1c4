/**
 * `pulumi-collab/workspace`: a workspace file as a Pulumi program.
 *
 *     import { declareWorkspace } from "pulumi-collab/workspace";
 *     declareWorkspace("workspace.yaml");
 */
export { type DeclaredOrganization, type DeclareOptions, declareWorkspace } from "./declare.ts";
export { type Diagnostic, WorkspaceError } from "./diagnostics.ts";
export { loadWorkspace, parseWorkspace } from "./load.ts";
export type { DocumentEntry, FolderEntry, MemberEntry, Members, OrganizationEntry, Place, Workspace } from "./model.ts";
