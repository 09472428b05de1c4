/** The first child of an organization or folder: a service that creates nothing from an empty list creates the parent with it. */
import type { First } from "../provider/resources/fields.ts";
import type { DocumentEntry, MemberEntry, Members, OrganizationEntry } from "./model.ts";

/** What the service is told of a member; why and for how long is nothing to it. */
const profileOf = ({ until: _until, reason: _reason, ticket: _ticket, ...profile }: MemberEntry) => profile;

const firstMember = (members: Members | undefined): First => {
  for (const [userId, member] of members ?? []) return { member: { userId, ...profileOf(member) } };
  return undefined;
};

const firstGroup = ({ groups = [] }: OrganizationEntry): First => {
  const [group] = groups;
  return group && { group: { groupId: group.groupId, groupName: group.groupName } };
};

/** The first child of an organization, and of each of its folders. */
export interface FirstChildren {
  readonly organization: First;
  /** By folder id. */
  readonly folders: ReadonlyMap<string, First>;
}

/**
 * Documents and groups come before members, as they give nobody access. An organization without children of its own has those of its folders.
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
  const harmless = own?.document ? own : (inFolders.find((child) => child.document) ?? firstGroup(entry));
  return { organization: harmless ?? own ?? inFolders[0], folders };
};
