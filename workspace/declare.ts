/** From a workspace file to the resources of a Pulumi program. */
import * as pulumi from "@pulumi/pulumi";
import * as collab from "../provider/dynamic/index.ts";
import { WorkspaceError } from "./diagnostics.ts";
import { firstChildren, type FirstChildren } from "./first.ts";
import { loadWorkspace } from "./load.ts";
import type { Members, OrganizationEntry } from "./model.ts";
import { parseSelection, selectionExpected, selectOrganizations } from "./selection.ts";
import { show } from "./words.ts";

/** Options of {@link declareWorkspace}. */
export interface DeclareOptions {
  /** Pulumi's `protect` on organizations and membership sets. Default: `collab:protect`, else true. */
  readonly protect?: boolean;
}

/** The resources of one organization. */
export interface DeclaredOrganization {
  readonly organization: collab.Organization;
  /** By folder id. */
  readonly folders: ReadonlyMap<string, collab.Folder>;
  /** By document id. */
  readonly documents: ReadonlyMap<string, collab.Document>;
  /** Absent where no members are declared anywhere in the organization: its memberships are not managed. */
  readonly members?: collab.MembershipSet;
}

/** How everything is declared. */
interface Manner {
  readonly protect: boolean;
  /** Flags that create a declared parent with its first child; the v1 operations have none. */
  readonly create: { readonly createOrganization?: true };
}

const nothingFirst: FirstChildren = { organization: undefined, folders: new Map() };

const memberships = (entries: readonly { readonly members?: Members; readonly id: string }[]) =>
  Object.fromEntries(entries.flatMap(({ id, members }) => (members ? [[id, Object.fromEntries(members)]] : [])));

const declareMembers = (
  entry: OrganizationEntry,
  dependsOn: readonly pulumi.Resource[],
  { create, protect }: Manner,
): collab.MembershipSet | undefined => {
  const { organizationId, members } = entry;
  const folders = memberships(entry.folders.map(({ folderId, ...folder }) => ({ ...folder, id: folderId })));
  const documents = memberships(entry.documents.map(({ documentId, ...document }) => ({ ...document, id: documentId })));
  const managed = members !== undefined || Object.keys(folders).length > 0 || Object.keys(documents).length > 0;
  if (!managed) return undefined;
  return new collab.MembershipSet(
    organizationId,
    {
      organizationId,
      members: Object.fromEntries(members ?? []),
      folders,
      documents,
      ...create,
      createFolder: create.createOrganization,
    },
    { dependsOn: [...dependsOn], protect },
  );
};

const declareOrganization = (entry: OrganizationEntry, manner: Manner): DeclaredOrganization => {
  const { organizationId, disabled } = entry;
  const { create, protect } = manner;
  const first = create.createOrganization ? firstChildren(entry) : nothingFirst;
  const organization = new collab.Organization(organizationId, { organizationId, disabled, first: first.organization }, { protect });
  const folders = new Map<string, collab.Folder>();
  for (const { folderId, folderName, parentFolderId } of entry.folders) {
    const parent = parentFolderId === undefined ? undefined : folders.get(parentFolderId);
    const folder = new collab.Folder(
      `${organizationId}/${folderId}`,
      { organizationId, folderId, folderName, parentFolderId, ...create, first: first.folders.get(folderId) },
      { dependsOn: [organization, ...(parent ? [parent] : [])] },
    );
    folders.set(folderId, folder);
  }
  const documents = new Map<string, collab.Document>();
  for (const { documentId, documentName, folderId } of entry.documents) {
    const parent = folderId === undefined ? undefined : folders.get(folderId);
    const document = new collab.Document(
      `${organizationId}/${documentId}`,
      { organizationId, documentId, documentName, folderId, ...create, createFolder: parent ? create.createOrganization : undefined },
      { dependsOn: [organization, ...(parent ? [parent] : [])] },
    );
    documents.set(documentId, document);
  }
  const members = declareMembers(entry, [organization, ...folders.values(), ...documents.values()], manner);
  return { organization, folders, documents, ...(members ? { members } : {}) };
};

/** The organizations that this stack converges: all of the files', or those that `collab:organizations` names. */
const read = (files: string | readonly string[], selection: string | undefined): readonly OrganizationEntry[] => {
  try {
    const workspace = loadWorkspace(files);
    return selection === undefined ? workspace.organizations : select(workspace.organizations, selection);
  } catch (error) {
    // A RunError ends the program with its message alone; the positions in it say more than any stack.
    if (error instanceof WorkspaceError) throw new pulumi.RunError(error.message);
    throw error;
  }
};

const select = (organizations: readonly OrganizationEntry[], selection: string): readonly OrganizationEntry[] => {
  const ids = parseSelection(selection);
  if (ids === undefined) throw new pulumi.RunError(`collab:organizations: ${selectionExpected}, got ${show(selection)}`);
  const { organizations: selected, unknown } = selectOrganizations({ organizations }, ids);
  if (unknown.length === 0) return selected;
  const known = organizations.map(({ organizationId }) => show(organizationId)).join(", ");
  // A typing error must not read as "this organization is no longer declared".
  throw new pulumi.RunError(
    `collab:organizations names ${unknown.map(show).join(", ")}, which no workspace file declares; declared: ${known}`,
  );
};

/**
 * Declares everything that a workspace file says: an organization before its folders, parents before children, folders before documents,
 * and the organization's one MembershipSet after all of them. `collab:organizations` limits a stack to some of the organizations.
 *
 * @param files a file or glob, or several; default: `collab:workspace`, else `workspace.yaml`
 * @returns the resources by organization id
 * @throws RunError that lists every mistake with file:line:column
 */
export const declareWorkspace = (
  files?: string | readonly string[],
  options: DeclareOptions = {},
): ReadonlyMap<string, DeclaredOrganization> => {
  const config = new pulumi.Config("collab");
  const protect = options.protect ?? config.getBoolean("protect") ?? true;
  const organizations = read(files ?? config.get("workspace") ?? "workspace.yaml", config.get("organizations"));
  const manner: Manner = { protect, create: config.get("apiVersion") === "v1" ? {} : { createOrganization: true } };
  return new Map(organizations.map((entry) => [entry.organizationId, declareOrganization(entry, manner)]));
};
