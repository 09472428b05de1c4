/** Declarations that hold no mistake to the model: people merged into members, folders and documents flattened, places kept. */
import type { Adopt, DocumentDeclaration, FolderDeclaration, OrganizationDeclaration, WorkspaceDeclaration } from "../schema/workspace.ts";
import { LevelReader, type People } from "./assemble-members.ts";
import { contentOf, domainsOf, groupsOf, pairs, present } from "./assemble-parts.ts";
import type { MembersFiles } from "./members/files.ts";
import type { DocumentEntry, FolderEntry, OrganizationEntry, Workspace } from "./model.ts";
import { child, entriesOf, type SourceFile, type YamlEntry, type YamlNode } from "./tree.ts";

/** One file that was read: its tree for order and places, the declaration for content. */
export interface ReadFile {
  readonly source: SourceFile;
  readonly tree: YamlNode;
  readonly declaration: WorkspaceDeclaration;
}

/** The workspace that error-free files declare together, for a day (UTC). */
export const assemble = (files: readonly ReadFile[], membersFiles: MembersFiles, today: string): Workspace => {
  const people: People = new Map(
    files.flatMap(({ tree, declaration }) =>
      [...pairs(entriesOf(child(tree, "people")), declaration.people)].map(([id, , person]) => [id, person]),
    ),
  );
  /** Where several files have a setting of the workspace, they say the same. */
  const settingOf = <Key extends "adopt" | "limits" | "acknowledge">(key: Key): WorkspaceDeclaration[Key] =>
    files.map(({ declaration }) => declaration[key]).find((value) => value !== undefined);
  const adopt = settingOf("adopt");
  return {
    organizations: files.flatMap(({ source, tree, declaration }) =>
      Array.from(pairs(entriesOf(child(tree, "organizations")), declaration.organizations), ([id, entry, organization]) =>
        new OrganizationReader(source, new LevelReader(source, people, membersFiles, today), adopt).read(id, entry, organization),
      ),
    ),
    ...domainsOf(files),
    departed: [...new Set(files.flatMap(({ declaration }) => declaration.departed ?? []))].toSorted(),
    ...present({ limits: settingOf("limits"), acknowledge: settingOf("acknowledge") }),
    today,
    files: files.map(({ source }) => source.file),
  };
};

class OrganizationReader {
  readonly #source: SourceFile;
  readonly #levels: LevelReader;
  /** The workspace's. */
  readonly #adopt: Adopt | undefined;
  readonly #folders: FolderEntry[] = [];
  readonly #documents: DocumentEntry[] = [];

  constructor(source: SourceFile, levels: LevelReader, adopt: Adopt | undefined) {
    this.#source = source;
    this.#levels = levels;
    this.#adopt = adopt;
  }

  read(organizationId: string, entry: YamlEntry, organization: OrganizationDeclaration): OrganizationEntry {
    this.#readDocuments(entry.node, organization.documents);
    this.#readFolders(entry.node, organization.folders);
    const { disabled, onDelete, limits, acknowledge, reassert } = organization;
    return {
      organizationId,
      ...present({ disabled, onDelete, limits, acknowledge, reassert }),
      ...this.#levels.read(entry, organization),
      ...groupsOf(this.#source, entry.node, organization.groups, this.#adopt),
      ...domainsOf([{ source: this.#source, tree: entry.node, declaration: organization }]),
      folders: this.#folders,
      documents: this.#documents,
    };
  }

  #readFolders(node: YamlNode, folders: Record<string, FolderDeclaration> | undefined, parentFolderId?: string): void {
    for (const [folderId, entry, folder] of pairs(entriesOf(child(node, "folders")), folders)) {
      const { name: folderName, onDelete, adopt = this.#adopt } = folder;
      this.#folders.push({
        folderId,
        folderName,
        ...present({ parentFolderId, adopt, onDelete }),
        ...this.#levels.read(entry, folder),
      });
      this.#readDocuments(entry.node, folder.documents, folderId);
      this.#readFolders(entry.node, folder.folders, folderId);
    }
  }

  #readDocuments(node: YamlNode, documents: Record<string, DocumentDeclaration> | undefined, folderId?: string): void {
    for (const [documentId, entry, document] of pairs(entriesOf(child(node, "documents")), documents)) {
      const { name: documentName, adopt = this.#adopt } = document;
      this.#documents.push({
        documentId,
        documentName,
        ...present({ folderId, adopt }),
        ...this.#levels.read(entry, document),
        ...contentOf(this.#source, entry.node, document),
      });
    }
  }
}
