/** The stacks of a project against their workspace files, and against each other. */
import { configurationProblems } from "../../provider/configuration.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { OrganizationEntry, Workspace } from "../model.ts";
import { parseSelection, selectionExpected, selectOrganizations } from "../selection.ts";
import type { Span } from "../tree.ts";
import { show } from "../words.ts";
import type { StackFile } from "./project.ts";

const start: Span = { start: 0, end: 0 };

/** A stack, and the workspace that it reads; undefined where its files hold mistakes. */
export interface StackWorkspace {
  readonly stack: StackFile;
  readonly workspace: Workspace | undefined;
}

/** What one stack converges. */
interface Converged {
  readonly stack: StackFile;
  readonly organizations: readonly OrganizationEntry[];
}

/** Everything that is wrong with the settings of stacks, and what two of them both declare. */
export const checkStacks = (stacks: readonly StackWorkspace[]): Diagnostic[] => {
  const diagnostics: Diagnostic[] = [];
  const converged: Converged[] = [];
  for (const { stack, workspace } of stacks) {
    diagnostics.push(...wrongSettings(stack));
    if (workspace === undefined) continue;
    const selected = select(stack, workspace);
    diagnostics.push(...selected.diagnostics);
    const own = { stack, organizations: selected.organizations };
    for (const earlier of converged) diagnostics.push(...declaredTwice(earlier, own));
    converged.push(own);
  }
  return diagnostics;
};

/** What the provider would refuse at its first call. An encrypted value counts as a good one. */
const wrongSettings = ({ source, settings }: StackFile): Diagnostic[] => {
  const readable = [...settings].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]]));
  const problems = configurationProblems(Object.fromEntries(readable), {});
  return problems.map(({ key, text }) => source.diagnose(settings.get(key)?.span ?? start, text));
};

const select = ({ source, settings }: StackFile, workspace: Workspace) => {
  const setting = settings.get("organizations");
  if (setting?.value === undefined) return { organizations: workspace.organizations, diagnostics: [] };
  const ids = parseSelection(setting.value);
  if (ids === undefined) {
    const message = `collab:organizations: ${selectionExpected}, got ${show(setting.value)}`;
    return { organizations: [], diagnostics: [source.diagnose(setting.span, message)] };
  }
  const { organizations, unknown } = selectOrganizations(workspace, ids);
  const diagnostics = unknown.map((id) =>
    source.diagnose(setting.span, `collab:organizations names ${show(id)}, which no workspace file of the stack declares`),
  );
  return { organizations, diagnostics };
};

const listed = 5;

const declaredTwice = (one: Converged, other: Converged): Diagnostic[] => {
  const same = compareServices(one.stack, other.stack);
  if (same === "different") return [];
  const first = new Set(one.organizations.map(({ organizationId }) => organizationId));
  const both = other.organizations
    .filter(({ organizationId }) => first.has(organizationId))
    .map(({ organizationId }) => show(organizationId));
  if (both.length === 0) return [];
  const { source, settings, stack } = other.stack;
  const names = [...both.slice(0, listed), ...(both.length > listed ? [`${both.length - listed} more`] : [])].join(", ");
  const span = settings.get("organizations")?.span ?? settings.get("workspace")?.span ?? start;
  const found = `stack ${show(stack)} declares what stack ${show(one.stack.stack)} declares: ${names}`;
  const message =
    same === "same"
      ? `${found}. They would undo each other's changes: give each stack its own with collab:organizations, or its own service with collab:baseUrl`
      : `${found}. If both reach the same workspace of the service, they undo each other's changes`;
  return [source.diagnose(span, message, same === "same" ? "error" : "warning")];
};

/** Whether two stacks reach the same workspace of the same service: its address says so, and the key, which may be encrypted. */
const compareServices = (one: StackFile, other: StackFile): "same" | "different" | "unknown" => {
  let same: "same" | "unknown" = "same";
  for (const key of ["baseUrl", "apiKey"]) {
    const [a, b] = [one.settings.get(key), other.settings.get(key)];
    if (a === undefined && b === undefined) continue;
    if (a?.value === undefined || b?.value === undefined) same = "unknown";
    else if (a.value.replace(/\/+$/, "") !== b.value.replace(/\/+$/, "")) return "different";
  }
  return same;
};
