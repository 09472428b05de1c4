/** What the workspace files declare, in the order in which they declare it. Identity is the id that the author wrote. */
import type { AccessRole } from "../schema/service/shapes.ts";

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
}

/** By user id. Where members are absent they are not managed; where the map is empty, they are managed and nobody is one. */
export type Members = ReadonlyMap<string, MemberEntry>;

export interface DocumentEntry {
  readonly documentId: string;
  readonly documentName: string;
  /** Absent: the document lies in no folder. */
  readonly folderId?: string;
  readonly members?: Members;
  readonly place: Place;
}

export interface FolderEntry {
  readonly folderId: string;
  readonly folderName: string;
  /** Absent: top level. */
  readonly parentFolderId?: string;
  readonly members?: Members;
  readonly place: Place;
}

export interface OrganizationEntry {
  readonly organizationId: string;
  /** Absent: never touched. */
  readonly disabled?: boolean;
  readonly members?: Members;
  /** All folders of the organization, parents before their children. */
  readonly folders: readonly FolderEntry[];
  /** All documents of the organization, in folders or not. */
  readonly documents: readonly DocumentEntry[];
  readonly place: Place;
}

export interface Workspace {
  readonly organizations: readonly OrganizationEntry[];
  /** The files that were read, sorted. */
  readonly files: readonly string[];
}
