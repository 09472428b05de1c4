/** An organization that was read, as a workspace file, and as the file that `pulumi import` takes. */
import { type Grant, levelKey } from "../../provider/resources/memberships/grants.ts";
import { kinds } from "../../provider/resources/index.ts";
import type { MembersByOrganization } from "./members.ts";
import type { FoundOrganization } from "./read.ts";
import { renderTree, scalar, type Tree } from "./yaml.ts";

const member = ({ userId, accessRole, name, email, initial }: Grant): readonly [string, string | Tree] => {
  const shown = Object.entries({ name, email, initial }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return [userId, shown.length === 0 ? accessRole : `{ role: ${accessRole}, ${shown.join(", ")} }`];
};

class OrganizationWriter {
  readonly #found: FoundOrganization;
  readonly #grants: ReadonlyMap<string, readonly Grant[]>;

  constructor(found: FoundOrganization, grants: readonly Grant[]) {
    this.#found = found;
    this.#grants = Map.groupBy(grants, ({ level }) => levelKey(level));
  }

  tree(): Tree {
    return [...this.#members(""), ...this.#inside(undefined)];
  }

  #members(level: string): Tree {
    const grants = this.#grants.get(level);
    return grants === undefined ? [] : [["members", grants.map(member)]];
  }

  #inside(folderId: string | undefined): Tree {
    const folders = this.#found.folders.filter(({ parentFolderId }) => parentFolderId === folderId);
    const documents = this.#found.documents.filter((document) => document.folderId === folderId);
    return [
      ...(folders.length === 0
        ? []
        : ([
            [
              "folders",
              folders.map((one) => [
                one.folderId,
                [["name", scalar(one.folderName)], ...this.#members(`folder=${one.folderId}`), ...this.#inside(one.folderId)],
              ]),
            ],
          ] as Tree)),
      ...(documents.length === 0
        ? []
        : ([
            [
              "documents",
              documents.map((one) => [
                one.documentId,
                [["name", scalar(one.documentName)], ...this.#members(`document=${one.documentId}`)],
              ]),
            ],
          ] as Tree)),
    ];
  }
}

const comment = (lines: readonly string[]): string => lines.map((line) => `# ${line}\n`).join("");

const cannotTell = [
  "Read from the service: folders and documents. It cannot tell members, groups, domains, and whether an organization is switched off:",
  "add what you know. Where no members are declared, nobody's access is touched.",
];

/** Grants on folders and documents that the service does not have. */
const astray = ({ folders, documents, organizationId }: FoundOrganization, grants: readonly Grant[]): string[] => {
  const places = new Set([
    "",
    ...folders.map(({ folderId }) => `folder=${folderId}`),
    ...documents.map(({ documentId }) => `document=${documentId}`),
  ]);
  return grants
    .filter(({ level }) => !places.has(levelKey(level)))
    .map(({ userId, level }) => `${userId} at ${levelKey(level)} of ${organizationId} is left out: the service has no such place`);
};

/** One workspace file for these organizations, and what its reader has to know. */
export const renderWorkspace = (
  organizations: readonly FoundOrganization[],
  members: MembersByOrganization,
): { readonly text: string; readonly notes: readonly string[] } => {
  const notes = organizations.flatMap((found) => [
    ...found.notes.map((note) => `${found.organizationId}: ${note}`),
    ...astray(found, members.get(found.organizationId) ?? []),
    ...found.documents.flatMap(({ documentId, restricted }) =>
      restricted ? [`${found.organizationId}: document ${documentId} is restricted: members of the organization do not reach it`] : [],
    ),
  ]);
  const tree: Tree = organizations.map((found) => [
    found.organizationId,
    new OrganizationWriter(found, members.get(found.organizationId) ?? []).tree(),
  ]);
  return { text: `${comment(cannotTell)}version: 1\n\n${renderTree([["organizations", tree]])}`, notes };
};

/** What `pulumi import --file` takes, for the native plugin: under the names that the workspace program gives. */
export const importFile = (organizations: readonly FoundOrganization[]) => ({
  resources: organizations.flatMap(({ organizationId, folders, documents }) => [
    ...folders.map(({ folderId, folderName }) => ({
      type: "collab:index:Folder",
      name: `${organizationId}/${folderId}`,
      id: kinds.Folder.identity.render({ organizationId, folderId, folderName }),
    })),
    ...documents.map(({ documentId, documentName }) => ({
      type: "collab:index:Document",
      name: `${organizationId}/${documentId}`,
      id: kinds.Document.identity.render({ organizationId, documentId, documentName }),
    })),
  ]),
});
