/** User groups. No operation adds users to a group: they come from a seed or a state. */
import type { Database } from "./database.ts";

export const userGroupTables = `
  CREATE TABLE IF NOT EXISTS user_groups (
    organization TEXT NOT NULL, id TEXT NOT NULL, name TEXT, PRIMARY KEY (organization, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS group_users (
    organization TEXT NOT NULL, user_group TEXT NOT NULL, user TEXT NOT NULL,
    PRIMARY KEY (organization, user_group, user)) WITHOUT ROWID;`;

export interface UserGroupRow {
  readonly organization: string;
  readonly id: string;
  readonly name: string | null;
}

export const userGroupStore = (database: Database) => {
  const find = database.prepare<UserGroupRow>("SELECT * FROM user_groups WHERE organization = ? AND id = ?");
  const list = database.prepare<UserGroupRow>("SELECT * FROM user_groups WHERE organization = ?");
  const save = database.prepare(`
    INSERT INTO user_groups (organization, id, name) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET name = coalesce(excluded.name, name)`);
  const users = database.prepare<{ user: string }>("SELECT user FROM group_users WHERE organization = ? AND user_group = ?");
  const addUser = database.prepare("INSERT INTO group_users (organization, user_group, user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const removeUser = database.prepare("DELETE FROM group_users WHERE organization = ? AND user_group = ? AND user = ?");
  const removeUserEverywhere = database.prepare("DELETE FROM group_users WHERE user = ?");

  return {
    exists: (organization: string, id: string) => find.get(organization, id) !== undefined,
    list: (organization: string) => list.all(organization),
    /** Creates the group, or changes its name where one is given. */
    save: (organization: string, id: string, name: string | null) => void save.run(organization, id, name),
    users: (organization: string, group: string) => users.all(organization, group).map(({ user }) => user),
    addUser: (organization: string, group: string, user: string) => void addUser.run(organization, group, user),
    /** Whether the user was in the group. */
    removeUser: (organization: string, group: string, user: string) => removeUser.run(organization, group, user) === 1,
    removeUserEverywhere: (user: string) => void removeUserEverywhere.run(user),
  };
};
