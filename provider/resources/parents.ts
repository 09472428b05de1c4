/** Bringing a declared organization or folder into being through the calls that add things to it (operations 6 and 12). */
import type { ItemOutcome } from "../client/index.ts";
import type { Context } from "./contract.ts";
import type { First } from "./fields.ts";

/** Where something is created. */
export interface Parent {
  readonly organizationId: string;
  readonly folderId?: string | undefined;
  readonly createOrganization?: boolean | undefined;
  readonly createFolder?: boolean | undefined;
}

/** Only what is set: the service is not sent fields that mean nothing. */
export const scopeOf = ({ organizationId, folderId, createOrganization, createFolder }: Parent) => ({
  organizationId,
  ...(createOrganization ? { createOrganization } : {}),
  ...(folderId === undefined ? {} : { folderId }),
  ...(folderId !== undefined && createFolder ? { createFolder } : {}),
});

/** Throws the failure of an outcome that is one. */
export const demand = (outcome: ItemOutcome | undefined): void => {
  if (outcome && !outcome.ok) throw outcome.error;
};

/** Asks for the parent with an empty list (operation 6). Whether that creates it is the service's choice. */
export const createEmpty = async ({ client, signal }: Context, parent: Parent): Promise<void> => {
  await client.addDocuments({ ...scopeOf(parent), documents: [] }, { signal });
};

/** Creates the parent together with the first thing in it (operations 12 and 6). */
export const createWithFirst = async ({ client, signal }: Context, parent: Parent, first: NonNullable<First>): Promise<void> => {
  const folderId = parent.folderId ?? first.folderId;
  const scope = scopeOf({ ...parent, folderId, createFolder: folderId !== undefined });
  if (first.member) {
    const { member } = first;
    demand((await client.each("addUsers", scope, [member], { signal })).get(member.userId));
  } else if (first.document) {
    const { document } = first;
    demand((await client.each("addDocuments", scope, [document], { signal })).get(document.documentId));
  }
};
