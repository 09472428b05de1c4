/** Folders: a tree in each organization, kept as parent references. */
import type { Database } from "./database.ts";

export const folderTables = `
  CREATE TABLE IF NOT EXISTS folders (
    organization TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, parent TEXT NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL,
    access TEXT NOT NULL DEFAULT 'public', inherit INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (organization, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS folders_of_parent ON folders (organization, parent);`;

/** The parent of a top-level folder (Folder: "the literal `root`"). */
export const root = "root";

export interface FolderRow {
  readonly organization: string;
  readonly id: string;
  readonly name: string;
  /** Folder id, or `root`. */
  readonly parent: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly updated: number;
  readonly access: string;
  /** 1: grants on the parent reach this folder too. */
  readonly inherit: number;
}

export const folderStore = (database: Database) => {
  const find = database.prepare<FolderRow>("SELECT * FROM folders WHERE organization = ? AND id = ?");
  const list = database.prepare<FolderRow>("SELECT * FROM folders WHERE organization = ?");
  const children = database.prepare<FolderRow>("SELECT * FROM folders WHERE organization = ? AND parent = ?");
  const put = database.prepare(
    "INSERT OR REPLACE INTO folders (organization, id, name, parent, created, updated, access, inherit) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );

  const chain = (organization: string, id: string): FolderRow[] => {
    const rows: FolderRow[] = [];
    const seen = new Set<string>();
    for (let next = id; next !== root && !seen.has(next);) {
      const row = find.get(organization, next);
      if (row === undefined) break;
      seen.add(next);
      rows.push(row);
      next = row.parent;
    }
    return rows;
  };

  return {
    find: (organization: string, id: string) => find.get(organization, id),
    exists: (organization: string, id: string) => find.get(organization, id) !== undefined,
    list: (organization: string) => list.all(organization),
    children: (organization: string, parent: string) => children.all(organization, parent),
    /** The folder, its parent, and so on up to the top level; empty where it does not exist. */
    chain,
    put: (row: FolderRow) =>
      void put.run(row.organization, row.id, row.name, row.parent, row.created, row.updated, row.access, row.inherit),
    /** A folder that a create flag brings into being: its id is its name, as no operation that creates one carries a name. */
    create: (organization: string, id: string, now: number) => void put.run(organization, id, id, root, now, now, "public", 1),
  };
};
