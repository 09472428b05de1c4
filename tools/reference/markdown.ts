/** Markdown that generated pages share. */

const escapeCell = (cell: string): string => cell.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A table; its cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`).join("\n");

export const code = (text: string): string => `\`${text}\``;

/** A fenced block. */
export const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** A page of its parts, with an empty line between them; parts that are empty are left out. */
export const page = (...parts: readonly (string | undefined)[]): string => `${parts.filter(Boolean).join("\n\n")}\n`;
