/** Organizations, and the allowed domains of the workspace. */
import type { Database } from "./database.ts";

export const organizationTables = `
  CREATE TABLE IF NOT EXISTS organizations (id TEXT PRIMARY KEY, disabled INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS domains (domain TEXT PRIMARY KEY) WITHOUT ROWID;`;

export interface OrganizationRow {
  readonly id: string;
  readonly disabled: number;
}

export const organizationStore = (database: Database) => {
  const find = database.prepare<OrganizationRow>("SELECT id, disabled FROM organizations WHERE id = ?");
  const create = database.prepare("INSERT INTO organizations (id) VALUES (?) ON CONFLICT DO NOTHING");
  const disable = database.prepare(
    "INSERT INTO organizations (id, disabled) VALUES (?, ?) ON CONFLICT DO UPDATE SET disabled = excluded.disabled",
  );
  const list = database.prepare<OrganizationRow>("SELECT id, disabled FROM organizations");
  const domains = database.prepare<{ domain: string }>("SELECT domain FROM domains");
  const addDomain = database.prepare("INSERT INTO domains (domain) VALUES (?) ON CONFLICT DO NOTHING");
  const removeDomain = database.prepare("DELETE FROM domains WHERE domain = ?");

  return {
    exists: (id: string) => find.get(id) !== undefined,
    isDisabled: (id: string) => find.get(id)?.disabled === 1,
    list: () => list.all(),
    /** Nothing changes where it exists. */
    create: (id: string) => void create.run(id),
    /** Creates it where it does not exist. */
    setDisabled: (id: string, disabled: boolean) => void disable.run(id, disabled ? 1 : 0),
    domains: () => domains.all().map(({ domain }) => domain),
    addDomain: (domain: string) => void addDomain.run(domain),
    removeDomain: (domain: string) => void removeDomain.run(domain),
  };
};
