/**
 * Effective access: what declared grants at all levels give a user at one place.
 *
 * The specification (operation 12, rules a to c) says what each level reaches: a grant on a document, the document; on a folder, its
 * documents; on the organization, all documents but restricted ones. It does not say how levels combine, whether a folder's grant reaches
 * the documents of its subfolders, or restricted ones: what is taken for that stands in `assumptions`, and marks what rests on it.
 */
import type { Access } from "../../schema/report.ts";
import type { AccessRole } from "../../schema/service/shapes.ts";
import type { Grant, Level } from "../../provider/resources/memberships/grants.ts";
import type { OrganizationModel } from "./model.ts";

/** What the specification leaves open. */
export const assumptions: readonly string[] = [
  "Where several grants reach a place, the more powerful role holds.",
  "A grant on a folder reaches the documents of its subfolders too, as long as these inherit access from their parent (which no declaration can change).",
  "A grant on a folder reaches restricted documents in it: the specification makes the exception for the organization alone.",
];

/** What a user has at a place: the role, the grants that reach it, and whether that is assumed. */
export interface Reach {
  readonly role: AccessRole;
  readonly grants: readonly Grant[];
  readonly assumed: boolean;
}

/** The folders whose grants reach what lies in a folder: itself, and its parents up to the top. */
export const chainOf = ({ folders }: Pick<OrganizationModel, "folders">, folderId: string | undefined): ReadonlySet<string> => {
  const chain = new Set<string>();
  for (let next = folderId; next !== undefined && !chain.has(next); next = folders.get(next)?.parent) chain.add(next);
  return chain;
};

/** Whether a grant reaches a place, and whether the specification says so. */
const reaches = ({ level }: Grant, at: Level, chain: ReadonlySet<string>, own: string | undefined, restricted: boolean) => {
  if (level.kind === "organization") return restricted ? undefined : "stated";
  if (level.kind === "document") return at.kind === "document" && at.id === level.id ? "stated" : undefined;
  if (!chain.has(level.id)) return undefined;
  return level.id === own && !restricted ? "stated" : "assumed";
};

/** What grants give at a place of an organization that is switched on. */
export const reachOf = (organization: OrganizationModel, grants: readonly Grant[], at: Level): Reach | undefined => {
  const document = at.kind === "document" ? organization.documents.get(at.id) : undefined;
  const own = at.kind === "folder" ? at.id : document?.folder;
  const chain = chainOf(organization, own);
  const found = grants.flatMap((grant) => {
    const how = reaches(grant, at, chain, own, document?.restricted ?? false);
    return how === undefined ? [] : [{ grant, how }];
  });
  if (found.length === 0) return undefined;
  const role: AccessRole = found.some(({ grant }) => grant.accessRole === "editor") ? "editor" : "viewer";
  const giving = found.filter(({ grant }) => grant.accessRole === role);
  const rest = found.filter(({ grant }) => grant.accessRole !== role);
  return {
    role,
    grants: [...giving, ...rest].map(({ grant }) => grant),
    assumed: rest.length > 0 || !giving.some(({ how }) => how === "stated"),
  };
};

/** What a user has at a place: nothing, where the organization is switched off (operation 19). */
export const accessAt = (organization: OrganizationModel, userId: string, at: Level): Reach | undefined =>
  organization.disabled === true ? undefined : reachOf(organization, organization.grants.get(userId) ?? [], at);

/** The place that a place lies in; undefined for the organization. */
export const parentOf = (organization: OrganizationModel, at: Level): Level | undefined => {
  if (at.kind === "organization") return undefined;
  const folder = at.kind === "folder" ? organization.folders.get(at.id)?.parent : organization.documents.get(at.id)?.folder;
  return folder === undefined ? { kind: "organization" } : { kind: "folder", id: folder };
};

/** A reach as the report writes it. */
export const describeAccess = (organization: OrganizationModel, reach: Reach | undefined): Access | null =>
  reach === undefined
    ? null
    : {
        role: reach.role,
        assumed: reach.assumed,
        grants: reach.grants.map(({ level, accessRole }) => ({ ...placeOf(organization, level), role: accessRole })),
      };

/** A level as the report writes it. */
export const placeOf = ({ organizationId, folders, documents }: OrganizationModel, level: Level) => {
  if (level.kind === "organization") return { level: level.kind, id: organizationId };
  const name = (level.kind === "folder" ? folders : documents).get(level.id)?.name;
  return { level: level.kind, id: level.id, ...(name === undefined ? {} : { name }) };
};
