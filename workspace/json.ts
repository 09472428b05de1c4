/**
 * The fast way from a JSON text to a tree, as `simple.ts` is for plain YAML: JSON is YAML, but the YAML library is slow with it. It
 * never decides that something is wrong: at the first thing that it does not know it gives up, and the library reads the file.
 */
import type { YamlEntry, YamlNode } from "./tree.ts";

/** Beyond this, the library decides what is too deep. */
const depthLimit = 50;
/** YAML allows keys of at most 1,024 characters; the library decides what counts. */
const keyLimit = 1000;

const spaces = /[ \n\r]*/y;
const string = /"(?:[^"\\\p{Cc}\p{Cs}\ufeff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const number = /-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?(?=[\s,\]}]|$)/y;
const word = /(?:true|false|null)(?=[\s,\]}]|$)/y;

const words: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** The tree of a JSON text that is a map or a list; `undefined` for every other text. */
export const readJson = (text: string): YamlNode | undefined => (/^[ \n\r]*[[{]/.test(text) ? new JsonReader(text).read() : undefined);

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): YamlNode | undefined {
    const value = this.#value(0);
    this.#take(spaces);
    return this.#at === this.#text.length ? value?.node : undefined;
  }

  #value(depth: number): Pick<YamlEntry, "value" | "node"> | undefined {
    this.#take(spaces);
    const start = this.#at;
    const node = this.#node(depth);
    return node && { value: { start, end: this.#at }, node };
  }

  #node(depth: number): YamlNode | undefined {
    if (depth > depthLimit) return undefined;
    if (this.#skip("{")) return this.#map(depth);
    if (this.#skip("[")) return this.#list(depth);
    const text = this.#string();
    if (text !== undefined) return { kind: "scalar", value: text, source: text };
    const digits = this.#take(number);
    if (digits !== undefined) return { kind: "scalar", value: Number(digits), source: digits };
    const source = this.#take(word);
    const value = source === undefined ? undefined : words.get(source);
    return source === undefined || value === undefined ? undefined : { kind: "scalar", value, source };
  }

  #map(depth: number): YamlNode | undefined {
    const entries = new Map<string, YamlEntry>();
    this.#take(spaces);
    if (this.#skip("}")) return { kind: "map", entries };
    for (;;) {
      this.#take(spaces);
      const start = this.#at;
      const name = this.#string();
      const end = this.#at;
      if (name === undefined || end - start > keyLimit || entries.has(name) || !this.#skip(":")) return undefined;
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      entries.set(name, { key: { start, end }, ...value });
      this.#take(spaces);
      if (this.#skip("}")) return { kind: "map", entries };
      if (!this.#skip(",")) return undefined;
    }
  }

  #list(depth: number): YamlNode | undefined {
    const items: YamlEntry[] = [];
    this.#take(spaces);
    if (this.#skip("]")) return { kind: "list", items };
    for (;;) {
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      items.push({ key: value.value, ...value });
      this.#take(spaces);
      if (this.#skip("]")) return { kind: "list", items };
      if (!this.#skip(",")) return undefined;
    }
  }

  #string(): string | undefined {
    const token = this.#take(string);
    if (token === undefined) return undefined;
    return token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [token] = pattern.exec(this.#text) ?? [];
    this.#at += token?.length ?? 0;
    return token;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}
