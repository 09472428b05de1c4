/** A line of a file with a mark below the piece that is wrong. */
import type { Diagnostic } from "../diagnostics.ts";

/** Characters of a long line that are shown before the mark, and in all. */
const window = { before: 40, all: 120 };

// What a terminal draws two columns wide: East Asian wide letters, and emoji.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
// What a terminal would obey, or not show.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

const printable = (text: string): string => text.replace(/\t/g, " ").replace(unprintable, "\ufffd");

const widthOf = (characters: readonly string[]): number => characters.reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);

/**
 * The line with its number, and the mark below.
 *
 * @param mark gives the mark its colour
 */
export const renderFrame = (
  line: string,
  { line: number, column, endColumn = column + 1 }: Pick<Diagnostic, "line" | "column" | "endColumn">,
  mark: (text: string) => string,
): string => {
  const characters = [...printable(line.replace(/\r$/, ""))];
  const from = column - 1 > window.before && characters.length > window.all ? column - 1 - window.before : 0;
  const shown = characters.slice(from, from + window.all);
  const before = widthOf(shown.slice(0, column - 1 - from));
  const marked = Math.max(1, widthOf(shown.slice(column - 1 - from, endColumn - 1 - from)));
  const gutter = `${number} | `;
  const head = from > 0 ? "…" : "";
  const tail = from + window.all < characters.length ? "…" : "";
  const indent = " ".repeat(gutter.length - 2);
  return `${gutter}${head}${shown.join("")}${tail}\n${indent}| ${" ".repeat(before + head.length)}${mark("^".repeat(marked))}`;
};
