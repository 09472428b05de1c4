/** The way in: workspace files to the workspace that they declare, or to everything that is wrong with them. */
import { assemble } from "./assemble.ts";
import type { ReadFile } from "./assemble.ts";
import { checkFiles, checkOrganizations, type TreeOfFile } from "./checks.ts";
import { sortDiagnostics, WorkspaceError } from "./diagnostics.ts";
import type { Diagnostic } from "./diagnostics.ts";
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

/**
 * Loads the workspace that files declare together.
 *
 * @param files one file or glob, or several, relative to `cwd` (the working directory)
 * @throws WorkspaceError with everything that is wrong with any of the files
 */
export const loadWorkspace = (files: string | readonly string[], options: { cwd?: string } = {}): Workspace => {
  const { workspace, diagnostics } = checkWorkspace(files, options);
  if (workspace === undefined) throw new WorkspaceError(diagnostics);
  return workspace;
};

/** The same without throwing, and with the warnings: for those who report. */
export const checkWorkspace = (files: string | readonly string[], options: { cwd?: string } = {}): WorkspaceResult => {
  const { sources, diagnostics } = readSources(files, options);
  return diagnose(sources, diagnostics);
};

/** The same from texts that are at hand. */
export const parseWorkspace = (sources: readonly Source[]): WorkspaceResult => diagnose(sources, []);

const diagnose = (sources: readonly Source[], unreadable: readonly Diagnostic[]): WorkspaceResult => {
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
  const checked = checkFiles(trees);
  found.push(checked.diagnostics);
  // What could not be read may declare one.
  if (trees.length === sources.length && unreadable.length === 0) found.push(checkOrganizations(trees));
  const errors = sortDiagnostics(found.flat());
  if (errors.length > 0) return { diagnostics: errors };
  return { workspace: assemble(files), diagnostics: sortDiagnostics(checked.warnings) };
};
