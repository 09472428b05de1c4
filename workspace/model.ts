/** What the workspace files declare, in the order in which they declare it. Identity is the id that the author wrote. */
import type { Acknowledge, Limits } from "../schema/limits.ts";
import type { AccessRole } from "../schema/service/shapes.ts";
import type { Adopt } from "../schema/workspace.ts";
import type { NotificationDeclaration } from "../schema/workspace-parts.ts";

/** Where something is declared: 1-based, columns in characters. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A user's access to one organization, folder or document, with what `people` says of the user merged in. */
export interface MemberEntry {
  readonly accessRole: AccessRole;
  readonly name?: string;
  readonly email?: string;
  readonly initial?: string;
  /** Last day (UTC) of the membership, `2026-12-31`; it has not passed. */
  readonly until?: string;
  /** Why the user has access. */
  readonly reason?: string;
  /** Where it was decided. */
  readonly ticket?: string;
}

/** A membership whose last day has passed: it is declared, and counts as not declared. */
export interface ExpiredEntry extends MemberEntry {
  readonly until: string;
  readonly place: Place;
}

/** By user id. Where members are absent they are not managed; where the map is empty, they are managed and nobody is one. */
export type Members = ReadonlyMap<string, MemberEntry>;

/** What is said of members at a level: an organization, a folder, or a document. */
export interface LevelEntry {
  readonly members?: Members;
  /** By user id; absent where there are none. */
  readonly expired?: ReadonlyMap<string, ExpiredEntry>;
  /** Users that must stay members here, and at least in this role, where one is given; as far as `members` tells, they are. */
  readonly required?: ReadonlyMap<string, AccessRole | undefined>;
  readonly place: Place;
}

/** A location of a document; `location` is what the service is told of it, its id included. */
export interface LocationEntry {
  readonly location: { readonly id: string; readonly [field: string]: unknown };
  readonly merge?: boolean;
  readonly deleteData?: boolean;
  readonly place: Place;
}

/** A notification about a document; `content` are the inputs of its resource beside the ids. */
export interface NotificationEntry {
  readonly notificationId: string;
  readonly content: NotificationDeclaration;
  readonly place: Place;
}

export interface DocumentEntry extends LevelEntry {
  readonly documentId: string;
  readonly documentName: string;
  /** Its own, else that of the workspace. */
  readonly adopt?: Adopt;
  /** Absent: the document lies in no folder. */
  readonly folderId?: string;
  readonly locations?: readonly LocationEntry[];
  readonly notifications?: readonly NotificationEntry[];
}

export interface FolderEntry extends LevelEntry {
  readonly folderId: string;
  readonly folderName: string;
  /** Absent: top level. */
  readonly parentFolderId?: string;
  /** Its own, else that of the workspace. */
  readonly adopt?: Adopt;
  readonly onDelete?: "retain" | { readonly moveTo: string };
}

/** A user group of an organization. */
export interface GroupEntry {
  readonly groupId: string;
  readonly groupName: string;
  /** Users to remove from it. */
  readonly removed?: readonly string[];
  /** Its own, else that of the workspace, as far as groups know it. */
  readonly adopt?: Exclude<Adopt, "overwrite">;
  readonly onDelete?: "retain" | "empty";
  readonly place: Place;
}

/** A domain that is meant to be allowed. */
export interface AllowedDomainEntry {
  readonly domain: string;
  readonly onDelete?: "remove" | "retain";
  readonly place: Place;
}

/** Domains: the service keeps one list for all organizations, wherever they are declared. */
export interface DomainsEntry {
  readonly allowed: readonly AllowedDomainEntry[];
  /** Each once, sorted. */
  readonly removed: readonly string[];
}

export interface OrganizationEntry extends LevelEntry {
  readonly organizationId: string;
  /** Absent: never touched. */
  readonly disabled?: boolean;
  readonly onDelete?: "retain" | "disable";
  readonly limits?: Limits;
  readonly acknowledge?: Acknowledge;
  /** Any text; when it changes, all grants of the organization are sent again. */
  readonly reassert?: string;
  readonly groups?: readonly GroupEntry[];
  readonly domains?: DomainsEntry;
  /** All folders of the organization, parents before their children. */
  readonly folders: readonly FolderEntry[];
  /** All documents of the organization, in folders or not. */
  readonly documents: readonly DocumentEntry[];
}

export interface Workspace {
  readonly organizations: readonly OrganizationEntry[];
  /** Those that stand in no organization. */
  readonly domains?: DomainsEntry;
  /** Users who have left, each once, sorted: they are removed from every declared organization. */
  readonly departed: readonly string[];
  /** For all organizations together. */
  readonly limits?: Limits;
  readonly acknowledge?: Acknowledge;
  /** The day (UTC) for which it was read: memberships whose last day was before it have expired. */
  readonly today: string;
  /** The files that were read, sorted. */
  readonly files: readonly string[];
}
