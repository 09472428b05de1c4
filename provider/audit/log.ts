/** The audit log: a file that only grows, one JSON text a line (`collab:auditLog`). */
import { closeSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Audit, AuditEntry } from "./entry.ts";

/** Who runs, as far as the environment tells. */
export interface AuditOrigin {
  readonly project?: string | undefined;
  readonly stack?: string | undefined;
  readonly commit?: string | undefined;
  readonly actor?: string | undefined;
}

/** One line of the log. */
export interface AuditLine extends AuditOrigin, AuditEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

// What the usual build services set; our own names come first, so that a person can say it anywhere.
const commitVariables = [
  "COLLAB_COMMIT",
  "GITHUB_SHA",
  "CI_COMMIT_SHA",
  "BUILD_SOURCEVERSION",
  "BITBUCKET_COMMIT",
  "CIRCLE_SHA1",
  "GIT_COMMIT",
];
const actorVariables = [
  "COLLAB_ACTOR",
  "GITHUB_ACTOR",
  "GITLAB_USER_LOGIN",
  "BUILD_REQUESTEDFOR",
  "BITBUCKET_STEP_TRIGGERER_UUID",
  "USER",
  "USERNAME",
];

const firstOf = (env: Environment, names: readonly string[]): string | undefined => names.map((name) => env[name]).find(Boolean);

/** Commit and actor from the variables of the usual build services. */
export const originFrom = (env: Environment): Pick<AuditOrigin, "commit" | "actor"> => ({
  commit: firstOf(env, commitVariables),
  actor: firstOf(env, actorVariables),
});

/** The log's file cannot be written: said before anything is sent. */
export class AuditError extends Error {
  override readonly name = "AuditError";
}

export interface AuditOptions {
  /** Asked once, before the first line. */
  readonly origin: () => Promise<AuditOrigin>;
  /** Told where lines are lost: what was sent has been sent, and must be recorded in the state all the same. */
  readonly warn: (message: string) => void;
  readonly now?: () => Date;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Readable by its owner alone where it is new: it names people. */
const mode = 0o600;

/**
 * A log that appends to a file. Each record is one write in append mode, so that several stacks may share a file.
 *
 * @throws AuditError where the file cannot be written
 */
export const auditLog = (file: string, { origin, warn, now = () => new Date() }: AuditOptions): Audit => {
  try {
    closeSync(openSync(file, "a", mode));
  } catch (error) {
    throw new AuditError(`collab:auditLog: ${JSON.stringify(file)} cannot be written (${reasonOf(error)}). Nothing was sent.`);
  }
  let known: Promise<AuditOrigin> | undefined;
  return {
    async record(entries) {
      if (entries.length === 0) return;
      known ??= origin();
      const time = now().toISOString();
      const { project, stack, commit, actor } = await known;
      const lines = entries.map((entry): AuditLine => ({ time, project, stack, commit, actor, ...entry }));
      try {
        const handle = await open(file, "a", mode);
        try {
          await handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
          await handle.sync();
        } finally {
          await handle.close();
        }
      } catch (error) {
        warn(`collab:auditLog: ${entries.length} entries could not be written to ${JSON.stringify(file)} (${reasonOf(error)}).`);
      }
    },
  };
};
