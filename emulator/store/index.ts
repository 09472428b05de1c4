/** The state: one database, and one set of prepared statements per noun. */
import { openDatabase } from "./database.ts";
import { documentStore, documentTables } from "./documents.ts";
import { featureStore, featureTables } from "./features.ts";
import { folderStore, folderTables } from "./folders.ts";
import { jobStore, jobTables } from "./jobs.ts";
import { notificationStore, notificationTables } from "./notifications.ts";
import { organizationStore, organizationTables } from "./organizations.ts";
import { userGroupStore, userGroupTables } from "./userGroups.ts";
import { userStore, userTables } from "./users.ts";

const tables = [
  organizationTables,
  folderTables,
  documentTables,
  userTables,
  userGroupTables,
  featureTables,
  notificationTables,
  jobTables,
].join("\n");

const tableNames = [...tables.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(([, name]) => name);

export const openStore = (path: string) => {
  const database = openDatabase(path, tables);
  return {
    database,
    organizations: organizationStore(database),
    folders: folderStore(database),
    documents: documentStore(database),
    users: userStore(database),
    userGroups: userGroupStore(database),
    features: featureStore(database),
    notifications: notificationStore(database),
    jobs: jobStore(database),
    clear: () => database.exec(tableNames.map((name) => `DELETE FROM ${name};`).join("")),
  };
};

export type Store = ReturnType<typeof openStore>;
