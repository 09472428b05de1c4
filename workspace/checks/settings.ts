/** What holds for the whole workspace, and so may not be said differently by two of its files. */
import { isDeepStrictEqual } from "node:util";
import type { Found, TreeOfFile } from "../levels.ts";
import { entriesOf, toPlain } from "../tree.ts";
import { show } from "../words.ts";
import type { Findings } from "./findings.ts";

const settings = ["adopt", "limits", "acknowledge"] as const;

export const checkSettings = (findings: Findings, files: readonly TreeOfFile[]): void => {
  for (const setting of settings) {
    let first: Found | undefined;
    for (const { source, tree } of files) {
      const entry = entriesOf(tree).get(setting);
      if (entry === undefined) continue;
      first ??= { source, entry };
      if (!isDeepStrictEqual(toPlain(first.entry.node), toPlain(entry.node)))
        findings.twice(first, { source, entry }, `${show(setting)} of the workspace is declared twice, and differently`);
    }
  }
};
