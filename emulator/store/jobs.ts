/** Jobs of the user data deletion (operation 18). */
import type { Database } from "./database.ts";

export const jobTables = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, users TEXT NOT NULL, due INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;`;

export interface JobRow {
  readonly id: string;
  /** User ids, as a JSON array. */
  readonly users: string;
  /** When it deletes: milliseconds since the epoch. */
  readonly due: number;
  readonly done: number;
}

export const jobStore = (database: Database) => {
  const list = database.prepare<JobRow>("SELECT * FROM jobs ORDER BY due, id");
  const due = database.prepare<JobRow>("SELECT * FROM jobs WHERE done = 0 AND due <= ? ORDER BY due, id");
  const next = database.prepare<{ due: number | null }>("SELECT min(due) AS due FROM jobs WHERE done = 0");
  const put = database.prepare("INSERT OR REPLACE INTO jobs (id, users, due, done) VALUES (?, ?, ?, ?)");
  const finish = database.prepare("UPDATE jobs SET done = 1 WHERE id = ?");

  return {
    list: () => list.all(),
    due: (now: number) => due.all(now),
    /** When the next unfinished job is due; Infinity where there is none. */
    nextDue: () => next.get()?.due ?? Number.POSITIVE_INFINITY,
    put: (row: JobRow) => void put.run(row.id, row.users, row.due, row.done),
    finish: (id: string) => void finish.run(id),
  };
};
