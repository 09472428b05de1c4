/** Members as rows, each of which names its user: of a CSV file, or of a list in YAML or JSON. They become what a map of members is. */
import type { Diagnostic } from "../diagnostics.ts";
import type { SourceFile, Span, YamlEntry, YamlNode } from "../tree.ts";
import { show } from "../words.ts";

/** One row: its fields under the names that members have in a workspace file. */
export interface Row {
  readonly span: Span;
  readonly user: YamlEntry | undefined;
  /** Without the user. */
  readonly fields: ReadonlyMap<string, YamlEntry>;
}

export interface MembersTree {
  readonly tree?: YamlNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Other names that fields go by, the service's among them. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ["id", "userId"],
  ["accessRole", "role"],
]);

/** The members of rows, by user id. */
export const membersOfRows = (source: SourceFile, rows: readonly Row[]): MembersTree => {
  const entries = new Map<string, YamlEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const { span, user, fields } of rows) {
    if (user?.node.kind !== "scalar" || user.node.value === null || user.node.source === "") {
      diagnostics.push(source.diagnose(user?.key ?? span, "a member has no `userId`: write whose membership it is"));
      continue;
    }
    const id = user.node.source;
    const first = entries.get(id);
    if (first === undefined) {
      entries.set(id, { key: user.key, value: span, node: { kind: "map", entries: fields } });
      continue;
    }
    const { file, line, column } = source.place(first.key.start);
    diagnostics.push(source.diagnose(user.key, `member ${show(id)} is twice in this file: first at ${file}:${line}:${column}`));
  }
  return { tree: { kind: "map", entries }, diagnostics };
};
