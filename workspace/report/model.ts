/** What a run of the engine says is declared, before and after: organizations with their folders, documents and grants. */
import { accessRole } from "../../schema/service/shapes.ts";
import { type Grant, type Level, organizationLevel } from "../../provider/resources/memberships/grants.ts";
import { parseGrant, RosterError } from "../../provider/resources/memberships/roster.ts";
import type { EngineRun, Properties, ResourceState, ResourceStep } from "./run.ts";

export interface FolderModel {
  readonly name: string | undefined;
  /** Absent: at the top. */
  readonly parent: string | undefined;
}

export interface DocumentModel {
  readonly name: string | undefined;
  readonly folder: string | undefined;
  /** As last read: a grant on the organization does not reach it. */
  readonly restricted: boolean;
}

/** One organization on one side of the run. */
export interface OrganizationModel {
  readonly organizationId: string;
  /** Undefined: not declared. */
  disabled: boolean | undefined;
  readonly folders: Map<string, FolderModel>;
  readonly documents: Map<string, DocumentModel>;
  /** Grants by user. */
  readonly grants: Map<string, Grant[]>;
  /** Some grants are not known yet. */
  unknown: boolean;
}

/** Both sides. */
export interface Models {
  readonly before: ReadonlyMap<string, OrganizationModel>;
  readonly after: ReadonlyMap<string, OrganizationModel>;
}

const textAt = (properties: Properties, key: string): string | undefined => {
  const value = properties[key];
  return typeof value === "string" && value !== "" ? value : undefined;
};

const flagAt = (properties: Properties, key: string): boolean | undefined => {
  const value = properties[key];
  return typeof value === "boolean" ? value : undefined;
};

const entriesAt = (properties: Properties, key: string): [string, unknown][] => {
  const value = properties[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
};

/** A member as programs write it: a role, or a role with a profile. */
const memberGrant = (userId: string, level: Level, member: unknown): Grant | undefined => {
  const fields: Properties = typeof member === "string" ? { accessRole: member } : { ...Object(member) };
  const role = accessRole.safeParse(fields["accessRole"]);
  if (!role.success) return undefined;
  return {
    userId,
    level,
    accessRole: role.data,
    name: textAt(fields, "name"),
    email: textAt(fields, "email"),
    initial: textAt(fields, "initial"),
  };
};

/** All grants of a MembershipSet's properties, and whether some are not known. */
export const grantsOf = (properties: Properties): { readonly grants: readonly Grant[]; readonly unknown: boolean } => {
  const grants: Grant[] = [];
  let unknown = false;
  const add = (grant: Grant | undefined): void => {
    if (!grant) unknown = true;
    // Its last day has passed: it stands there and gives nothing.
    else if (!grant.expired) grants.push(grant);
  };
  // Programs in YAML write one text, which Check cuts into shards.
  const roster = typeof properties["roster"] === "string" ? [["", properties["roster"]] as const] : entriesAt(properties, "roster");
  for (const [, shard] of roster) {
    for (const line of typeof shard === "string" ? shard.split("\n") : []) {
      if (line !== "") add(lineGrant(line));
    }
  }
  if (roster.length > 0) return { grants, unknown };
  const members = (level: Level, of: Properties, key: string): void => {
    for (const [userId, member] of entriesAt(of, key)) add(memberGrant(userId, level, member));
  };
  members(organizationLevel, properties, "members");
  for (const kind of ["folder", "document"] as const) {
    for (const [id] of entriesAt(properties, `${kind}s`)) members({ kind, id }, Object(properties[`${kind}s`]), id);
  }
  return { grants, unknown };
};

/** A shard that is not known yet, or masked, is no line of a roster. */
const lineGrant = (line: string): Grant | undefined => {
  try {
    return parseGrant(line);
  } catch (error) {
    if (error instanceof RosterError) return undefined;
    throw error;
  }
};

class Side {
  readonly organizations = new Map<string, OrganizationModel>();

  organization(organizationId: string): OrganizationModel {
    const known = this.organizations.get(organizationId);
    if (known) return known;
    const made: OrganizationModel = {
      organizationId,
      disabled: undefined,
      folders: new Map(),
      documents: new Map(),
      grants: new Map(),
      unknown: false,
    };
    this.organizations.set(organizationId, made);
    return made;
  }

  add(kind: string, properties: Properties, read: Properties): void {
    if (kind === "DisabledState") {
      const ids = properties["organizationIds"];
      for (const id of Array.isArray(ids) ? ids : []) this.organization(String(id)).disabled ??= flagAt(properties, "disabled");
      return;
    }
    const organizationId = textAt(properties, "organizationId");
    if (organizationId === undefined) return;
    const organization = this.organization(organizationId);
    if (kind === "Organization") organization.disabled = flagAt(properties, "disabled") ?? organization.disabled;
    if (kind === "Folder") this.#folder(organization, properties);
    if (kind === "Document") this.#document(organization, properties, read);
    if (kind === "MembershipSet") this.#grants(organization, grantsOf(properties));
    if (kind === "Membership") {
      const [folderId, documentId] = [textAt(properties, "folderId"), textAt(properties, "documentId")];
      const level: Level = documentId
        ? { kind: "document", id: documentId }
        : folderId
          ? { kind: "folder", id: folderId }
          : organizationLevel;
      const grant = memberGrant(textAt(properties, "userId") ?? "", level, properties);
      this.#grants(organization, { grants: grant ? [grant] : [], unknown: grant === undefined });
    }
  }

  #folder({ folders }: OrganizationModel, properties: Properties): void {
    const id = textAt(properties, "folderId");
    const parent = textAt(properties, "parentFolderId");
    if (id !== undefined) folders.set(id, { name: textAt(properties, "folderName"), parent: parent === "root" ? undefined : parent });
  }

  #document({ documents }: OrganizationModel, properties: Properties, read: Properties): void {
    const id = textAt(properties, "documentId");
    if (id === undefined) return;
    const restricted = textAt(read, "accessType") === "restricted";
    documents.set(id, { name: textAt(properties, "documentName"), folder: textAt(properties, "folderId"), restricted });
  }

  #grants(organization: OrganizationModel, { grants, unknown }: ReturnType<typeof grantsOf>): void {
    organization.unknown ||= unknown;
    for (const grant of grants) {
      const ofUser = organization.grants.get(grant.userId);
      if (ofUser) ofUser.push(grant);
      else organization.grants.set(grant.userId, [grant]);
    }
  }
}

/** What holds of a resource before: what was recorded, which an unfinished run may have left behind what it declared. */
export const recorded = ({ inputs, outputs }: ResourceState): Properties => ({ ...inputs, ...outputs });

/** A folder or document that is no longer declared stays where it is, or is moved: no operation deletes one. */
const remains = (kind: string, old: Properties): Properties | undefined => {
  if (kind === "Document") return old;
  if (kind !== "Folder") return undefined;
  const moveTo: unknown = Reflect.get(Object(old["onDelete"]), "moveTo");
  return typeof moveTo === "string" ? { ...old, parentFolderId: moveTo } : old;
};

/** What an `up` that failed has left: what it recorded, else what was. */
const landed = ({ old, new: next }: ResourceStep): Properties | undefined => {
  if (next && Object.keys(next.outputs).length > 0) return next.outputs;
  return old && recorded(old);
};

const afterOf = (step: ResourceStep): Properties | undefined => {
  const { kind, old, new: next } = step;
  if (step.failed) return landed(step);
  if (next) return next.inputs;
  if (!old) return undefined;
  return old.retained ? recorded(old) : remains(kind, recorded(old));
};

/** Both sides of a run. A folder or document that comes new lies where it will lie on both, so that its coming alone is no change of access. */
export const modelsOf = (run: Pick<EngineRun, "steps">): Models => {
  const [before, after] = [new Side(), new Side()];
  for (const step of run.steps) {
    const old = step.old && recorded(step.old);
    const declared = afterOf(step);
    const isPlace = step.kind === "Folder" || step.kind === "Document";
    if (old) before.add(step.kind, old, old);
    else if (declared && isPlace) before.add(step.kind, declared, {});
    if (declared) after.add(step.kind, declared, old ?? {});
  }
  return { before: before.organizations, after: after.organizations };
};
