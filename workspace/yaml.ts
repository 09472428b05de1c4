/**
 * Text to tree. Nothing is thrown: what YAML does not allow, and what a workspace file does not allow of YAML, is a
 * diagnostic; without a tree the file could not be read at all.
 *
 * YAML 1.2 core schema. Anchors, aliases and `<<` (of a map or a list of maps; what is written beside it wins, then the
 * first of the list) are taken; a quoted `"<<"` is a key like any other.
 */
import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { Document, Node, Pair, YAMLMap } from "yaml";
import type { Diagnostic } from "./diagnostics.ts";
import { readJson } from "./json.ts";
import { readSimple } from "./simple.ts";
import type { SourceFile, Span, YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from "./tree.ts";
import { show } from "./words.ts";

/** How many values the aliases of one file may stand for: far beyond any list of people, far below what stalls a pipeline. */
const aliasLimit = 200_000;
/** Beyond any tree of folders, below what exhausts the stack. */
const depthLimit = 200;

export interface YamlResult {
  readonly tree?: YamlNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads one file. */
export const parseYaml = (source: SourceFile): YamlResult => {
  const simple = readSimple(source.text) ?? readJson(source.text);
  return simple === undefined ? parseFullYaml(source) : { tree: simple, diagnostics: [] };
};

/** The same by the YAML library, whatever the file holds. */
export const parseFullYaml = (source: SourceFile): YamlResult => {
  const read = parse(source);
  if (!("document" in read)) return { diagnostics: [read] };
  const { document } = read;
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    const diagnostics = problems.map(({ code, message, pos: [start, end] }) =>
      source.diagnose({ start, end }, inWords(source, code, message)),
    );
    return { diagnostics: firstOfEachLine(diagnostics) };
  }
  if (document.contents === null || isEmptyScalar(document.contents))
    return { diagnostics: [source.diagnose({ start: 0, end: 0 }, "the file is empty: begin it with `version: 1`")] };
  return new TreeBuilder(source).build(document.contents);
};

const parse = (source: SourceFile): { document: Document.Parsed } | Diagnostic => {
  try {
    // The library looks for repeated keys by comparing each with each; ours looks in a Map.
    return { document: parseDocument(source.text, { schema: "core", uniqueKeys: false, prettyErrors: false }) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return source.diagnose({ start: 0, end: 0 }, tooDeep);
  }
};

const tooDeep = `nested more than ${depthLimit} levels deep`;

const isEmptyScalar = (node: Node) => isScalar(node) && node.value === null && node.source === "";

const inWords = ({ file }: SourceFile, code: string, message: string): string => {
  if (message.includes("call stack")) return tooDeep;
  if (code === "MULTIPLE_DOCS") return "a second YAML document begins: write it in a file of its own, and name both files";
  if (code === "TAB_AS_INDENT") return "a tab stands where spaces must: YAML is indented with spaces";
  if (code === "TAG_RESOLVE_FAILED") return `tags have no meaning here: ${message}`;
  return `not valid ${/\.json$/i.test(file) ? "JSON" : "YAML"}: ${message}`;
};

/** What follows the first problem of a line is most often its consequence. */
const firstOfEachLine = (diagnostics: readonly Diagnostic[]): Diagnostic[] => {
  const seen = new Set<number>();
  return diagnostics.toSorted((a, b) => a.line - b.line || a.column - b.column).filter(({ line }) => !seen.has(line) && seen.add(line));
};

const nothing: YamlScalar = { kind: "scalar", value: null, source: "" };

const spanOf = (node: Node): Span => {
  const [start = 0, end = 0] = node.range ?? [];
  const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
  return { start, end: isBlock ? start : end };
};

/** Follows the document in its order, so that an alias finds the anchor that stands before it. */
class TreeBuilder {
  readonly #source: SourceFile;
  readonly #diagnostics: Diagnostic[] = [];
  /** `undefined` while what the anchor names is being read. */
  readonly #anchors = new Map<string, YamlNode | undefined>();
  /** How many values a map or list stands for, itself included. */
  readonly #sizes = new Map<YamlNode, number>();
  #aliased = 0;
  #readable = true;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  build(contents: Node): YamlResult {
    const tree = this.#node(contents, 0);
    return { ...(this.#readable ? { tree } : {}), diagnostics: this.#diagnostics };
  }

  #node(node: Node, depth: number): YamlNode {
    if (isAlias(node)) return this.#alias(node.source, spanOf(node));
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const tree = this.#collection(node, depth);
    if (anchor !== undefined) this.#anchors.set(anchor, tree);
    return tree;
  }

  #collection(node: Node, depth: number): YamlNode {
    if (depth > depthLimit) {
      this.#fatal(spanOf(node), tooDeep);
      return nothing;
    }
    if (isMap(node)) return this.#map(node, depth);
    if (isSeq(node)) {
      return this.#list(node.items as Node[], depth);
    }
    return isScalar(node) ? scalar(node.value, node.source) : nothing;
  }

  #map(map: YAMLMap, depth: number): YamlMap {
    const entries = new Map<string, YamlEntry>();
    const merged: YamlMap[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      const span = spanOf(pair.key);
      if (isMergeKey(pair.key)) {
        merged.push(...this.#merge(pair.value, span, depth));
        continue;
      }
      const key = this.#key(pair.key);
      const entry = this.#entry(span, pair.value, depth);
      if (key === undefined) continue;
      const first = entries.get(key);
      if (first === undefined) entries.set(key, entry);
      else this.#error(span, `${show(key)} is repeated: first at ${this.#where(first.key)}`);
    }
    // Merged keys come last and never replace: what is written here wins.
    for (const other of merged) for (const [key, entry] of other.entries) if (!entries.has(key)) entries.set(key, entry);
    const tree: YamlMap = { kind: "map", entries };
    this.#sizes.set(tree, this.#sum(entries.values()));
    return tree;
  }

  #list(nodes: readonly Node[], depth: number): YamlList {
    const items = nodes.map((item) => this.#entry(spanOf(item), item, depth));
    const tree: YamlList = { kind: "list", items };
    this.#sizes.set(tree, this.#sum(items));
    return tree;
  }

  #entry(key: Span, value: Node | null, depth: number): YamlEntry {
    if (value === null || isEmptyScalar(value)) {
      const anchor = value !== null && isScalar(value) ? value.anchor : undefined;
      if (anchor !== undefined) this.#anchors.set(anchor, nothing);
      return { key, value: key, node: nothing };
    }
    return { key, value: spanOf(value), node: this.#node(value, depth + 1) };
  }

  #key(key: Node): string | undefined {
    const node = isMap(key) || isSeq(key) ? undefined : this.#node(key, 0);
    if (node?.kind === "scalar") return node.source;
    this.#error(spanOf(key), "a key must be text: put it in quotes where it begins with `{` or `[`");
    return undefined;
  }

  #merge(value: Node | null, key: Span, depth: number): YamlMap[] {
    const items = isSeq(value) ? (value.items as Node[]) : value === null ? [] : [value];
    const nodes = items.map((item) => this.#node(item, depth + 1));
    const maps = nodes.filter((node) => node.kind === "map");
    if (nodes.length === 0 || maps.length < nodes.length) this.#error(key, "`<<` takes an alias of a map, or a list of them: `<<: *name`");
    return maps;
  }

  #alias(name: string, span: Span): YamlNode {
    const node = this.#anchors.get(name);
    if (node === undefined) {
      const inside = this.#anchors.has(name);
      this.#fatal(
        span,
        inside
          ? `alias ${show(`*${name}`)} stands inside of what it names`
          : `alias ${show(`*${name}`)} names nothing: no ${show(`&${name}`)} stands before it`,
      );
      return nothing;
    }
    const within = this.#aliased <= aliasLimit;
    this.#aliased += this.#sizeOf(node);
    if (this.#aliased <= aliasLimit) return node;
    if (within) this.#fatal(span, `the aliases of this file stand for more than ${aliasLimit} values: write them out`);
    return nothing;
  }

  /** A collection counts as one value beside what it holds. */
  #sum(entries: Iterable<YamlEntry>): number {
    let size = 1;
    for (const { node } of entries) size += this.#sizeOf(node);
    return size;
  }

  #sizeOf(node: YamlNode): number {
    return this.#sizes.get(node) ?? 1;
  }

  #where({ start }: Span): string {
    const { file, line, column } = this.#source.place(start);
    return `${file}:${line}:${column}`;
  }

  #error(span: Span, message: string): void {
    this.#diagnostics.push(this.#source.diagnose(span, message));
  }

  #fatal(span: Span, message: string): void {
    this.#error(span, message);
    this.#readable = false;
  }
}

/** An unquoted `<<`. */
const isMergeKey = (key: Node) => isScalar(key) && key.type === "PLAIN" && key.source === "<<";

const scalar = (value: unknown, source: string | undefined): YamlScalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? { kind: "scalar", value, source: source ?? String(value) }
    : { kind: "scalar", value: null, source: source ?? "" };
