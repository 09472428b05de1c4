/** From the model to the resources of a Pulumi program: a parent before its children, and grants after everything that they are given on. */
import type * as pulumi from "../provider/dynamic/sdk.ts";
import * as collab from "../provider/dynamic/index.ts";
import { membersAtLevels, requiredIn } from "./access.ts";
import { firstChildren, type FirstChildren } from "./first.ts";
import type { DocumentEntry, DomainsEntry, OrganizationEntry } from "./model.ts";

/** The resources of one organization. */
export interface DeclaredOrganization {
  readonly organization: collab.Organization;
  /** By folder id. */
  readonly folders: ReadonlyMap<string, collab.Folder>;
  /** By document id. */
  readonly documents: ReadonlyMap<string, collab.Document>;
  /** By group id. */
  readonly groups: ReadonlyMap<string, collab.UserGroup>;
  /** What `domains` of the organization declares. */
  readonly domains: readonly pulumi.Resource[];
  /** By `documentId/locationId`. */
  readonly locations: ReadonlyMap<string, collab.Location>;
  /** By `documentId/notificationId`. */
  readonly notifications: ReadonlyMap<string, collab.Notification>;
  /** Absent where no members are declared anywhere in the organization: its memberships are not managed. */
  readonly members?: collab.MembershipSet;
}

/** How everything is declared. */
export interface Manner {
  readonly protect: boolean;
  /** What everything comes after. */
  readonly guard: collab.MembershipGuard;
  /** Users who are removed from every organization. */
  readonly departed: readonly string[];
  /** Flags that create a declared parent with its first child; the v1 operations have none. */
  readonly create: { readonly createOrganization?: true };
}

const nothingFirst: FirstChildren = { organization: undefined, folders: new Map() };

const declareMembers = (
  entry: OrganizationEntry,
  dependsOn: readonly pulumi.Resource[],
  { create, protect, departed }: Manner,
): collab.MembershipSet | undefined => {
  const { organizationId, limits, acknowledge, reassert } = entry;
  const members = membersAtLevels(entry, departed);
  if (!members) return undefined;
  const safety = { limits, acknowledge, reassert, required: requiredIn(entry), departed: departed.length > 0 ? departed : undefined };
  return new collab.MembershipSet(
    organizationId,
    { organizationId, ...members, ...safety, ...create, createFolder: create.createOrganization },
    { dependsOn: [...dependsOn], protect },
  );
};

const declareGroups = (
  { organizationId, groups = [] }: OrganizationEntry,
  organization: collab.Organization,
  { create }: Manner,
): Map<string, collab.UserGroup> =>
  new Map(
    groups.map(({ groupId, groupName, removed, adopt, onDelete }) => [
      groupId,
      new collab.UserGroup(
        `${organizationId}/${groupId}`,
        { organizationId, groupId, groupName, removedUserIds: removed && [...removed], adopt, onDelete, ...create },
        { dependsOn: [organization] },
      ),
    ]),
  );

const declareLocations = (
  organizationId: string,
  { documentId, locations = [] }: DocumentEntry,
  dependsOn: readonly pulumi.Resource[],
): [id: string, collab.Location][] =>
  locations.map(({ location, merge, deleteData }) => [
    `${documentId}/${location.id}`,
    new collab.Location(
      `${organizationId}/${documentId}/${location.id}`,
      { organizationId, documentId, location, merge, deleteData },
      { dependsOn: [...dependsOn] },
    ),
  ]);

const declareNotifications = (
  organizationId: string,
  { documentId, notifications = [] }: DocumentEntry,
  dependsOn: readonly pulumi.Resource[],
  { create }: Manner,
): [id: string, collab.Notification][] =>
  notifications.map(({ notificationId, content }) => [
    `${documentId}/${notificationId}`,
    new collab.Notification(
      `${organizationId}/${documentId}/${notificationId}`,
      { organizationId, documentId, notificationId, ...content, ...create },
      { dependsOn: [...dependsOn] },
    ),
  ]);

/** Declares an organization and everything in it. */
export const declareOrganization = (entry: OrganizationEntry, manner: Manner): DeclaredOrganization => {
  const { organizationId, disabled, onDelete } = entry;
  const { create, protect, guard } = manner;
  const first = create.createOrganization ? firstChildren(entry) : nothingFirst;
  const organization = new collab.Organization(
    organizationId,
    { organizationId, disabled, onDelete, first: first.organization },
    { protect, dependsOn: [guard] },
  );
  const folders = new Map<string, collab.Folder>();
  for (const { folderId, folderName, parentFolderId, adopt, onDelete: atEnd } of entry.folders) {
    const parent = parentFolderId === undefined ? undefined : folders.get(parentFolderId);
    const folder = new collab.Folder(
      `${organizationId}/${folderId}`,
      { organizationId, folderId, folderName, parentFolderId, adopt, onDelete: atEnd, ...create, first: first.folders.get(folderId) },
      { dependsOn: [organization, ...(parent ? [parent] : [])] },
    );
    folders.set(folderId, folder);
  }
  const documents = new Map<string, collab.Document>();
  for (const { documentId, documentName, folderId, adopt } of entry.documents) {
    const parent = folderId === undefined ? undefined : folders.get(folderId);
    const document = new collab.Document(
      `${organizationId}/${documentId}`,
      {
        organizationId,
        documentId,
        documentName,
        folderId,
        adopt,
        ...create,
        createFolder: parent ? create.createOrganization : undefined,
      },
      { dependsOn: [organization, ...(parent ? [parent] : [])] },
    );
    documents.set(documentId, document);
  }
  const groups = declareGroups(entry, organization, manner);
  const domains = entry.domains ? declareDomains(organizationId, entry.domains, [organization]) : [];
  const members = declareMembers(entry, [organization, ...folders.values(), ...documents.values()], manner);
  const onDocument = ({ documentId }: DocumentEntry): pulumi.Resource[] => [documents.get(documentId) ?? organization];
  const locations = entry.documents.flatMap((document) => declareLocations(organizationId, document, onDocument(document)));
  // Who gets a notification may hang on the grants, so it comes after them.
  const notifications = entry.documents.flatMap((document) =>
    declareNotifications(organizationId, document, [...onDocument(document), ...(members ? [members] : [])], manner),
  );
  return {
    organization,
    folders,
    documents,
    groups,
    domains,
    locations: new Map(locations),
    notifications: new Map(notifications),
    ...(members ? { members } : {}),
  };
};

/** Declares allowed domains; `name` is that of the one resource that removes. */
export const declareDomains = (
  name: string,
  { allowed, removed }: DomainsEntry,
  dependsOn: readonly pulumi.Resource[] = [],
): readonly pulumi.Resource[] => [
  ...allowed.map(({ domain, onDelete }) => new collab.AllowedDomain(domain, { domain, onDelete }, { dependsOn: [...dependsOn] })),
  ...(removed.length > 0 ? [new collab.DomainRemoval(name, { domains: [...removed] }, { dependsOn: [...dependsOn] })] : []),
];
