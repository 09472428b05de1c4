/** Bringing a declared organization or folder into being through the calls that add things to it (operations 6, 12 and 20). */
import type { ItemOutcome } from "../client/index.ts";
import type { Settings } from "../configuration.ts";
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
export const scopeOf = ({ organizationId, folderId, createOrganization, createFolder }: Parent, { apiVersion }: Settings) => ({
  organizationId,
  ...(folderId === undefined ? {} : { folderId }),
  // The v1 forms have no flags that create.
  ...(apiVersion === "v2" && createOrganization ? { createOrganization } : {}),
  ...(apiVersion === "v2" && folderId !== undefined && createFolder ? { createFolder } : {}),
});

/** Throws the failure of an outcome that is one. */
export const demand = (outcome: ItemOutcome | undefined): void => {
  if (outcome && !outcome.ok) throw outcome.error;
};

/** Asks for the parent with an empty list (operation 6). Whether that creates it is the service's choice. */
export const createEmpty = async ({ client, settings, signal }: Context, parent: Parent): Promise<void> => {
  // The v1 form has no flags that create.
  if (settings.apiVersion === "v1") return;
  await client.addDocuments({ ...scopeOf(parent, settings), documents: [] }, { signal });
};

/** Something that is there already, by an earlier attempt or in another place, is as good as created: a look then tells of the parent. */
const created = (outcome: ItemOutcome | undefined): void => {
  if (outcome && !outcome.ok && outcome.error.code !== "already-exists") throw outcome.error;
};

/** Creates the parent together with the first thing in it (operations 6, 12 and 20). */
export const createWithFirst = async (context: Context, parent: Parent, first: NonNullable<First>): Promise<void> => {
  const { client, settings, signal } = context;
  const { document, group, member, folderId = parent.folderId } = first;
  const scope = scopeOf({ ...parent, folderId, createFolder: true }, settings);
  // A document or a group gives nobody access; a member is granted here only where there is nothing else to create the parent with.
  if (document) {
    const form = settings.apiVersion === "v1" ? "addDocumentsV1" : "addDocuments";
    created((await client.each(form, scope, [document], { signal })).get(document.documentId));
  } else if (group) {
    const inOrganization = scopeOf({ ...parent, folderId: undefined }, settings);
    created((await client.each("addUserGroups", inOrganization, [group], { signal })).get(group.groupId));
  } else if (member && settings.apiVersion === "v2") {
    created((await client.each("addUsers", scope, [member], { signal })).get(member.userId));
  }
};
