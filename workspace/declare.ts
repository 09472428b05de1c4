/** From a workspace file to a Pulumi program. */
import * as pulumi from "../provider/dynamic/sdk.ts";
import { isDay } from "../provider/resources/memberships/days.ts";
import { declareGuard } from "./access.ts";
import { type Diagnostic, renderDiagnostic, WorkspaceError } from "./diagnostics.ts";
import { checkWorkspace } from "./load.ts";
import type { Workspace } from "./model.ts";
import { declareDomains, type DeclaredOrganization, declareOrganization, type Manner } from "./resources.ts";
import { parseSelection, selectionExpected, selectOrganizations } from "./selection.ts";
import { show } from "./words.ts";

/** Options of {@link declareWorkspace}. */
export interface DeclareOptions {
  /** Pulumi's `protect` on organizations and membership sets. Default: `collab:protect`, else true. */
  readonly protect?: boolean;
}

/** Warnings that are listed; the rest is counted. */
const listedWarnings = 100;

const warn = (diagnostics: readonly Diagnostic[]): void => {
  // What ends soon is said by the provider, which does so in programs of other kinds too.
  const warnings = diagnostics.filter(({ code }) => code !== "expiry");
  if (warnings.length === 0) return;
  const lines = warnings.slice(0, listedWarnings).map((warning) => renderDiagnostic(warning).replace(": warning: ", ": "));
  const more = warnings.length > lines.length ? [`and ${warnings.length - lines.length} more`] : [];
  // One message: the engine shows many of them one below the other, each with a heading of its own.
  void pulumi.warn([...lines, ...more].join("\n"));
};

const read = (files: string | readonly string[], now: Date | undefined): Workspace => {
  const { workspace, diagnostics } = checkWorkspace(files, now ? { now } : {});
  // A RunError ends the program with its message alone; the positions in it say more than any stack.
  if (workspace === undefined) throw new pulumi.RunError(new WorkspaceError(diagnostics).message);
  warn(diagnostics);
  return workspace;
};

/** The workspace that this stack converges: all of the files', or the organizations that `collab:organizations` names. */
const select = (workspace: Workspace, selection: string | undefined): Workspace => {
  if (selection === undefined) return workspace;
  const ids = parseSelection(selection);
  if (ids === undefined) throw new pulumi.RunError(`collab:organizations: ${selectionExpected}, got ${show(selection)}`);
  const { organizations: selected, unknown } = selectOrganizations(workspace, ids);
  if (unknown.length === 0) return { ...workspace, organizations: selected };
  const known = workspace.organizations.map(({ organizationId }) => show(organizationId)).join(", ");
  // A typing error must not read as "this organization is no longer declared".
  throw new pulumi.RunError(
    `collab:organizations names ${unknown.map(show).join(", ")}, which no workspace file declares; declared: ${known}`,
  );
};

/**
 * Declares everything that a workspace file says: the guard before everything else, an organization before its folders, parents before children, folders before documents,
 * the organization's one MembershipSet after all of them, and notifications last. What may be a mistake is a warning of the stack.
 * `collab:organizations` limits a stack to some of the organizations.
 *
 * @param files a file or glob, or several; default: `collab:workspace`, else `workspace.yaml`
 * @returns the resources by organization id
 * @throws RunError that lists every mistake with file:line:column
 */
export const declareWorkspace = (
  files?: string | readonly string[],
  options: DeclareOptions = {},
): ReadonlyMap<string, DeclaredOrganization> => {
  const config = new pulumi.Config("collab");
  const protect = options.protect ?? config.getBoolean("protect") ?? true;
  const selection = config.get("organizations");
  const asOf = config.get("asOf");
  // A day that is none is refused by the provider, which says what was expected.
  const now = asOf !== undefined && isDay(asOf) ? new Date(asOf) : undefined;
  const workspace = select(read(files ?? config.get("workspace") ?? "workspace.yaml", now), selection);
  const guard = declareGuard(workspace, protect);
  const { departed } = workspace;
  const manner: Manner = { protect, guard, departed, create: config.get("apiVersion") === "v1" ? {} : { createOrganization: true } };
  // They are no organization's: a stack of some organizations leaves them to the one that converges all. No organization has a `/` in its id.
  if (workspace.domains && selection === undefined) declareDomains("workspace/domains", workspace.domains, [guard]);
  return new Map(workspace.organizations.map((entry) => [entry.organizationId, declareOrganization(entry, manner)]));
};
