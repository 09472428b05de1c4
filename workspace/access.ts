/** From the model to what is declared of who has access: the workspace's guard, and each organization's set. */
import * as collab from "../provider/dynamic/index.ts";
import type { Level } from "../provider/resources/memberships/grants.ts";
import { renderRequirement } from "../provider/resources/guard/required.ts";
import type { LevelEntry, MemberEntry, OrganizationEntry, Workspace } from "./model.ts";

/** Members as the classes take them. Those whose last day has passed go along: the provider decides, and shows that they end. */
const membersOf = ({ members = new Map(), expired = new Map() }: LevelEntry) =>
  Object.fromEntries(
    [...members, ...expired].map(([userId, member]: [string, MemberEntry]) => {
      const { accessRole, name, email, initial, until, ticket, reason } = member;
      return [userId, { accessRole, name, email, initial, until, ticket, reason }];
    }),
  );

const isManaged = ({ members, expired }: LevelEntry): boolean => members !== undefined || expired !== undefined;

/** The folders and documents of an organization, by id. */
const levelsIn = ({ folders, documents }: OrganizationEntry) => ({
  folders: folders.map((entry) => [entry.folderId, entry] as const),
  documents: documents.map((entry) => [entry.documentId, entry] as const),
});

/**
 * All members of an organization; undefined where its memberships are not managed. Where users departed they are removed from every
 * organization, so each has a set.
 */
export const membersAtLevels = (entry: OrganizationEntry, departed: readonly string[]): collab.MembersAtLevels | undefined => {
  const { folders, documents } = levelsIn(entry);
  const managed = [entry, ...entry.folders, ...entry.documents].some(isManaged);
  if (!managed && departed.length === 0) return undefined;
  const atEach = (levels: readonly (readonly [string, LevelEntry])[]) =>
    Object.fromEntries(levels.filter(([, level]) => isManaged(level)).map(([id, level]) => [id, membersOf(level)]));
  return { members: membersOf(entry), folders: atEach(folders), documents: atEach(documents) };
};

/** Who must keep access to an organization and what is in it, one line each; undefined where nobody must. */
export const requiredIn = (entry: OrganizationEntry): string[] | undefined => {
  const { folders, documents } = levelsIn(entry);
  const linesAt = ({ required = new Map() }: LevelEntry, level: Level): string[] =>
    [...required].map(([userId, accessRole]) => renderRequirement({ userId, level, accessRole }));
  const lines = [
    ...linesAt(entry, { kind: "organization" }),
    ...folders.flatMap(([id, folder]) => linesAt(folder, { kind: "folder", id })),
    ...documents.flatMap(([id, document]) => linesAt(document, { kind: "document", id })),
  ];
  return lines.length > 0 ? lines : undefined;
};

/** What each organization says of something, by organization id; undefined where none says anything. */
const byOrganization = <Value>(
  { organizations }: Workspace,
  said: (entry: OrganizationEntry) => Value | undefined,
): Readonly<Record<string, Value>> | undefined => {
  const values = organizations.flatMap((entry): [string, Value][] => {
    const value = said(entry);
    return value === undefined ? [] : [[entry.organizationId, value]];
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
};

const scoped = <Value>(workspace: Value | undefined, organizations: Readonly<Record<string, Value>> | undefined) =>
  workspace === undefined && organizations === undefined ? undefined : { workspace, organizations };

/**
 * Declares the guard of a workspace. It comes before everything else, so that nothing is written where it refuses; and it is there even
 * where nobody has access, so that it sees who had.
 */
export const declareGuard = (workspace: Workspace, protect: boolean): collab.MembershipGuard => {
  const { departed, limits, acknowledge } = workspace;
  return new collab.MembershipGuard(
    "workspace",
    {
      organizations: byOrganization(workspace, (entry) => membersAtLevels(entry, departed)) ?? {},
      departed: departed.length > 0 ? departed : undefined,
      limits: scoped(
        limits,
        byOrganization(workspace, (entry) => entry.limits),
      ),
      acknowledge: scoped(
        acknowledge,
        byOrganization(workspace, (entry) => entry.acknowledge),
      ),
      required: byOrganization(workspace, requiredIn),
    },
    { protect },
  );
};
