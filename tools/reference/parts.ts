/** Pages that are written by hand but for some parts: what is between `<!-- generated: name -->` and `<!-- end: name -->`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A page with its parts made anew.
 *
 * @param file relative to the checkout
 * @throws Error where the page lacks the marks of a part
 */
export const withParts = (file: string, parts: Readonly<Record<string, () => string>>): string =>
  Object.entries(parts).reduce(
    (text, [name, make]) => {
      const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
      const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
      if (start === -1 || stop < start) throw new Error(`${file} has no part ${name}: ${begin} … ${end}.`);
      return `${text.slice(0, start + begin.length)}\n\n${make()}\n\n${text.slice(stop)}`;
    },
    readFileSync(path.join(root, file), "utf8"),
  );
