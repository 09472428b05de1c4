/** Values as YAML: in quotes, unless they are plainly text. */

const plainText = /^[a-z](?:[\w .@-]*[\w.@-])?$/i;
/** What YAML of any version reads as something else than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A key or a text. What is between the quotes of JSON is between those of YAML too. */
export const scalar = (text: string): string => (plainText.test(text) && !reserved.test(text) ? text : JSON.stringify(text));

/** A map: each value on its key's line, or in lines of its own below. */
export type Tree = readonly (readonly [key: string, value: string | Tree])[];

/** A tree as lines. An empty map is `{}`. */
export const renderTree = (tree: Tree, indent = ""): string =>
  tree
    .map(([key, value]) => {
      if (typeof value === "string") return `${indent}${scalar(key)}: ${value}\n`;
      return value.length === 0 ? `${indent}${scalar(key)}: {}\n` : `${indent}${scalar(key)}:\n${renderTree(value, `${indent}  `)}`;
    })
    .join("");
