/** What the service tells of an organization: its folders and documents. No operation lists members, groups, domains or the switch. */
import type { CollabClient } from "../../provider/client/index.ts";
import { reservedFolderId } from "../../schema/workspace.ts";
import type { Folder } from "../../schema/service/index.ts";
import { show } from "../words.ts";

export interface FoundFolder {
  readonly folderId: string;
  readonly folderName: string;
  /** Absent: top level. */
  readonly parentFolderId?: string;
}

export interface FoundDocument {
  readonly documentId: string;
  readonly documentName: string;
  /** Absent: in no folder. */
  readonly folderId?: string;
  readonly restricted: boolean;
}

/** One organization, as far as the service can tell. */
export interface FoundOrganization {
  readonly organizationId: string;
  readonly folders: readonly FoundFolder[];
  readonly documents: readonly FoundDocument[];
  /** What was left out, or cannot be declared as it is, and why. */
  readonly notes: readonly string[];
}

type Reader = Pick<CollabClient, "folders" | "listDocuments">;

/** Whether a workspace file can hold an id. */
const isDeclarable = (id: string | undefined): id is string => id !== undefined && id !== "" && !/[/\p{Cc}]/u.test(id);

/** Folders that can be declared: with an id, a name, and parents up to the top. */
const declarable = (folders: readonly Folder[], notes: string[]): FoundFolder[] => {
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]));
  const reachesTop = (folder: Folder): boolean => {
    const seen = new Set<string>();
    for (let next: Folder | undefined = folder; ; next = byId.get(next.parentFolderId)) {
      if (!isDeclarable(next?.folderId) || seen.has(next.folderId)) return false;
      if (!next.parentFolderId || next.parentFolderId === reservedFolderId) return true;
      seen.add(next.folderId);
    }
  };
  return folders.flatMap((folder): FoundFolder[] => {
    const { folderId, folderName, parentFolderId } = folder;
    if (!isDeclarable(folderId) || folderId === reservedFolderId || !reachesTop(folder)) {
      notes.push(`folder ${show(folderId ?? "")} is left out: a workspace file cannot hold its id, or its parents do not lead to the top`);
      return [];
    }
    if (!folderName) notes.push(`folder ${show(folderId)} has no name: its id stands for it`);
    const isTop = !parentFolderId || parentFolderId === reservedFolderId;
    return [{ folderId, folderName: folderName || folderId, ...(isTop ? {} : { parentFolderId }) }];
  });
};

const depthIn = (folders: ReadonlyMap<string, FoundFolder>, folderId: string): number => {
  let depth = 0;
  for (let next = folders.get(folderId); next; next = next.parentFolderId === undefined ? undefined : folders.get(next.parentFolderId))
    depth += 1;
  return depth;
};

/** The folder of each document. A service may list a folder's documents with those of its subfolders: the innermost folder counts. */
const homesOf = async (
  client: Reader,
  organizationId: string,
  folders: readonly FoundFolder[],
  signal: AbortSignal,
): Promise<Map<string, string>> => {
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]));
  const homes = new Map<string, string>();
  await Promise.all(
    folders.map(async ({ folderId }) => {
      for await (const { id } of client.listDocuments(organizationId, { folderId, signal })) {
        const known = homes.get(id);
        if (known === undefined || depthIn(byId, known) < depthIn(byId, folderId)) homes.set(id, folderId);
      }
    }),
  );
  return homes;
};

/**
 * Reads an organization.
 *
 * @param hasFolderLists whether the service can list one folder's documents: the v1 form cannot
 * @returns undefined where the service says that it does not exist
 */
export const readOrganization = async (
  client: Reader,
  organizationId: string,
  { hasFolderLists, signal }: { readonly hasFolderLists: boolean; readonly signal: AbortSignal },
): Promise<FoundOrganization | undefined> => {
  const notes: string[] = [];
  const listed = await client.folders(organizationId, { signal });
  if (listed === undefined) return undefined;
  const folders = declarable(listed, notes);
  const homes = hasFolderLists ? await homesOf(client, organizationId, folders, signal) : new Map<string, string>();
  if (!hasFolderLists && folders.length > 0) notes.push("the v1 operations do not tell in which folder a document lies: all stand in none");
  const documents: FoundDocument[] = [];
  for await (const { id, documentName, accessType } of client.listDocuments(organizationId, { signal })) {
    if (!isDeclarable(id)) {
      notes.push(`document ${show(id)} is left out: a workspace file cannot hold its id`);
      continue;
    }
    if (!documentName) notes.push(`document ${show(id)} has no name: its id stands for it, and the service has no operation that names it`);
    const folderId = homes.get(id);
    documents.push({
      documentId: id,
      documentName: documentName || id,
      ...(folderId === undefined ? {} : { folderId }),
      restricted: accessType === "restricted",
    });
  }
  return { organizationId, folders, documents, notes };
};
