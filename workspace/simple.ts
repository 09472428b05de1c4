/**
 * The fast way from text to tree, for the part of YAML that nearly every workspace file keeps to: block maps, block lists of
 * one-line items, one-line flow maps and lists, plain and quoted scalars on one line, comments. It is twenty times as fast as the YAML library, which is what makes
 * files of 100,000 members practical.
 *
 * It never decides that something is wrong. At the first thing that it does not know (anchors, tags, escapes, block
 * scalars, repeated keys, every mistake) it gives up, and the YAML library reads the file from its beginning. Where it does
 * not give up, its tree is the same: a property test holds the two against each other.
 */
import type { Span, YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from "./tree.ts";

/** Beyond this, the library decides what is too deep. */
const depthLimit = 50;
/** YAML allows keys of at most 1,024 characters; the library decides what counts. */
const keyLimit = 1000;

const lineStart = / *(?:#[^\n]*(?:\n|$)|\r?\n|$)?/y;
const documentStart = /---(?: +#[^\n]*| *)\r?\n/y;
const key = /(?:\w[\w.@+-]*|"[^"\\\p{Cc}]*"|'[^'\p{Cc}]*'):(?=[ \r\n]|$)/uy;
const item = /- +/y;
const spaces = / */y;
const lineEnd = /(?: +#[^\n]*| *)(?:\r?\n|$)/y;
const quoted = /"[^"\\\p{Cc}]*"|'[^'\p{Cc}]*'/uy;
const blockPlain = /[\w\u00a0-\ufefe\uff00-\u{10ffff}](?:[^\p{Cc} :]|:(?=[^\p{Cc} ])| +(?=[^\p{Cc} #]))*/uy;
const flowPlain = /[\w\u00a0-\ufefe\uff00-\u{10ffff}](?:[^\p{Cc} :,[\]{}]|:(?=[^\p{Cc} ,[\]{}])| +(?=[^\p{Cc} #,[\]{}]))*/uy;

/** Written like a number of the core schema, or nearly: which it is, the library knows. */
const perhapsNumber = /^\d[\d.eExXoa-fA-F_+-]*$/;
/** Looks like a number to the pattern above, and is text. */
const day = /^\d{4}-\d\d-\d\d$/;
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ...["null", "Null", "NULL"].map((source) => [source, null] as const),
  ...["true", "True", "TRUE"].map((source) => [source, true] as const),
  ...["false", "False", "FALSE"].map((source) => [source, false] as const),
]);

const nothing: YamlScalar = { kind: "scalar", value: null, source: "" };

interface OpenMap {
  readonly indent: number;
  readonly entries: Map<string, YamlEntry>;
}

interface Key {
  readonly name: string;
  readonly key: Span;
}

/** The tree of a text that keeps to the simple part of YAML; `undefined` for every other. */
export const readSimple = (text: string): YamlMap | undefined => new SimpleReader(text).read();

class SimpleReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): YamlMap | undefined {
    const root: OpenMap = { indent: 0, entries: new Map() };
    const open = [root];
    /** The key of the line before, while it is not known whether a map follows. */
    let pending: Key | undefined;
    for (let indent = this.#nextLine(true); indent !== undefined; indent = this.#nextLine(false)) {
      const start = this.#at;
      let top = open.at(-1) ?? root;
      if (pending !== undefined && indent >= top.indent && this.#text[start] === "-") {
        const items = this.#blockList(indent);
        if (items === undefined) return undefined;
        top.entries.set(pending.name, { key: pending.key, value: { start, end: start }, node: { kind: "list", items } });
        pending = undefined;
        continue;
      }
      if (pending !== undefined && indent > top.indent) {
        const entries = new Map<string, YamlEntry>();
        top.entries.set(pending.name, { key: pending.key, value: { start, end: start }, node: { kind: "map", entries } });
        top = { indent, entries };
        if (open.push(top) > depthLimit) return undefined;
      } else if (pending !== undefined) setNothing(top, pending);
      for (; indent < top.indent; top = open.at(-1) ?? root) open.pop();
      if (indent !== top.indent) return undefined;
      const found = this.#key();
      if (found === undefined || top.entries.has(found.name)) return undefined;
      pending = undefined;
      if (this.#take(lineEnd)) {
        pending = found;
        continue;
      }
      const value = this.#value(blockPlain, 0);
      if (value === undefined || !this.#take(lineEnd)) return undefined;
      top.entries.set(found.name, { key: found.key, ...value });
    }
    if (pending !== undefined) setNothing(open.at(-1) ?? root, pending);
    return this.#at === this.#text.length && root.entries.size > 0 ? { kind: "map", entries: root.entries } : undefined;
  }

  /** Items of one line each; stands at the first one's dash, and ends before the line that is none. */
  #blockList(indent: number): YamlEntry[] | undefined {
    const items: YamlEntry[] = [];
    for (;;) {
      if (!this.#take(item)) return undefined;
      const value = this.#value(blockPlain, 0);
      if (value === undefined || !this.#take(lineEnd)) return undefined;
      items.push({ key: value.value, ...value });
      const after = this.#at;
      const next = this.#nextLine(false);
      if (next !== undefined && next > indent) return undefined;
      if (next === indent && this.#text[this.#at] === "-") continue;
      if (next !== undefined) this.#at = after;
      return items;
    }
  }

  /** Goes to the first character of the next line that holds something; its indent, or `undefined` at the end. */
  #nextLine(first: boolean): number | undefined {
    for (;;) {
      const start = this.#at;
      this.#take(lineStart);
      if (this.#at === this.#text.length) return undefined;
      const holdsNothing = this.#at > start && this.#text[this.#at - 1] === "\n";
      if (holdsNothing) continue;
      const indent = this.#at - start;
      if (!first || indent > 0 || !this.#take(documentStart)) return indent;
      first = false;
    }
  }

  /** A key and its colon. */
  #key(): Key | undefined {
    const start = this.#at;
    if (!this.#take(key) || this.#at - start > keyLimit) return undefined;
    const end = this.#at - 1;
    const quotes = isQuote(this.#text[start]) ? 1 : 0;
    return { name: this.#text.slice(start + quotes, end - quotes), key: { start, end } };
  }

  #value(plain: RegExp, depth: number): Pick<YamlEntry, "value" | "node"> | undefined {
    this.#take(spaces);
    const start = this.#at;
    const first = this.#text[start];
    const node = this.#node(first, plain, depth);
    return node && { value: { start, end: this.#at }, node };
  }

  #node(first: string | undefined, plain: RegExp, depth: number): YamlNode | undefined {
    if (first === "{") return this.#flowMap(depth);
    if (first === "[") return this.#flowList(depth);
    return isQuote(first) ? this.#quoted() : this.#plain(plain);
  }

  #flowList(depth: number): YamlList | undefined {
    const items: YamlEntry[] = [];
    this.#at += 1;
    this.#take(spaces);
    if (this.#skip("]")) return { kind: "list", items };
    if (depth > depthLimit) return undefined;
    for (;;) {
      const value = this.#value(flowPlain, depth + 1);
      if (value === undefined) return undefined;
      items.push({ key: value.value, ...value });
      this.#take(spaces);
      if (this.#skip("]")) return { kind: "list", items };
      if (!this.#skip(",")) return undefined;
      this.#take(spaces);
    }
  }

  #flowMap(depth: number): YamlMap | undefined {
    const entries = new Map<string, YamlEntry>();
    this.#at += 1;
    this.#take(spaces);
    if (this.#skip("}")) return { kind: "map", entries };
    if (depth > depthLimit) return undefined;
    for (;;) {
      const found = this.#key();
      if (found === undefined || entries.has(found.name)) return undefined;
      const value = this.#value(flowPlain, depth + 1);
      if (value === undefined) return undefined;
      entries.set(found.name, { key: found.key, ...value });
      this.#take(spaces);
      if (this.#skip("}")) return { kind: "map", entries };
      if (!this.#skip(",")) return undefined;
      this.#take(spaces);
    }
  }

  #quoted(): YamlScalar | undefined {
    const start = this.#at;
    if (!this.#take(quoted)) return undefined;
    const value = this.#text.slice(start + 1, this.#at - 1);
    return { kind: "scalar", value, source: value };
  }

  #plain(plain: RegExp): YamlScalar | undefined {
    const start = this.#at;
    if (!this.#take(plain)) return undefined;
    const source = this.#text.slice(start, this.#at);
    const constant = constants.get(source);
    if (constant !== undefined) return { kind: "scalar", value: constant, source };
    if (!perhapsNumber.test(source) || day.test(source)) return { kind: "scalar", value: source, source };
    return /^\d{1,15}$/.test(source) ? { kind: "scalar", value: Number(source), source } : undefined;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}

const setNothing = ({ entries }: OpenMap, { name, key }: Key) => entries.set(name, { key, value: key, node: nothing });

const isQuote = (character: string | undefined) => character === '"' || character === "'";
