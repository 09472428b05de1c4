/** What a history declares: slots that edits fill, change and empty, so that a history can be made shorter without losing its sense. */
import type { AccessRole } from "../../schema/service/index.ts";

/** Organizations whose grants are one set each: one that exists, and one that is ours from the start. */
export const setOrganizations = ["acme", "fresh"] as const;
export type SetOrganization = (typeof setOrganizations)[number];
/** Exists, with a folder and a document; its memberships are declared one by one. */
export const singleOrganization = "globex";
/** Exists; only ever switched off and on. */
export const switchedOrganization = "legacy";

export const users = ["ada", "alan", "grace"] as const;
export const folderIds = ["design", "archive", "logos"] as const;
export const documentIds = ["brand", "plan"] as const;
/** Levels of a grant, as a roster writes them; `undefined` is the organization. */
export const levels = [undefined, ...folderIds.map((id) => `folder=${id}`), ...documentIds.map((id) => `document=${id}`)] as const;

export type FolderId = (typeof folderIds)[number];

/** The kinds of resources that a program may name differently without meaning another thing. */
export const renamable = ["Organization", "Folder", "Document", "MembershipSet", "UserGroup", "DisabledState"] as const;

/** What may stand in each kind of slot, by the slot's name. */
export interface Slots {
  readonly organization: { readonly disabled?: boolean; readonly onDelete?: "disable" };
  readonly folder: { readonly folderName: string; readonly parentFolderId?: FolderId };
  readonly document: { readonly documentName: string; readonly folderId: FolderId };
  /** By organization, level and user. */
  readonly grant: { readonly accessRole: AccessRole };
  /** The organization's set is not declared. */
  readonly unmanaged: true;
  readonly person: { readonly name?: string; readonly email?: string };
  /** One resource a user, in the organization of single memberships. */
  readonly membership: { readonly accessRole: AccessRole; readonly folderId?: "team"; readonly documentId?: "handbook" };
  readonly group: { readonly groupName: string; readonly removedUserIds: readonly string[] };
  readonly disabledState: { readonly organizationIds: readonly string[]; readonly disabled: boolean; readonly onDelete?: "enable" };
  readonly allowedDomain: { readonly domain: string; readonly onDelete?: "retain" };
  readonly removedDomains: { readonly domains: readonly string[] };
  readonly location: { readonly id: string; readonly locationName: string };
  /** The program names the resources of a kind differently. */
  readonly name: string;
}
export type SlotKind = keyof Slots;

/** One change of a declaration: a slot gets a value, or null and is empty again. */
export type Edit = {
  readonly [Kind in SlotKind]: { readonly slot: Kind; readonly at: string; readonly value: Slots[Kind] | null };
}[SlotKind];

export type Declaration = { readonly [Kind in SlotKind]: ReadonlyMap<string, Slots[Kind]> };

export const nothing: Declaration = {
  organization: new Map(),
  folder: new Map(),
  document: new Map(),
  grant: new Map(),
  unmanaged: new Map(),
  person: new Map(),
  membership: new Map(),
  group: new Map(),
  disabledState: new Map(),
  allowedDomain: new Map(),
  removedDomains: new Map(),
  location: new Map(),
  name: new Map(),
};

export const slotKinds = Object.keys(nothing) as SlotKind[];

/** The declaration after some edits. */
export const edited = (declaration: Declaration, edits: readonly Edit[]): Declaration => {
  const next: { -readonly [Kind in SlotKind]: Map<string, unknown> } = Object.fromEntries(
    Object.entries(declaration).map(([slot, values]) => [slot, new Map<string, unknown>(values)]),
  ) as { [Kind in SlotKind]: Map<string, unknown> };
  for (const { slot, at, value } of edits) {
    if (value === null) next[slot].delete(at);
    else next[slot].set(at, value);
  }
  // An edit pairs slot and value, which TypeScript cannot follow through the lookup.
  return next as Declaration;
};

/** Where a slot is: `acme/design`, `acme/folder=design/ada`. */
export const at = (...ids: readonly (string | undefined)[]): string => ids.filter((id) => id !== undefined).join("/");
