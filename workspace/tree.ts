/**
 * A YAML file as the loader sees it: keys as they are written, values with their types, every key and value with its place.
 *
 * Our own tree and not the YAML library's, because its maps are lists (a lookup would make large files quadratic) and
 * because its keys are numbers, booleans and null where the author wrote an id.
 */
import type { Diagnostic } from "./diagnostics.ts";
import type { Place } from "./model.ts";

/** Offsets into the text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface YamlScalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** As it is written, without quotes. */
  readonly source: string;
}

export interface YamlMap {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

export interface YamlList {
  readonly kind: "list";
  /** An item is its own key: there is nothing else to point at. */
  readonly items: readonly YamlEntry[];
}

export type YamlNode = YamlScalar | YamlMap | YamlList;

export interface YamlEntry {
  readonly key: Span;
  /** Where the value is written, or the alias that stands for it; the key, where none is; of a block only its start. */
  readonly value: Span;
  readonly node: YamlNode;
}

/** One file: its text, the places in it, and its tree where it could be read. */
export class SourceFile {
  readonly file: string;
  readonly text: string;
  readonly #lineStarts: number[] = [0];
  /** Without them, characters and string offsets are the same thing. */
  readonly #hasSurrogates: boolean;
  /** The place that was asked for last: counting goes on from there, as a line may be very long. */
  #last = { lineStart: 0, offset: 0, column: 1 };

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#lineStarts.push(at + 1);
    this.#hasSurrogates = /[\ud800-\udfff]/.test(text);
  }

  /** The place of an offset. */
  place(offset: number): Place {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const lineStart = this.#lineStarts[low] ?? 0;
    return { file: this.file, line: low + 1, column: this.#column(lineStart, offset) };
  }

  /** A whole line, 1-based; the last one, where the file has less. */
  line(number: number): Span {
    const start = this.#lineStarts[Math.min(number, this.#lineStarts.length) - 1] ?? 0;
    const next = this.#lineStarts[number] ?? this.text.length + 1;
    return { start, end: this.text[next - 2] === "\r" ? next - 2 : next - 1 };
  }

  /** A diagnostic about a piece of this file. */
  diagnose({ start, end }: Span, message: string, severity: Diagnostic["severity"] = "error"): Diagnostic {
    const from = this.place(start);
    const to = this.place(end);
    const endColumn = to.line === from.line && to.column > from.column ? { endColumn: to.column } : {};
    return { ...from, ...endColumn, severity, message };
  }

  #column(lineStart: number, offset: number): number {
    if (!this.#hasSurrogates) return offset - lineStart + 1;
    const goesOn = this.#last.lineStart === lineStart && this.#last.offset <= offset;
    const from = goesOn ? this.#last : { offset: lineStart, column: 1 };
    let column = from.column;
    for (const _ of this.text.slice(from.offset, offset)) column += 1;
    this.#last = { lineStart, offset, column };
    return column;
  }
}

/** The entries of a map; none, where it is something else: what is wrong there is said elsewhere. */
export const entriesOf = (node: YamlNode | undefined): ReadonlyMap<string, YamlEntry> => (node?.kind === "map" ? node.entries : noEntries);
const noEntries: ReadonlyMap<string, YamlEntry> = new Map();

/** The entry of a key, or of an item's index. */
export const entryAt = (node: YamlNode | undefined, part: string): YamlEntry | undefined =>
  node?.kind === "list" ? node.items[Number(part)] : entriesOf(node).get(part);

/** The items of a list; none, where it is something else. */
export const itemsOf = (node: YamlNode | undefined): readonly YamlEntry[] => (node?.kind === "list" ? node.items : []);

/** The value of a key. */
export const child = (node: YamlNode | undefined, key: string): YamlNode | undefined => entriesOf(node).get(key)?.node;

/**
 * zod leaves a property named `__proto__` out of records. It is an id like any other here, so between the tree and the
 * declaration every key that begins like it is one character longer.
 */
export const toProperty = (key: string): string => (key.startsWith("__proto__") ? `${key}_` : key);
export const fromProperty = (property: string): string => (property.startsWith("__proto__") ? property.slice(0, -1) : property);

/** The tree as a plain value, for zod. Maps have no prototype: nothing is found in them that is not written. */
export const toPlain = (node: YamlNode): unknown => {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map((item) => toPlain(item.node));
  const plain: Record<string, unknown> = Object.create(null);
  for (const [key, entry] of node.entries) plain[toProperty(key)] = toPlain(entry.node);
  return plain;
};

/** The entries of a tree as plain data, under the names that are written. */
export const toData = (node: YamlNode): Record<string, unknown> =>
  Object.fromEntries(Array.from(entriesOf(node), ([key, { node: value }]) => [key, valueOf(value)]));

const valueOf = (node: YamlNode): unknown => {
  if (node.kind === "map") return toData(node);
  return node.kind === "list" ? node.items.map((item) => valueOf(item.node)) : node.value;
};
