/** The places of a file where members may stand, found in its tree: a mistake in one of them must not hide another. */
import { child, entriesOf, type SourceFile, type YamlEntry, type YamlNode } from "./tree.ts";
import { show } from "./words.ts";

/** A file that could be read as YAML. */
export interface TreeOfFile {
  readonly source: SourceFile;
  readonly tree: YamlNode;
}

/** Something at a place of a file. */
export interface Found {
  readonly source: SourceFile;
  readonly entry: YamlEntry;
}

/** Members that are written together: in the workspace file, or in a file that it names. */
export interface MembersPart {
  readonly source: SourceFile;
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

/** What a level takes from files of members. */
export type MembersFrom = (source: SourceFile, level: YamlNode) => readonly MembersPart[];

/** An organization, a folder or a document. */
export interface Level extends Found {
  readonly kind: "organization" | "folder" | "document";
  readonly id: string;
  readonly organizationId: string;
  /** The folders that it lies in, from the top. */
  readonly within: readonly string[];
  readonly parts: readonly MembersPart[];
}

/** All levels of a file, each before those inside it. */
export function* levelsOf({ source, tree }: TreeOfFile, membersFrom: MembersFrom): Generator<Level> {
  const partsOf = (node: YamlNode): MembersPart[] => [{ source, entries: entriesOf(child(node, "members")) }, ...membersFrom(source, node)];
  function* inside(organizationId: string, node: YamlNode, within: readonly string[]): Generator<Level> {
    for (const [id, entry] of entriesOf(child(node, "documents"))) {
      yield { source, organizationId, kind: "document", id, entry, within, parts: partsOf(entry.node) };
    }
    for (const [id, entry] of entriesOf(child(node, "folders"))) {
      yield { source, organizationId, kind: "folder", id, entry, within, parts: partsOf(entry.node) };
      yield* inside(organizationId, entry.node, [...within, id]);
    }
  }
  for (const [id, entry] of entriesOf(child(tree, "organizations"))) {
    yield { source, organizationId: id, kind: "organization", id, entry, within: [], parts: partsOf(entry.node) };
    yield* inside(id, entry.node, []);
  }
}

/** `folder `design` of organization `acme``. */
export const sayLevel = ({ kind, id, organizationId }: Level): string =>
  kind === "organization" ? `organization ${show(id)}` : `${kind} ${show(id)} of organization ${show(organizationId)}`;
