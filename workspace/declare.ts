/** From a workspace file to the resources of a Pulumi program. */
import * as pulumi from "@pulumi/pulumi";
import * as collab from "../provider/dynamic/index.ts";
import { WorkspaceError } from "./diagnostics.ts";
import { firstChildren, type FirstChildren } from "./first.ts";
import { loadWorkspace } from "./load.ts";
import type { Members, OrganizationEntry, Workspace } from "./model.ts";

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

const read = (files: string | readonly string[]): Workspace => {
  try {
    return loadWorkspace(files);
  } catch (error) {
    // A RunError ends the program with its message alone; the positions in it say more than any stack.
    if (error instanceof WorkspaceError) throw new pulumi.RunError(error.message);
    throw error;
  }
};

/**
 * Declares everything that a workspace file says: an organization before its folders, parents before children, folders before documents,
 * and the organization's one MembershipSet after all of them.
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
  const workspace = read(files ?? config.get("workspace") ?? "workspace.yaml");
  const manner: Manner = { protect, create: config.get("apiVersion") === "v1" ? {} : { createOrganization: true } };
  return new Map(workspace.organizations.map((entry) => [entry.organizationId, declareOrganization(entry, manner)]));
};
