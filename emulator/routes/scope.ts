/** The organization, folder and document that a call names, and the flags that create them. */
import type { Level } from "../store/users.ts";
import { root } from "../store/folders.ts";
import { invalid } from "../errors.ts";
import type { Context } from "./route.ts";

export interface Scope {
  readonly organizationId: string;
  readonly folderId?: string | undefined;
  readonly documentId?: string | undefined;
  readonly createOrganization?: boolean | undefined;
  readonly createFolder?: boolean | undefined;
  readonly createDocument?: boolean | undefined;
}

export const missing = {
  organization: "Organization does not exist",
  folder: "Folder does not exist.",
  document: "Document does not exist.",
} as const;

/**
 * Creates what the flags allow; the message of what is missing otherwise, and then nothing is created.
 * A folder counts where the document is not there yet, as it is created inside; else (operation 12, rule a) the document alone does.
 */
export const ensureScope = (scope: Scope, { store, now }: Context): string | undefined => {
  const { organizationId: organization, folderId, documentId } = scope;
  if (folderId === root) throw invalid("data.folderId: `root` stands for the top level and is no folder.");
  const newOrganization = !store.organizations.exists(organization);
  if (newOrganization && !scope.createOrganization) return missing.organization;
  const newDocument = documentId !== undefined && !store.documents.exists(organization, documentId);
  if (newDocument && !scope.createDocument) return missing.document;
  const folderCounts = folderId !== undefined && (documentId === undefined || newDocument);
  const newFolder = folderCounts && !store.folders.exists(organization, folderId);
  if (newFolder && !scope.createFolder) return missing.folder;

  if (newOrganization) store.organizations.create(organization);
  if (newFolder) store.folders.create(organization, folderId, now);
  if (newDocument) store.documents.create(organization, documentId, null, folderId ?? null);
  return undefined;
};

/** Calls with an empty list: the flags create what they name, or nothing happens (switch `emptyListCreates`). */
export const ensureScopeOfEmptyList = (scope: Scope, context: Context): void => {
  if (context.switches.emptyListCreates === "yes") ensureScope(scope, context);
};

/** The level of a call on users: document before folder before organization (operation 12, rules a, b, c). */
export const levelOf = ({ organizationId: organization, folderId, documentId }: Scope): Level => {
  if (documentId !== undefined) return { organization, kind: "document", target: documentId };
  if (folderId !== undefined) return { organization, kind: "folder", target: folderId };
  return { organization, kind: "organization", target: organization };
};
