/** From the tables to a snapshot. */
import { accessRole } from "../../schema/service/index.ts";
import type { FeatureRow } from "../store/features.ts";
import type { Store } from "../store/index.ts";
import type { ConfigRow } from "../store/notifications.ts";
import type { GrantRow, LevelKind } from "../store/users.ts";
import type { OrganizationState, Snapshot } from "./shape.ts";

const parseJson = (value: string): Record<string, unknown> => JSON.parse(value) as Record<string, unknown>;
const given = <Key extends string, Value>(key: Key, value: Value | null): { [K in Key]?: Value } =>
  value === null ? {} : ({ [key]: value } as { [K in Key]: Value });

export const takeSnapshot = (store: Store): Snapshot => ({
  organizations: Object.fromEntries(
    store.organizations.list().map(({ id, disabled }) => [id, takeOrganization(store, id, disabled === 1)]),
  ),
  allowedDomains: store.organizations.domains(),
  features: store.features.list().map((row) => takeFeature(store, row)),
  jobs: store.jobs.list().map(({ id, users, due, done }) => ({
    id,
    userIds: JSON.parse(users) as string[],
    dueAt: due,
    done: done === 1,
  })),
});

const takeFeature = (store: Store, row: FeatureRow): Snapshot["features"][number] => ({
  id: row.id,
  kind: row.kind,
  organizationId: row.organization,
  ...given("documentId", row.document),
  ...given("locationId", row.location),
  userId: row.user,
  mentions: store.features.mentions(row.id),
  data: parseJson(row.data),
});

const takeConfig = (row: ConfigRow): OrganizationState["notificationConfigs"][number] => ({
  ...(row.document !== "" && { documentId: row.document }),
  userId: row.user,
  config: parseJson(row.config),
});

const takeOrganization = (store: Store, id: string, disabled: boolean): OrganizationState => {
  const grants = Map.groupBy(store.users.allGrants(id), ({ level, target }) => `${level}/${target}`);
  const membersAt = (level: LevelKind, target: string) =>
    Object.fromEntries((grants.get(`${level}/${target}`) ?? []).map(({ user: member, role }) => [member, toMember(role)]));
  const locations = Map.groupBy(store.documents.locations(id), (row) => row.document);
  return {
    disabled,
    users: Object.fromEntries(
      store.users.list(id).map((row) => [
        row.id,
        {
          ...given("name", row.name),
          ...given("email", row.email),
          ...given("initial", row.initial),
          ...given("metadata", row.metadata === null ? null : parseJson(row.metadata)),
          ...given("context", row.context === null ? null : parseJson(row.context)),
        },
      ]),
    ),
    members: membersAt("organization", id),
    folders: Object.fromEntries(
      store.folders.list(id).map((row) => [
        row.id,
        {
          folderName: row.name,
          parentFolderId: row.parent,
          accessType: row.access,
          inheritAccessFromParent: row.inherit === 1,
          createdAt: row.created,
          lastUpdated: row.updated,
          members: membersAt("folder", row.id),
        },
      ]),
    ),
    documents: Object.fromEntries(
      store.documents.page(id, undefined, "", -1).map((row) => [
        row.id,
        {
          ...given("documentName", row.name),
          ...given("folderId", row.folder),
          accessType: row.access,
          disabled: row.disabled === 1,
          members: membersAt("document", row.id),
          locations: Object.fromEntries((locations.get(row.id) ?? []).map((one) => [one.id, parseJson(one.data)])),
        },
      ]),
    ),
    userGroups: Object.fromEntries(
      store.userGroups.list(id).map((row) => [row.id, { ...given("groupName", row.name), users: store.userGroups.users(id, row.id) }]),
    ),
    notifications: Object.fromEntries(
      store.notifications.list(id).map((row) => [
        row.id,
        {
          ...given("documentId", row.document),
          ...given("locationId", row.location),
          recipients: store.notifications.recipients(id, row.id),
          deliveries: row.deliveries,
          createdAt: row.created,
          content: parseJson(row.data),
        },
      ]),
    ),
    notificationConfigs: store.notifications.configs(id).map(takeConfig),
  };
};

const toMember = (role: GrantRow["role"]) => {
  const parsed = accessRole.safeParse(role);
  return parsed.success ? { accessRole: parsed.data } : {};
};
