/**
 * One SQLite database: opening, locking, prepared statements, transactions. What is read back is trusted: only this folder writes it.
 */
import { resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { StartError } from "../errors.ts";

/** A prepared statement whose rows have the shape `Row`. */
export interface Statement<Row> {
  get(...parameters: SQLInputValue[]): Row | undefined;
  all(...parameters: SQLInputValue[]): Row[];
  /** Runs it; the number of rows that it changed. */
  run(...parameters: SQLInputValue[]): number;
}

export interface Database {
  /** Absolute path of the state file, or `:memory:`. */
  readonly path: string;
  exec(sql: string): void;
  prepare<Row = unknown>(sql: string): Statement<Row>;
  /** All or nothing: what `work` throws rolls back and is thrown on. */
  transaction<Result>(work: () => Result): Result;
  /** Starts recording changes; each call of the result takes what has changed since the last. */
  recordChanges(): { take(): Uint8Array; stop(): void };
  applyChanges(changes: Uint8Array): void;
  close(): void;
}

export const inMemory = ":memory:";

/** Marks a SQLite file as an emulator's ("coll"); `layoutVersion` changes when the tables do. */
const applicationId = 0x636f6c6c;
const layoutVersion = 1;

// Result codes of SQLite (sqlite.org/rescode.html) that a user can do something about.
const busy = 5;
const readOnly = 8;
const cannotOpen = 14;
const notADatabase = 26;

const explain = (error: unknown, path: string): Error => {
  const code = error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : 0;
  if (code === busy) {
    return new StartError(`The state file ${path} is in use by another emulator.\nStop that one, or choose another file.`);
  }
  if (code === notADatabase) {
    return new StartError(`The state file ${path} is not a database.\nChoose another file; a new one is created where none exists.`);
  }
  if (code === cannotOpen) {
    return new StartError(`The state file ${path} cannot be opened.\nIts directory must exist, and the path must be a file.`);
  }
  if (code === readOnly) return new StartError(`The state file ${path} cannot be written.\nCheck its permissions.`);
  return error instanceof Error ? error : new Error(String(error));
};

const prepareFile = (connection: DatabaseSync, path: string, tables: string): void => {
  // WAL with synchronous=NORMAL: a commit costs no fsync and still survives the death of the process (kill -9).
  // EXCLUSIVE is taken before WAL starts, so that a second emulator on the same file cannot even read it.
  connection.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-131072");
  // A checkpoint does cost an fsync: one every 32 MB of the log, in place of every 4.
  connection.exec("PRAGMA wal_autocheckpoint=8000");
  connection.exec("BEGIN IMMEDIATE; COMMIT");
  const pragma = (name: string) => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const isNew = connection.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  if (!isNew && pragma("application_id") !== applicationId) {
    throw new StartError(`The state file ${path} is the database of another program.\nChoose another file.`);
  }
  if (!isNew && pragma("user_version") !== layoutVersion) {
    throw new StartError(`The state file ${path} was written by another version of the emulator.\nDelete it, or choose another file.`);
  }
  connection.exec(`PRAGMA application_id=${applicationId}; PRAGMA user_version=${layoutVersion}; ${tables}`);
};

/** Opens (or creates) the database at `path`, with `tables` in it. */
export const openDatabase = (path: string, tables: string): Database => {
  const absolute = path === inMemory ? path : resolve(path);
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(absolute);
    prepareFile(connection, absolute, tables);
  } catch (error) {
    connection?.close();
    throw explain(error, absolute);
  }
  const open = connection;
  const begin = open.prepare("BEGIN IMMEDIATE");
  const commit = open.prepare("COMMIT");
  const rollback = open.prepare("ROLLBACK");

  return {
    path: absolute,
    exec: (sql) => open.exec(sql),
    prepare: <Row>(sql: string): Statement<Row> => {
      const statement = open.prepare(sql);
      return {
        get: (...parameters) => statement.get(...parameters) as Row | undefined,
        all: (...parameters) => statement.all(...parameters) as Row[],
        run: (...parameters) => Number(statement.run(...parameters).changes),
      };
    },
    transaction: (work) => {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
    recordChanges: () => {
      let session = open.createSession();
      return {
        take: () => {
          const changes = session.changeset();
          session.close();
          session = open.createSession();
          return changes;
        },
        stop: () => session.close(),
      };
    },
    applyChanges: (changes) => void open.applyChangeset(changes),
    close: () => open.close(),
  };
};
