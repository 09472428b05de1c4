/** The first child of an organization or folder: a service that creates nothing from an empty list creates the parent with it. */
import type { First } from "../provider/resources/fields.ts";
import type { Members, OrganizationEntry } from "./model.ts";

const firstMember = (members: Members | undefined, folderId: string | undefined): First => {
  for (const [userId, member] of members ?? []) return { member: { userId, ...member }, ...(folderId === undefined ? {} : { folderId }) };
  return undefined;
};

const firstDocument = (entry: OrganizationEntry, folderId: string | undefined): First => {
  const document = entry.documents.find((candidate) => candidate.folderId === folderId);
  if (!document) return undefined;
  const { documentId, documentName } = document;
  return { document: { documentId, documentName }, ...(folderId === undefined ? {} : { folderId }) };
};

/** The first member or document that is declared directly in a folder. */
const firstOfFolder = (entry: OrganizationEntry, folderId: string): First => {
  const folder = entry.folders.find((candidate) => candidate.folderId === folderId);
  return firstMember(folder?.members, folderId) ?? firstDocument(entry, folderId);
};

/**
 * The first child that is declared.
 *
 * @param folderId of the folder whose child is wanted; undefined: the organization's, in one of its folders if it has none itself
 */
export const firstOf = (entry: OrganizationEntry, folderId: string | undefined): First => {
  if (folderId !== undefined) return firstOfFolder(entry, folderId);
  const own = firstMember(entry.members, undefined) ?? firstDocument(entry, undefined);
  if (own) return own;
  for (const folder of entry.folders) {
    const child = firstOfFolder(entry, folder.folderId);
    if (child) return child;
  }
  return undefined;
};
