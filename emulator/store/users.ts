/**
 * Users and grants. A user's profile is kept once in an organization (assumed: the specification does not say how far a name
 * reaches); a grant is the user at one level: the organization, a folder or a document.
 */
import type { Database } from "./database.ts";

export const userTables = `
  CREATE TABLE IF NOT EXISTS users (
    organization TEXT NOT NULL, id TEXT NOT NULL, name TEXT, email TEXT, initial TEXT, metadata TEXT, context TEXT,
    PRIMARY KEY (organization, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS grants (
    organization TEXT NOT NULL, user TEXT NOT NULL, level TEXT NOT NULL, target TEXT NOT NULL, role TEXT,
    PRIMARY KEY (organization, user, level, target)) WITHOUT ROWID;`;

export type LevelKind = "organization" | "folder" | "document";

/** Where a grant holds; `target` is the id of the organization, folder or document. */
export interface Level {
  readonly organization: string;
  readonly kind: LevelKind;
  readonly target: string;
}

/** Fields of a profile; null stands for "not given". */
export interface Profile {
  readonly name: string | null;
  readonly email: string | null;
  readonly initial: string | null;
  /** Further fields, as a JSON object. */
  readonly metadata: string | null;
}

export interface UserRow extends Profile {
  readonly organization: string;
  readonly id: string;
  /** The user's context permissions, as a JSON object of lists; no operation sets them. */
  readonly context: string | null;
}

export interface GrantRow {
  readonly user: string;
  readonly level: LevelKind;
  readonly target: string;
  readonly role: string | null;
}

export const userStore = (database: Database) => {
  const list = database.prepare<UserRow>("SELECT * FROM users WHERE organization = ?");
  const find = database.prepare<UserRow>("SELECT * FROM users WHERE organization = ? AND id = ?");
  // One statement for new and known users: what is not given stays.
  const save = database.prepare(`
    INSERT INTO users (organization, id, name, email, initial, metadata) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET name = coalesce(excluded.name, name), email = coalesce(excluded.email, email),
      initial = coalesce(excluded.initial, initial),
      metadata = CASE WHEN excluded.metadata IS NULL THEN metadata ELSE json_patch(coalesce(metadata, '{}'), excluded.metadata) END`);
  const setContext = database.prepare("UPDATE users SET context = ? WHERE organization = ? AND id = ?");
  // One look-up an organization (CROSS JOIN keeps that order), for operation 18 alone: an index by user id would make every added user a third slower.
  const organizationsOf = database.prepare<{ organization: string }>(
    "SELECT o.id AS organization FROM organizations o CROSS JOIN users u ON u.organization = o.id AND u.id = ?",
  );
  const grant = database.prepare(
    "INSERT INTO grants (organization, user, level, target, role) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const isGranted = database.prepare("SELECT 1 FROM grants WHERE organization = ? AND user = ? AND level = ? AND target = ?");
  const setRole = database.prepare("UPDATE grants SET role = ? WHERE organization = ? AND user = ? AND level = ? AND target = ?");
  const revoke = database.prepare("DELETE FROM grants WHERE organization = ? AND user = ? AND level = ? AND target = ?");
  const revokeAll = database.prepare("DELETE FROM grants WHERE organization = ? AND user = ?");
  const grants = database.prepare<GrantRow>("SELECT user, level, target, role FROM grants WHERE organization = ? AND user = ?");
  const allGrants = database.prepare<GrantRow>("SELECT user, level, target, role FROM grants WHERE organization = ?");
  const forgetUngranted = database.prepare(`
    DELETE FROM users WHERE organization = ?1 AND id = ?2
      AND NOT EXISTS (SELECT 1 FROM grants WHERE organization = ?1 AND user = ?2)`);

  return {
    list: (organization: string) => list.all(organization),
    find: (organization: string, id: string) => find.get(organization, id),
    organizationsOf: (id: string) => organizationsOf.all(id).map(({ organization }) => organization),
    /** Creates the user, or changes the fields that are not null. */
    save: (organization: string, id: string, profile: Profile) =>
      void save.run(organization, id, profile.name, profile.email, profile.initial, profile.metadata),
    setContext: (organization: string, id: string, context: string) => void setContext.run(context, organization, id),
    /** Grants, unless the user is there already; whether it was new. */
    grant: (level: Level, user: string, role: string | null) => grant.run(level.organization, user, level.kind, level.target, role) === 1,
    isGranted: (level: Level, user: string) => isGranted.get(level.organization, user, level.kind, level.target) !== undefined,
    setRole: (level: Level, user: string, role: string) => void setRole.run(role, level.organization, user, level.kind, level.target),
    /** Takes one grant, and the profile with the last; whether there was one. */
    revoke: (level: Level, user: string) => {
      const revoked = revoke.run(level.organization, user, level.kind, level.target) === 1;
      if (revoked) forgetUngranted.run(level.organization, user);
      return revoked;
    },
    /** Takes all grants in the organization, folders and documents included, and the profile; whether there was anything. */
    revokeAll: (organization: string, user: string) => {
      const revoked = revokeAll.run(organization, user);
      return forgetUngranted.run(organization, user) + revoked > 0;
    },
    grants: (organization: string, user: string) => grants.all(organization, user),
    allGrants: (organization: string) => allGrants.all(organization),
  };
};
