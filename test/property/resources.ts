/** The resources of a declaration, as the workspace program declares them: parents before children, an organization's set last. */
import type { KindName } from "../../provider/resources/index.ts";
import { type Grant, organizationLevel } from "../../provider/resources/memberships/grants.ts";
import type { Properties } from "../../provider/resources/lifecycle.ts";
import { encodeRoster, parseGrant } from "../../provider/resources/memberships/roster.ts";
import { withChange } from "../conformance/kinds/fixture.ts";
import {
  at,
  type Declaration,
  documentIds,
  type FolderId,
  folderIds,
  levels,
  setOrganizations,
  singleOrganization,
  type SetOrganization,
  users,
} from "./declaration.ts";

/** A resource as a program registers it. */
export interface Declared {
  readonly kind: KindName;
  /** Unique in the program: kind and name. */
  readonly urn: string;
  readonly inputs: Properties;
  /** URNs of what has to be there before. */
  readonly dependsOn: readonly string[];
}

/** What a person with such a service knows of it, and heeds. */
export interface Manner {
  /** Removals from a folder are known to reach the folder only (`collab:usersDeleteFolder`). */
  readonly removesFromFolders: boolean;
  /** Adding a document that exists changes it (`collab:documentsAdd`). */
  readonly changesDocuments: boolean;
  /** A group that exists can be named again. */
  readonly renamesGroups: boolean;
  /** An empty list creates nothing: every organization and folder is declared with a document. */
  readonly needsFirst: boolean;
}

interface FolderPlan {
  readonly folderId: FolderId;
  readonly folderName: string;
  readonly parentFolderId?: FolderId;
}

interface DocumentPlan {
  readonly documentId: string;
  readonly documentName: string;
  readonly folderId?: FolderId;
}

/** Parents before children; a parent that is not declared, or would make a ring, is left out. */
const foldersOf = (declaration: Declaration, organizationId: SetOrganization, manner: Manner): FolderPlan[] => {
  const declared = new Map(
    folderIds.flatMap((id) => {
      const folder = declaration.folder.get(at(organizationId, id));
      return folder ? [[id, folder] as const] : [];
    }),
  );
  // Who cannot be removed from a folder keeps the folder.
  if (organizationId === "acme" && !manner.removesFromFolders && !declared.has("design")) declared.set("design", { folderName: "Design" });
  const plans: FolderPlan[] = [];
  const place = (folderId: FolderId, below: readonly FolderId[]): void => {
    if (plans.some((plan) => plan.folderId === folderId)) return;
    const { folderName = "", parentFolderId } = declared.get(folderId) ?? {};
    const hasParent = parentFolderId !== undefined && declared.has(parentFolderId) && ![...below, folderId].includes(parentFolderId);
    if (hasParent) place(parentFolderId, [...below, folderId]);
    plans.push({ folderId, folderName, ...(hasParent ? { parentFolderId } : {}) });
  };
  for (const id of declared.keys()) place(id, []);
  return plans;
};

const documentsOf = (
  declaration: Declaration,
  organizationId: SetOrganization,
  folders: readonly FolderPlan[],
  { changesDocuments, needsFirst }: Manner,
): DocumentPlan[] => {
  const there = new Set(folders.map(({ folderId }) => folderId));
  const declared = documentIds.flatMap((documentId): DocumentPlan[] => {
    const document = declaration.document.get(at(organizationId, documentId));
    if (!document) return [];
    const documentName = changesDocuments ? document.documentName : `The ${documentId}`;
    // A document that was in no folder stays in none, and one that was in a folder cannot be taken out again.
    if (documentId === "plan") return [{ documentId, documentName }];
    const folderId = changesDocuments && there.has(document.folderId) ? document.folderId : folderIds[0];
    return there.has(folderId) ? [{ documentId, documentName, folderId }] : [];
  });
  if (!needsFirst) return declared;
  const firsts = folders.map(({ folderId }): DocumentPlan => ({ documentId: `in-${folderId}`, documentName: "First", folderId }));
  return [{ documentId: "readme", documentName: "Readme" }, ...declared, ...firsts];
};

const grantsOf = (
  declaration: Declaration,
  organizationId: SetOrganization,
  there: ReadonlySet<string>,
  { removesFromFolders }: Manner,
): Grant[] =>
  users.flatMap((userId) =>
    levels.flatMap((level): Grant[] => {
      const pinned = !removesFromFolders && at(organizationId, level, userId) === "acme/folder=design/ada";
      const accessRole = declaration.grant.get(at(organizationId, level, userId))?.accessRole ?? (pinned ? "viewer" : undefined);
      const isOut = level?.startsWith("folder=") && !removesFromFolders && !pinned;
      if (accessRole === undefined || isOut || (level !== undefined && !there.has(level))) return [];
      const bare = parseGrant(at(userId) + ` ${accessRole}${level === undefined ? "" : ` ${level}`}`);
      return [{ ...bare, ...declaration.person.get(userId) }];
    }),
  );

const create = { createOrganization: true } as const;

/** Documents before members, as they give nobody access. */
const firstOf = (documents: readonly DocumentPlan[], grants: readonly Grant[], folderId: FolderId | undefined): Properties => {
  const document = documents.find((one) => one.folderId === folderId) ?? (folderId === undefined ? documents[0] : undefined);
  if (document) {
    const { folderId: inFolder, ...entry } = document;
    return { first: { document: entry, ...(folderId === undefined && inFolder !== undefined ? { folderId: inFolder } : {}) } };
  }
  const grant = grants.find(({ level }) => (level.kind === "organization" ? undefined : level.id) === folderId);
  if (!grant || grant.level.kind === "document") return {};
  const { level: _, ...member } = grant;
  return { first: { member } };
};

/** Collects what a program registers. */
class Program {
  readonly resources: Declared[] = [];
  readonly #declaration: Declaration;

  constructor(declaration: Declaration) {
    this.#declaration = declaration;
  }

  declare(kind: KindName, name: string, inputs: Properties, dependsOn: readonly string[] = []): string {
    const urn = `${kind} ${this.#declaration.name.get(kind) ?? ""}${name}`;
    this.resources.push({ kind, urn, inputs: withChange(inputs, {}), dependsOn });
    return urn;
  }

  organization(organizationId: SetOrganization, manner: Manner): void {
    const declaration = this.#declaration;
    const folders = foldersOf(declaration, organizationId, manner);
    const documents = documentsOf(declaration, organizationId, folders, manner);
    const there = new Set([
      ...folders.map(({ folderId }) => `folder=${folderId}`),
      ...documents.map(({ documentId }) => `document=${documentId}`),
    ]);
    const managed = !declaration.unmanaged.has(organizationId) || (organizationId === "acme" && !manner.removesFromFolders);
    const grants = managed ? grantsOf(declaration, organizationId, there, manner) : [];
    const own = declaration.organization.get(organizationId);
    const parent = this.declare("Organization", organizationId, { organizationId, ...own, ...firstOf(documents, grants, undefined) });
    const urns = new Map<string | undefined, string>();
    for (const plan of folders) {
      const { folderId, parentFolderId } = plan;
      const inputs = { organizationId, ...plan, ...create, adopt: "overwrite", ...firstOf(documents, grants, folderId) };
      const above = parentFolderId === undefined ? undefined : urns.get(parentFolderId);
      urns.set(folderId, this.declare("Folder", at(organizationId, folderId), inputs, [parent, ...(above ? [above] : [])]));
    }
    const below = documents.map((plan) => {
      const { documentId, folderId } = plan;
      const folder = urns.get(folderId);
      const inputs = { organizationId, ...plan, ...create, ...(folder ? { createFolder: true } : {}), adopt: "overwrite" };
      return this.declare("Document", at(organizationId, documentId), inputs, [parent, ...(folder ? [folder] : [])]);
    });
    if (!managed) return;
    const set = { organizationId, roster: encodeRoster(grants), ...create, createFolder: true };
    this.declare("MembershipSet", organizationId, set, [parent, ...urns.values(), ...below]);
  }

  rest({ removesFromFolders, renamesGroups }: Manner): void {
    const { membership, person, group, disabledState, allowedDomain, removedDomains, location } = this.#declaration;
    for (const [userId, { folderId, ...grant }] of membership) {
      const where = removesFromFolders ? { folderId } : {};
      this.declare("Membership", userId, { organizationId: singleOrganization, userId, ...where, ...grant, ...person.get(userId) });
    }
    for (const [groupId, { groupName, ...users }] of group) {
      const named = renamesGroups ? groupName : "Designers";
      this.declare("UserGroup", groupId, { organizationId: "acme", groupId, groupName: named, ...users });
    }
    for (const [name, state] of disabledState) this.declare("DisabledState", name, state);
    for (const [name, domain] of allowedDomain) this.declare("AllowedDomain", name, domain);
    for (const [name, domains] of removedDomains) this.declare("DomainRemoval", name, domains);
    for (const [name, value] of location) {
      this.declare("Location", name, { organizationId: "acme", documentId: "site", location: value });
    }
  }
}

/** The program of a declaration. */
export const resourcesOf = (declaration: Declaration, manner: Manner): Declared[] => {
  const program = new Program(declaration);
  for (const organizationId of setOrganizations) program.organization(organizationId, manner);
  program.rest(manner);
  return program.resources;
};

/** A grant's place, as it can be compared: `acme folder=design ada`. */
export const placeOf = (organizationId: string, { level, userId }: Pick<Grant, "level" | "userId">): string =>
  `${organizationId} ${level.kind === "organization" ? "" : `${level.kind}=${level.id} `}${userId}`;

/** The level that inputs or a call's data name. */
export const levelOf = ({ folderId, documentId }: Properties): Grant["level"] => {
  if (documentId !== undefined) return { kind: "document", id: String(documentId) };
  return folderId === undefined ? organizationLevel : { kind: "folder", id: String(folderId) };
};
