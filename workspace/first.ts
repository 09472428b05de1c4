/** The first child of an organization or folder: a service that creates nothing from an empty list creates the parent with it. */
import type { First } from "../provider/resources/fields.ts";
import type { DocumentEntry, Members, OrganizationEntry } from "./model.ts";

const firstMember = (members: Members | undefined): First => {
  for (const [userId, member] of members ?? []) return { member: { userId, ...member } };
  return undefined;
};

/** The first child of an organization, and of each of its folders. */
export interface FirstChildren {
  readonly organization: First;
  /** By folder id. */
  readonly folders: ReadonlyMap<string, First>;
}

/**
 * Documents come before members, as they give nobody access. An organization without children of its own has those of its folders.
 */
export const firstChildren = (entry: OrganizationEntry): FirstChildren => {
  const documents = new Map<string | undefined, DocumentEntry>();
  for (const document of entry.documents) {
    if (!documents.has(document.folderId)) documents.set(document.folderId, document);
  }
  const childOf = (folderId: string | undefined, members: Members | undefined): First => {
    const document = documents.get(folderId);
    if (!document) return firstMember(members);
    const { documentId, documentName } = document;
    return { document: { documentId, documentName } };
  };
  const folders = new Map(entry.folders.map(({ folderId, members }) => [folderId, childOf(folderId, members)]));
  const inFolders = [...folders].flatMap(([folderId, child]) => (child ? [{ ...child, folderId }] : []));
  const own = childOf(undefined, entry.members);
  return { organization: own?.document ? own : (inFolders.find((child) => child.document) ?? own ?? inFolders[0]), folders };
};
