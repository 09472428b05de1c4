/**
 * Who reaches which document, by which grants (specification, operation 12, rules a to c; operation 19).
 *
 * Assumed, as the specification does not say: a grant on a folder reaches the documents of its subfolders while these inherit
 * from their parent; it reaches restricted documents too, as the exception is stated for the organization level alone; where several
 * grants reach a document, the more powerful role holds.
 */
import type { Store } from "./store/index.ts";
import type { DocumentRow } from "./store/documents.ts";
import { root, type FolderRow } from "./store/folders.ts";
import type { GrantRow, LevelKind } from "./store/users.ts";

/** One grant that reaches a document. */
export interface Via {
  readonly level: LevelKind;
  /** Id of the organization, folder or document that the grant is on. */
  readonly id: string;
  /** Null: the user was added without a role. */
  readonly role: string | null;
}

export interface ReachedDocument {
  readonly role: string | null;
  readonly via: readonly Via[];
}

/** What a user reaches in an organization. */
export interface Access {
  readonly organizationId: string;
  readonly userId: string;
  /** A disabled organization gives access to nobody, whatever the grants are. */
  readonly disabled: boolean;
  readonly grants: readonly Via[];
  /** Reached documents by id. */
  readonly documents: Readonly<Record<string, ReachedDocument>>;
}

/** Folders whose grants reach what is in `folder`: itself, and upwards for as long as access is inherited. */
const reachingFolders = (folder: string | null, find: (id: string) => FolderRow | undefined): Set<string> => {
  const reaching = new Set<string>();
  for (let next = folder ?? root; next !== root && !reaching.has(next);) {
    const row = find(next);
    if (row === undefined) break;
    reaching.add(next);
    next = row.inherit === 1 ? row.parent : root;
  }
  return reaching;
};

const reaches = (grant: GrantRow, document: DocumentRow, folders: ReadonlySet<string>): boolean => {
  if (grant.level === "organization") return document.access !== "restricted";
  return grant.level === "folder" ? folders.has(grant.target) : grant.target === document.id;
};

const toVia = ({ level, target, role }: GrantRow): Via => ({ level, id: target, role });

const strongest = (grants: readonly GrantRow[]): string | null => {
  const roles = grants.map(({ role }) => role);
  return roles.includes("editor") ? "editor" : (roles.find((role) => role !== null) ?? null);
};

export const accessOf = (store: Store, organizationId: string, userId: string): Access => {
  const disabled = store.organizations.isDisabled(organizationId);
  const grants = store.users.grants(organizationId, userId);
  const documents: Record<string, ReachedDocument> = {};
  if (!disabled && grants.length > 0) {
    const folders = new Map(store.folders.list(organizationId).map((row) => [row.id, row]));
    for (const document of store.documents.page(organizationId, undefined, "", -1)) {
      if (document.disabled === 1) continue;
      const inside = reachingFolders(document.folder, (id) => folders.get(id));
      const via = grants.filter((grant) => reaches(grant, document, inside));
      if (via.length > 0) documents[document.id] = { role: strongest(via), via: via.map(toVia) };
    }
  }
  return { organizationId, userId, disabled, grants: grants.map(toVia), documents };
};

/** A test of which users reach one document; nobody where it does not exist. */
export const reachOf = (store: Store, organizationId: string, documentId: string): ((userId: string) => boolean) => {
  const document = store.documents.find(organizationId, documentId);
  if (document === undefined || document.disabled === 1 || store.organizations.isDisabled(organizationId)) {
    return () => false;
  }
  const folders = reachingFolders(document.folder, (id) => store.folders.find(organizationId, id));
  return (userId) => store.users.grants(organizationId, userId).some((grant) => reaches(grant, document, folders));
};
