/** The way in: workspace files to the workspace that they declare, or to everything that is wrong with them. */
import { assemble } from "./assemble.ts";
import type { ReadFile } from "./assemble.ts";
import { checkFiles, checkOrganizations } from "./checks/index.ts";
import { dayOf } from "../provider/resources/memberships/days.ts";
import { sortDiagnostics, WorkspaceError } from "./diagnostics.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { TreeOfFile } from "./levels.ts";
import { MembersFiles } from "./members/files.ts";
import type { Workspace } from "./model.ts";
import { readSources } from "./source.ts";
import type { Source } from "./source.ts";
import { SourceFile } from "./tree.ts";
import { validate } from "./validate.ts";
import { parseYaml } from "./yaml.ts";

/** A workspace, or the reasons why there is none; warnings may stand beside one. */
export interface WorkspaceResult {
  readonly workspace?: Workspace;
  readonly diagnostics: Diagnostic[];
}

/** How files are read. */
export interface LoadOptions {
  /** What their names are relative to. Default: the working directory. */
  readonly cwd?: string;
  /** The time that decides which memberships have ended. Default: now. */
  readonly now?: Date;
}

/**
 * Loads the workspace that files declare together.
 *
 * @param files one file or glob, or several, relative to `cwd` (the working directory)
 * @throws WorkspaceError with everything that is wrong with any of the files
 */
export const loadWorkspace = (files: string | readonly string[], options: LoadOptions = {}): Workspace => {
  const { workspace, diagnostics } = checkWorkspace(files, options);
  if (workspace === undefined) throw new WorkspaceError(diagnostics);
  return workspace;
};

/** The same without throwing, and with the warnings: for those who report. */
export const checkWorkspace = (files: string | readonly string[], options: LoadOptions = {}): WorkspaceResult => {
  const { sources, diagnostics } = readSources(files, options);
  return diagnose(sources, diagnostics, options);
};

/** The same from texts that are at hand; files of members are read where these texts say that they are. */
export const parseWorkspace = (sources: readonly Source[], options: LoadOptions = {}): WorkspaceResult => diagnose(sources, [], options);

const diagnose = (
  sources: readonly Source[],
  unreadable: readonly Diagnostic[],
  { cwd = process.cwd(), now = new Date() }: LoadOptions,
): WorkspaceResult => {
  const today = dayOf(now);
  const trees: TreeOfFile[] = [];
  const files: ReadFile[] = [];
  const found: (readonly Diagnostic[])[] = [unreadable];
  for (const { file, text } of sources.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    const source = new SourceFile(file, text);
    const { tree, diagnostics } = parseYaml(source);
    found.push(diagnostics);
    if (tree === undefined) continue;
    const validated = validate(source, tree);
    found.push(validated.diagnostics);
    trees.push({ source, tree });
    if (validated.declaration !== undefined) files.push({ source, tree, declaration: validated.declaration });
  }
  const members = new MembersFiles(cwd);
  const checked = checkFiles(trees, (source, level) => members.partsOf(source, level), today);
  found.push(members.diagnostics);
  found.push(checked.errors);
  // What could not be read may declare one.
  if (trees.length === sources.length && unreadable.length === 0) found.push(checkOrganizations(trees));
  const errors = sortDiagnostics(found.flat());
  if (errors.length > 0) return { diagnostics: errors };
  return { workspace: assemble(files, members, today), diagnostics: sortDiagnostics(checked.warnings) };
};
