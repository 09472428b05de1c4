/** Values as source text, on one line where they fit and on several where they do not. */
import type { ExampleValue } from "../../../provider/resources/example.ts";
import { type Reference, referenceIn } from "./values.ts";

/** How a language writes values. */
export interface Notation {
  readonly indent: string;
  scalar(value: string | number | boolean): string;
  reference(reference: Reference): string;
  /** The name of a member, with what stands between it and its value. */
  key(name: string): string;
  /** Around the members of an object on one line. */
  readonly padding: string;
  /** Whether the last member of several lines is followed by a comma. */
  readonly trailingComma: boolean;
}

/** Lines that are read beside others stay within this. */
const width = 100;

/** Lists, of values or of arguments, stay on one line up to this: the formatter would join a shorter one again. */
export const listWidth = 140;

/** The first that fits into what is left of the line, or the second. */
export const fit = (before: number, oneLine: string, lines: () => string, limit = width): string =>
  before + oneLine.length <= limit ? oneLine : lines();

/**
 * A value in a language's notation.
 *
 * @param depth how deep the line is that it begins in
 * @param before characters of that line that come before it
 */
export const literal = (notation: Notation, value: ExampleValue, depth: number, before: number): string => {
  const reference = referenceIn(value);
  if (reference) return notation.reference(reference);
  if (typeof value !== "object") return notation.scalar(value);
  const isList = Array.isArray(value);
  const [open, close, padding] = isList ? ["[", "]", ""] : ["{", "}", notation.padding];
  const pad = notation.indent.repeat(depth + 1);
  const members = Object.entries(value).map(([name, member]: [string, ExampleValue]) => ({
    key: isList ? "" : notation.key(name),
    member,
  }));
  const flat = members.map(({ key, member }) => key + literal(notation, member, depth, Number.NEGATIVE_INFINITY));
  const oneLine = members.length === 0 ? open + close : `${open}${padding}${flat.join(", ")}${padding}${close}`;
  const lines = (): string => {
    const each = members.map(({ key, member }) => pad + key + literal(notation, member, depth + 1, pad.length + key.length + 1));
    return `${open}\n${each.join(",\n")}${notation.trailingComma ? "," : ""}\n${notation.indent.repeat(depth)}${close}`;
  };
  return fit(before, oneLine, lines, isList ? listWidth : width);
};
