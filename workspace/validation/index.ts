/** `collab validate`: everything about workspace files and the stacks that read them which can be known without the service. */
import { join } from "node:path";
import { type Diagnostic, sortDiagnostics } from "../diagnostics.ts";
import { checkWorkspace, type WorkspaceResult } from "../load.ts";
import type { OrganizationEntry } from "../model.ts";
import { readProject, type Settings } from "./project.ts";
import { checkStacks } from "./stacks.ts";

/** What a validation found. */
export interface Validation {
  /** Sorted by place; warnings among them. */
  readonly diagnostics: readonly Diagnostic[];
  /** Counts over everything that could be read. */
  readonly files: number;
  readonly organizations: number;
  readonly members: number;
}

/** Checks these files as one workspace. */
export const validateFiles = (files: readonly string[]): Validation => summarize([checkWorkspace(files)], []);

/** The file that a program without a setting reads. */
const defaultWorkspace = "workspace.yaml";

/** Checks a Pulumi project: the files that each of its stacks reads, the stacks' settings, and the stacks against each other. */
export const validateProject = (folder: string): Validation => {
  const project = readProject(folder);
  const results = new Map<string, WorkspaceResult>();
  const read = (settings: Settings): WorkspaceResult => {
    const files = join(folder, settings.get("workspace")?.value ?? project.settings.get("workspace")?.value ?? defaultWorkspace);
    const result = results.get(files) ?? checkWorkspace(files);
    results.set(files, result);
    return result;
  };
  const { stacks } = project;
  if (stacks.length === 0) read(new Map());
  const checked = checkStacks(stacks.map((stack) => ({ stack, workspace: read(stack.settings).workspace })));
  return summarize([...results.values()], [...project.diagnostics, ...checked]);
};

const summarize = (results: readonly WorkspaceResult[], more: readonly Diagnostic[]): Validation => {
  const workspaces = results.flatMap(({ workspace }) => workspace ?? []);
  const organizations = workspaces.flatMap((workspace) => workspace.organizations);
  return {
    diagnostics: sortDiagnostics([...results.flatMap(({ diagnostics }) => diagnostics), ...more]),
    files: new Set(workspaces.flatMap(({ files }) => files)).size,
    organizations: organizations.length,
    members: organizations.reduce((sum, organization) => sum + membersOf(organization), 0),
  };
};

const membersOf = ({ members, folders, documents }: OrganizationEntry): number =>
  [members, ...[...folders, ...documents].map((one) => one.members)].reduce((sum, one) => sum + (one?.size ?? 0), 0);

export { formats, type Format } from "./formats.ts";
