/** The pages for users, and the code in them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/project.ts";

export interface Page {
  /** Relative to the checkout. */
  readonly file: string;
  readonly text: string;
}

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file));

const readPage = (file: string): Page => ({ file, text: readFileSync(path.join(root, file), "utf8") });

/** README and everything under `docs/`. */
export const pages: readonly Page[] = ["README.md", ...markdownIn("docs").toSorted()].map(readPage);

/** One fenced block. */
export interface Block {
  /** `README.md:26`. */
  readonly at: string;
  readonly file: string;
  readonly code: string;
}

/** The blocks of pages in one language. */
export const blocksIn = (from: readonly Page[], language: string): Block[] =>
  from.flatMap(({ file, text }) =>
    [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .filter(([, named]) => named === language)
      .map(({ 2: code = "", index }) => ({ at: `${file}:${text.slice(0, index).split("\n").length}`, file, code })),
  );
