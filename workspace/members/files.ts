/** `membersFrom`: members in files of their own, CSV, YAML or JSON. */
import { dirname, extname, join, resolve, sep } from "node:path";
import { z } from "zod";
import { type MembersDeclaration, membersMap } from "../../schema/workspace.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { Explanation } from "../explain.ts";
import type { MembersPart } from "../levels.ts";
import { readSources, type Source } from "../source.ts";
import { child, entriesOf, itemsOf, SourceFile, toPlain, type YamlEntry, type YamlNode } from "../tree.ts";
import { show } from "../words.ts";
import { parseYaml } from "../yaml.ts";
import { readCsv } from "./csv.ts";
import { aliases, type MembersTree, membersOfRows, type Row } from "./rows.ts";

/** Members of one file; `declared` where nothing is wrong with them. */
interface ReadMembers extends MembersPart {
  readonly declared?: MembersDeclaration;
}

/** A file of members has nothing but members: as if it stood under `members`, which is how messages speak of it. */
const shape = z.strictObject({ members: membersMap });

/** Reads the files that workspace files name, each once. */
export class MembersFiles {
  readonly #cwd: string;
  readonly #read = new Map<string, ReadMembers | undefined>();
  readonly #parts = new Map<YamlNode, readonly ReadMembers[]>();
  readonly diagnostics: Diagnostic[] = [];

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** What the level's `membersFrom` names; the same level is read once. */
  partsOf(source: SourceFile, level: YamlNode): readonly ReadMembers[] {
    const known = this.#parts.get(level);
    if (known) return known;
    const parts = itemsOf(child(level, "membersFrom")).flatMap((item) => this.#named(source, item));
    const once = [...new Set(parts)];
    this.#parts.set(level, once);
    return once;
  }

  /** The files that one entry of `membersFrom` names: a path or a glob, relative to the workspace file. */
  #named(source: SourceFile, item: YamlEntry): ReadMembers[] {
    const pattern = item.node.kind === "scalar" && typeof item.node.value === "string" ? item.node.value : "";
    // What is no text is said by the schema.
    if (pattern === "") return [];
    const folder = dirname(source.file);
    const { sources, diagnostics } = readSources(pattern, { cwd: resolve(this.#cwd, folder) });
    for (const problem of diagnostics) {
      const inside = problem.line > 1 || problem.column > 1;
      if (inside) this.diagnostics.push({ ...problem, file: this.#label(folder, problem.file) });
      else this.diagnostics.push(source.diagnose(item.value, `members from ${show(problem.file)}: ${problem.message}`));
    }
    return sources.flatMap(({ file, text }) => this.#file({ file: this.#label(folder, file), text }) ?? []);
  }

  #label(folder: string, file: string): string {
    return resolve(file) === file ? file : join(folder, file).replaceAll(sep, "/");
  }

  #file({ file, text }: Source): ReadMembers | undefined {
    if (!this.#read.has(file)) this.#read.set(file, this.#parse(new SourceFile(file, text)));
    return this.#read.get(file);
  }

  #parse(source: SourceFile): ReadMembers | undefined {
    const { tree: members, diagnostics } = readMembers(source);
    this.diagnostics.push(...diagnostics);
    if (members === undefined) return undefined;
    const start = { start: 0, end: 0 };
    const tree: YamlNode = { kind: "map", entries: new Map([["members", { key: start, value: start, node: members }]]) };
    const { data, error } = shape.safeParse(toPlain(tree));
    const written = { source, tree, schema: shape };
    this.diagnostics.push(...(error?.issues ?? []).flatMap((issue) => new Explanation(written, issue).diagnostics()));
    return { source, entries: entriesOf(members), ...(data ? { declared: data.members } : {}) };
  }
}

const readMembers = (source: SourceFile): MembersTree => {
  const extension = extname(source.file).toLowerCase();
  if (extension === ".csv") return readCsv(source);
  if (![".yaml", ".yml", ".json"].includes(extension))
    return { diagnostics: [source.diagnose({ start: 0, end: 0 }, "members are read from `.csv`, `.yaml`, `.yml` and `.json` files")] };
  const { tree, diagnostics } = parseYaml(source);
  if (tree?.kind !== "list") return { ...(tree ? { tree } : {}), diagnostics };
  const rows = membersOfRows(source, tree.items.map(rowOf));
  return { ...rows, diagnostics: [...diagnostics, ...rows.diagnostics] };
};

/** An entry of a list that is no map has no user, which is said of it. */
const rowOf = ({ value, node }: YamlEntry): Row => {
  const fields = new Map(Array.from(entriesOf(node), ([name, entry]) => [aliases.get(name) ?? name, entry]));
  const user = fields.get("userId");
  fields.delete("userId");
  return { span: value, user, fields };
};
