/** Documents and their locations. */
import type { Database } from "./database.ts";

export const documentTables = `
  CREATE TABLE IF NOT EXISTS documents (
    organization TEXT NOT NULL, id TEXT NOT NULL, name TEXT, folder TEXT,
    access TEXT NOT NULL DEFAULT 'public', disabled INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (organization, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS documents_of_folder ON documents (organization, folder, id);
  CREATE TABLE IF NOT EXISTS locations (
    organization TEXT NOT NULL, document TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (organization, document, id)) WITHOUT ROWID;`;

export interface DocumentRow {
  readonly organization: string;
  readonly id: string;
  readonly name: string | null;
  /** Folder id; null at the top level. */
  readonly folder: string | null;
  readonly access: string;
  readonly disabled: number;
}

export interface LocationRow {
  readonly organization: string;
  readonly document: string;
  readonly id: string;
  /** The location object, as JSON. */
  readonly data: string;
}

export const documentStore = (database: Database) => {
  const find = database.prepare<DocumentRow>("SELECT * FROM documents WHERE organization = ? AND id = ?");
  const page = database.prepare<DocumentRow>("SELECT * FROM documents WHERE organization = ? AND id > ? ORDER BY id LIMIT ?");
  const pageOfFolder = database.prepare<DocumentRow>(
    "SELECT * FROM documents WHERE organization = ? AND folder = ? AND id > ? ORDER BY id LIMIT ?",
  );
  const put = database.prepare(
    "INSERT OR REPLACE INTO documents (organization, id, name, folder, access, disabled) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const putLocation = database.prepare("INSERT OR REPLACE INTO locations (organization, document, id, data) VALUES (?, ?, ?, ?)");
  const findLocation = database.prepare<LocationRow>("SELECT * FROM locations WHERE organization = ? AND document = ? AND id = ?");
  const removeLocation = database.prepare("DELETE FROM locations WHERE organization = ? AND document = ? AND id = ?");
  const locations = database.prepare<LocationRow>("SELECT * FROM locations WHERE organization = ?");

  return {
    find: (organization: string, id: string) => find.get(organization, id),
    exists: (organization: string, id: string) => find.get(organization, id) !== undefined,
    /** Documents whose id sorts after `after`, at most `limit` (-1: all), those of one folder where it is given. */
    page: (organization: string, folder: string | undefined, after: string, limit: number) =>
      folder === undefined ? page.all(organization, after, limit) : pageOfFolder.all(organization, folder, after, limit),
    put: (row: DocumentRow) => void put.run(row.organization, row.id, row.name, row.folder, row.access, row.disabled),
    create: (organization: string, id: string, name: string | null, folder: string | null) =>
      void put.run(organization, id, name, folder, "public", 0),
    locations: (organization: string) => locations.all(organization),
    findLocation: (organization: string, document: string, id: string) => findLocation.get(organization, document, id),
    putLocation: (row: LocationRow) => void putLocation.run(row.organization, row.document, row.id, row.data),
    removeLocation: (organization: string, document: string, id: string) => void removeLocation.run(organization, document, id),
  };
};
