/** What stands beside folders, documents and members, from declarations to the model. */
import type { Adopt, DocumentDeclaration, OrganizationDeclaration, WorkspaceDeclaration } from "../schema/workspace.ts";
import type { DocumentEntry, DomainsEntry, GroupEntry, LocationEntry, NotificationEntry } from "./model.ts";
import { child, entriesOf, itemsOf, type SourceFile, toData, toProperty, type YamlEntry, type YamlNode } from "./tree.ts";

/** The fields that are there: absent and undefined are the same to authors, but not in the model. */
export const present = <Fields extends object>(fields: Fields): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<typeof present<Fields>>;

/** Id, place and content together, in the order of the file, which the properties of an object do not keep. */
export function* pairs<Value>(
  entries: ReadonlyMap<string, YamlEntry>,
  record: Readonly<Record<string, Value>> | undefined,
): Generator<[id: string, entry: YamlEntry, value: Value]> {
  if (record === undefined) return;
  for (const [id, entry] of entries) {
    const value = record[toProperty(id)];
    if (value !== undefined) yield [id, entry, value];
  }
}

/** User groups of an organization. Groups know no `overwrite`: where the workspace says so, they say nothing. */
export const groupsOf = (
  source: SourceFile,
  node: YamlNode,
  groups: OrganizationDeclaration["groups"],
  adopt: Adopt | undefined,
): { groups?: readonly GroupEntry[] } => {
  if (groups === undefined) return {};
  const inherited = adopt === "overwrite" ? undefined : adopt;
  const entries = Array.from(pairs(entriesOf(child(node, "groups")), groups), ([groupId, entry, group]): GroupEntry => {
    const { name: groupName, removed, onDelete } = group;
    return {
      groupId,
      groupName,
      ...present({ removed, adopt: group.adopt ?? inherited, onDelete }),
      place: source.place(entry.key.start),
    };
  });
  return { groups: entries };
};

/** What a document holds beside members. */
export const contentOf = (
  source: SourceFile,
  node: YamlNode,
  { locations, notifications }: DocumentDeclaration,
): Pick<DocumentEntry, "locations" | "notifications"> => {
  const content: { locations?: readonly LocationEntry[]; notifications?: readonly NotificationEntry[] } = {};
  if (locations !== undefined)
    content.locations = Array.from(
      pairs(entriesOf(child(node, "locations")), locations),
      ([id, entry, { merge, deleteData }]): LocationEntry => {
        const { merge: _merge, deleteData: _deleteData, ...fields } = toData(entry.node);
        return { location: { ...fields, id }, ...present({ merge, deleteData }), place: source.place(entry.key.start) };
      },
    );
  if (notifications !== undefined)
    content.notifications = Array.from(
      pairs(entriesOf(child(node, "notifications")), notifications),
      ([notificationId, entry]): NotificationEntry => ({
        notificationId,
        // What users put into it is theirs: as it is written, under the names that they gave.
        content: toData(entry.node),
        place: source.place(entry.key.start),
      }),
    );
  return content;
};

/** Where domains may be declared: in a file, or in an organization. */
interface DomainsPlace {
  readonly source: SourceFile;
  readonly tree: YamlNode;
  readonly declaration: Pick<WorkspaceDeclaration, "domains">;
}

/** Domains of several places, as one. */
export const domainsOf = (places: readonly DomainsPlace[]): { domains?: DomainsEntry } => {
  const declared = places.filter(({ declaration }) => declaration.domains !== undefined);
  if (declared.length === 0) return {};
  const allowed = declared.flatMap(({ source, tree, declaration: { domains } }) =>
    itemsOf(child(child(tree, "domains"), "allowed")).flatMap(({ value }, index) => {
      const domain = domains?.allowed?.[index];
      if (domain === undefined) return [];
      const { onDelete, ...named } = typeof domain === "string" ? { domain, onDelete: undefined } : domain;
      return [{ ...named, ...present({ onDelete }), place: source.place(value.start) }];
    }),
  );
  const removed = declared.flatMap(({ declaration: { domains } }) => domains?.removed ?? []);
  return { domains: { allowed, removed: [...new Set(removed)].toSorted() } };
};
