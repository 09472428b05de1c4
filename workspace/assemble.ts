/** Declarations that hold no mistake to the model: people merged into members, folders and documents flattened, places kept. */
import type {
  DocumentsDeclaration,
  FolderDeclaration,
  MembersDeclaration,
  OrganizationDeclaration,
  PersonDeclaration,
  WorkspaceDeclaration,
} from "../schema/workspace.ts";
import type { DocumentEntry, FolderEntry, MemberEntry, Members, OrganizationEntry, Workspace } from "./model.ts";
import { child, entriesOf, toProperty } from "./tree.ts";
import type { SourceFile, YamlEntry, YamlNode } from "./tree.ts";

/** One file that was read: its tree for order and places, the declaration for content. */
export interface ReadFile {
  readonly source: SourceFile;
  readonly tree: YamlNode;
  readonly declaration: WorkspaceDeclaration;
}

type MemberFields = Exclude<MembersDeclaration[string], string>;
type People = ReadonlyMap<string, PersonDeclaration>;

/** The workspace that error-free files declare together. */
export const assemble = (files: readonly ReadFile[]): Workspace => {
  const people: People = new Map(
    files.flatMap(({ tree, declaration }) => [...pairs(child(tree, "people"), declaration.people)].map(([id, , person]) => [id, person])),
  );
  return {
    organizations: files.flatMap(({ source, tree, declaration }) =>
      Array.from(pairs(child(tree, "organizations"), declaration.organizations), ([id, entry, organization]) =>
        new OrganizationReader(source, people).read(id, entry, organization),
      ),
    ),
    files: files.map(({ source }) => source.file),
  };
};

/** Id, place and content together, in the order of the file, which the properties of an object do not keep. */
function* pairs<Value>(
  tree: YamlNode | undefined,
  record: Readonly<Record<string, Value>> | undefined,
): Generator<[id: string, entry: YamlEntry, value: Value]> {
  if (record === undefined) return;
  for (const [id, entry] of entriesOf(tree)) {
    const value = record[toProperty(id)];
    if (value !== undefined) yield [id, entry, value];
  }
}

class OrganizationReader {
  readonly #source: SourceFile;
  readonly #people: People;
  readonly #folders: FolderEntry[] = [];
  readonly #documents: DocumentEntry[] = [];

  constructor(source: SourceFile, people: People) {
    this.#source = source;
    this.#people = people;
  }

  read(organizationId: string, entry: YamlEntry, organization: OrganizationDeclaration): OrganizationEntry {
    this.#readDocuments(entry.node, organization.documents);
    this.#readFolders(entry.node, organization.folders);
    return {
      organizationId,
      ...(organization.disabled === undefined ? {} : { disabled: organization.disabled }),
      ...this.#members(entry.node, organization.members),
      folders: this.#folders,
      documents: this.#documents,
      place: this.#source.place(entry.key.start),
    };
  }

  #readFolders(node: YamlNode, folders: Record<string, FolderDeclaration> | undefined, parentFolderId?: string): void {
    for (const [folderId, entry, folder] of pairs(child(node, "folders"), folders)) {
      this.#folders.push({
        folderId,
        folderName: folder.name,
        ...(parentFolderId === undefined ? {} : { parentFolderId }),
        ...this.#members(entry.node, folder.members),
        place: this.#source.place(entry.key.start),
      });
      this.#readDocuments(entry.node, folder.documents, folderId);
      this.#readFolders(entry.node, folder.folders, folderId);
    }
  }

  #readDocuments(node: YamlNode, documents: DocumentsDeclaration | undefined, folderId?: string): void {
    for (const [documentId, entry, document] of pairs(child(node, "documents"), documents))
      this.#documents.push({
        documentId,
        documentName: document.name,
        ...(folderId === undefined ? {} : { folderId }),
        ...this.#members(entry.node, document.members),
        place: this.#source.place(entry.key.start),
      });
  }

  #members(node: YamlNode, members: MembersDeclaration | undefined): { members?: Members } {
    if (members === undefined) return {};
    const entries = new Map<string, MemberEntry>();
    for (const [userId, , member] of pairs(child(node, "members"), members)) {
      entries.set(userId, memberEntry(typeof member === "string" ? { role: member } : member, this.#people.get(userId)));
    }
    return { members: entries };
  }
}

/** What a member's own entry says wins over what `people` says. */
const memberEntry = ({ role, name, email, initial }: MemberFields, person: PersonDeclaration | undefined): MemberEntry => {
  const shownName = name ?? person?.name;
  const shownEmail = email ?? person?.email;
  return {
    accessRole: role,
    ...(shownName === undefined ? {} : { name: shownName }),
    ...(shownEmail === undefined ? {} : { email: shownEmail }),
    ...(initial === undefined ? {} : { initial }),
  };
};
