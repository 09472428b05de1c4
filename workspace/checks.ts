/**
 * What no schema says: ids, and entries against each other, within a file and across files.
 *
 * Works on the trees and not on validated declarations: a mistake in one place must not hide those in another.
 */
import { isDeepStrictEqual } from "node:util";
import { reservedFolderId } from "../schema/workspace.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { child, entriesOf, toPlain } from "./tree.ts";
import type { SourceFile, YamlEntry, YamlNode } from "./tree.ts";
import { kinds, show } from "./words.ts";
import type { Collection, Kind } from "./words.ts";

/** A file that could be read as YAML. */
export interface TreeOfFile {
  readonly source: SourceFile;
  readonly tree: YamlNode;
}

interface Declared {
  readonly source: SourceFile;
  readonly entry: YamlEntry;
}

export interface CheckResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Of use only where nothing is wrong: what cannot be read may be what they miss. */
  readonly warnings: readonly Diagnostic[];
}

/** Checks files together. */
export const checkFiles = (files: readonly TreeOfFile[]): CheckResult => {
  const checks = new Checks();
  for (const { source, tree } of files) checks.file(source, tree);
  return { diagnostics: checks.diagnostics, warnings: checks.warnings() };
};

/** An error, where no file declares an organization: more likely a mistake than a wish to manage nothing. */
export const checkOrganizations = (files: readonly TreeOfFile[]): readonly Diagnostic[] => {
  const [first] = files;
  if (first === undefined || files.some(({ tree }) => tree.kind !== "map" || tree.entries.has("organizations"))) return [];
  return [first.source.diagnose({ start: 0, end: 0 }, "no organization is declared: write `organizations: {}` where none is meant")];
};

class Checks {
  readonly diagnostics: Diagnostic[] = [];
  readonly #people = new Map<string, Declared>();
  readonly #organizations = new Map<string, Declared>();
  readonly #members = new Set<string>();

  file(source: SourceFile, tree: YamlNode): void {
    for (const [id, entry] of this.#entries(source, tree, "people")) this.#person(id, { source, entry });
    for (const [id, entry] of this.#entries(source, tree, "organizations")) {
      this.#once(this.#organizations, id, { source, entry }, `organization ${show(id)} is declared twice`);
      this.#level(source, entry.node, { organization: id, folders: new Map(), documents: new Map() });
    }
  }

  warnings(): Diagnostic[] {
    return [...this.#people]
      .filter(([id]) => !this.#members.has(id))
      .map(([id, { source, entry }]) => source.diagnose(entry.key, `person ${show(id)} is a member of nothing`, "warning"));
  }

  /** An organization or a folder, and all that lies in it. */
  #level(source: SourceFile, node: YamlNode, seen: Seen): void {
    this.#memberIds(source, node);
    for (const [id, entry] of this.#entries(source, node, "documents")) {
      this.#once(seen.documents, id, { source, entry }, `document ${show(id)} is twice in organization ${show(seen.organization)}`);
      this.#memberIds(source, entry.node);
    }
    for (const [id, entry] of this.#entries(source, node, "folders")) {
      this.#once(seen.folders, id, { source, entry }, `folder ${show(id)} is twice in organization ${show(seen.organization)}`);
      this.#level(source, entry.node, seen);
    }
  }

  #memberIds(source: SourceFile, node: YamlNode): void {
    for (const [id] of this.#entries(source, node, "members")) this.#members.add(id);
  }

  /** The entries of a map of ids, each id checked. */
  #entries(source: SourceFile, node: YamlNode, collection: Collection): ReadonlyMap<string, YamlEntry> {
    const entries = entriesOf(child(node, collection));
    for (const [id, { key }] of entries) {
      const wrong = wrongId(kinds[collection], id);
      if (wrong !== undefined) this.diagnostics.push(source.diagnose(key, wrong));
    }
    return entries;
  }

  #once(seen: Map<string, Declared>, id: string, declared: Declared, message: string): void {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, declared);
    else this.#twice(first, declared, message);
  }

  #person(id: string, declared: Declared): void {
    const first = this.#people.get(id);
    if (first === undefined) this.#people.set(id, declared);
    else if (!isDeepStrictEqual(toPlain(first.entry.node), toPlain(declared.entry.node)))
      this.#twice(first, declared, `person ${show(id)} is declared twice, and differently`);
  }

  /** Reported at the later of the two, whichever was come upon first. */
  #twice(one: Declared, other: Declared, message: string): void {
    const inOrder = one.source !== other.source || one.entry.key.start <= other.entry.key.start;
    const [first, { source, entry }] = inOrder ? [one, other] : [other, one];
    const { file, line, column } = first.source.place(first.entry.key.start);
    const same = first.entry.key === entry.key;
    this.diagnostics.push(source.diagnose(entry.key, `${message}: ${same ? "an alias repeats it" : `first at ${file}:${line}:${column}`}`));
  }
}

interface Seen {
  readonly organization: string;
  readonly folders: Map<string, Declared>;
  readonly documents: Map<string, Declared>;
}

/** What is wrong with an id, if anything. The pattern in the schema says the same to editors. */
const wrongId = (kind: Kind, id: string): string | undefined => {
  if (id === "") return `the id of a ${kind} is empty`.replace("a organization", "an organization");
  if (id.includes("/")) return `${kind} id ${show(id)} contains \`/\`, which separates the parts of resource ids`;
  if (/\p{Cc}/u.test(id)) return `${kind} id ${show(id)} contains a control character`;
  if (kind === "folder" && id === reservedFolderId)
    return `folder id \`${reservedFolderId}\` is the service's name for the top level: choose another id`;
  return undefined;
};
