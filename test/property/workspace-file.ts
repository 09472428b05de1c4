/** A history's program as a workspace file: what the real engine gets. */
import { decodeRoster } from "../../provider/resources/memberships/roster.ts";
import type { Grant } from "../../provider/resources/memberships/grants.ts";
import type { Properties } from "../../provider/resources/lifecycle.ts";
import type { SlotKind } from "./declaration.ts";
import type { Declared } from "./resources.ts";

/** The slots that a workspace file has words for, without those whose resources are deleted with an effect. */
export const inWorkspaceFile = [
  "organization",
  "folder",
  "document",
  "grant",
  "person",
  "group",
  "removedDomains",
] as const satisfies readonly SlotKind[];

/** JSON, which is YAML. */
export const workspaceFileOf = (program: readonly Declared[]): string => {
  const of = (kind: Declared["kind"], organizationId?: unknown): Properties[] =>
    program.flatMap((one) =>
      one.kind === kind && (organizationId === undefined || one.inputs["organizationId"] === organizationId) ? [one.inputs] : [],
    );
  const organization = ({ organizationId, disabled, onDelete }: Properties): unknown => {
    const [set] = of("MembershipSet", organizationId);
    const grants = set && decodeRoster(Object(set["roster"]));
    const membersAt = (isHere: (level: Grant["level"]) => boolean) =>
      grants && {
        members: Object.fromEntries(
          grants.flatMap(({ level, userId, accessRole: role, name, email }) => (isHere(level) ? [[userId, { role, name, email }]] : [])),
        ),
      };
    const documentsIn = (folderId: unknown) =>
      Object.fromEntries(
        of("Document", organizationId)
          .filter((document) => document["folderId"] === folderId)
          .map(({ documentId, documentName: name }) => [
            documentId,
            { name, ...membersAt((level) => level.kind === "document" && level.id === documentId) },
          ]),
      );
    const foldersIn = (parent: unknown): object =>
      Object.fromEntries(
        of("Folder", organizationId)
          .filter(({ parentFolderId }) => parentFolderId === parent)
          .map(({ folderId, folderName: name }) => [
            folderId,
            {
              name,
              ...membersAt((level) => level.kind === "folder" && level.id === folderId),
              folders: foldersIn(folderId),
              documents: documentsIn(folderId),
            },
          ]),
      );
    return {
      disabled,
      onDelete,
      ...membersAt(({ kind }) => kind === "organization"),
      folders: foldersIn(undefined),
      documents: documentsIn(undefined),
      groups: Object.fromEntries(
        of("UserGroup", organizationId).map(({ groupId, groupName: name, removedUserIds: removed }) => [groupId, { name, removed }]),
      ),
    };
  };
  const removed = of("DomainRemoval").flatMap(({ domains }) => domains);
  return JSON.stringify({
    version: 1,
    adopt: "overwrite",
    domains: removed.length > 0 ? { removed: removed.flat() } : undefined,
    organizations: Object.fromEntries(of("Organization").map((one) => [one["organizationId"], organization(one)])),
  });
};
