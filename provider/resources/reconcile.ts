/**
 * Brings the grants of one organization from what was recorded to what is declared.
 *
 * Operation 16 at the organization takes a user's access to everything in it, and its effect with `folderId` is not shown. So the order is:
 * removals from broad to narrow, then every grant that a removal took along but the declaration keeps, then additions and changes.
 */
import type { CollabError, ItemOutcome } from "../client/index.ts";
import type { Context } from "./contract.ts";
import { RefusedError } from "./errors.ts";
import { compareLevels, describeLevel, type Grant, grantKey, indexGrants, type Level, levelKey } from "./grants.ts";

/** Where grants are written, and what may be created on the way. */
export interface Scope {
  readonly organizationId: string;
  readonly createOrganization?: boolean | undefined;
  readonly createFolder?: boolean | undefined;
}

/** A grant that did not land, or a removal that did not happen. */
export interface GrantFailure {
  readonly grant: Grant;
  readonly error: CollabError;
}

/** What holds now, and what failed on the way. */
export interface Reconciled {
  readonly recorded: readonly Grant[];
  readonly failures: readonly GrantFailure[];
}

/** Fewer grants than this are sent before a person could read how many are. */
const worthProgress = 200;

const profileFields = ["accessRole", "name", "email", "initial"] as const;

/** The fields that a change has to send; what is not declared is left as it is. */
const changedFields = (from: Grant, to: Grant) => profileFields.filter((field) => to[field] !== undefined && to[field] !== from[field]);

/** Grants that the declaration no longer has. */
export const removedGrants = (before: readonly Grant[], after: readonly Grant[]): Grant[] => {
  const kept = indexGrants(after);
  return before.filter((grant) => !kept.has(grantKey(grant)));
};

/**
 * Refuses removals from a folder where nobody said what the service does with them.
 *
 * @throws RefusedError that names the users
 */
export const refuseFolderRemovals = (before: readonly Grant[], after: readonly Grant[], usersDeleteFolder: "folder" | undefined): void => {
  if (usersDeleteFolder === "folder") return;
  const removed = removedGrants(before, after);
  const leaving = new Set(removed.filter(({ level }) => level.kind === "organization").map(({ userId }) => userId));
  const folder = removed.filter(({ level, userId }) => level.kind === "folder" && !leaving.has(userId));
  if (folder.length === 0) return;
  const names = folder.slice(0, 10).map(({ userId, level }) => `${userId} from ${describeLevel(level)}`);
  if (folder.length > names.length) names.push(`and ${folder.length - names.length} more`);
  throw new RefusedError(
    `cannot remove ${names.join(", ")}: the service does not say what a removal from a folder does, and it may take the user's whole ` +
      "access to the organization. If yours removes from the folder only: pulumi config set collab:usersDeleteFolder folder. " +
      "Else keep the grant, or remove the user from the organization too.",
  );
};

interface Level2Users {
  readonly level: Level;
  readonly grants: Grant[];
}

const byLevel = (grants: Iterable<Grant>): Level2Users[] => {
  const groups = new Map<string, Level2Users>();
  for (const grant of grants) {
    const key = levelKey(grant.level);
    const group = groups.get(key);
    if (group) group.grants.push(grant);
    else groups.set(key, { level: grant.level, grants: [grant] });
  }
  return [...groups.values()].toSorted((a, b) => compareLevels(a.level, b.level));
};

const levelFields = (level: Level) =>
  level.kind === "organization" ? {} : level.kind === "folder" ? { folderId: level.id } : { documentId: level.id };

/** What the declaration now has, under way from what was recorded. */
class Reconciliation {
  readonly recorded: Map<string, Grant>;
  readonly failures: GrantFailure[] = [];
  readonly #context: Context;
  readonly #scope: Scope;
  readonly #after: Map<string, Grant>;
  #sent = 0;
  #total = 0;

  constructor(context: Context, scope: Scope, before: readonly Grant[], after: readonly Grant[]) {
    this.#context = context;
    this.#scope = scope;
    this.recorded = indexGrants(before);
    this.#after = indexGrants(after);
  }

  async run(): Promise<Reconciled> {
    const before = new Map(this.recorded);
    const removed = [...before].filter(([key]) => !this.#after.has(key)).map(([, grant]) => grant);
    const unchanged = [...this.#after.values()].filter((grant) => {
      const old = before.get(grantKey(grant));
      return old !== undefined && changedFields(old, grant).length === 0;
    });
    // A profile field that is no longer declared needs no call, but the record follows the declaration.
    for (const grant of unchanged) this.recorded.set(grantKey(grant), grant);
    this.#total = removed.length + this.#after.size - unchanged.length;

    await this.#remove(removed);
    const taken = [...this.#after].filter(([key]) => before.has(key) && !this.recorded.has(key)).map(([, grant]) => grant);
    this.#total += taken.length;
    await this.#add(taken);
    const retaken = new Set(taken);
    const missing: Grant[] = [];
    const changed: Grant[] = [];
    for (const [key, grant] of this.#after) {
      const old = this.recorded.get(key);
      if (old === undefined && !retaken.has(grant)) missing.push(grant);
      else if (old !== undefined && changedFields(old, grant).length > 0) changed.push(grant);
    }
    await Promise.all([this.#add(missing), this.#change(changed)]);
    return { recorded: [...this.recorded.values()], failures: this.failures };
  }

  async #remove(removed: readonly Grant[]): Promise<void> {
    const covered = new Set<string>();
    for (const { level, grants } of byLevel(removed)) {
      const due = grants.filter(({ userId }) => !covered.has(userId));
      // One level after the other: what a broad removal took along decides what the narrow ones still have to do.
      await this.#each("deleteUsers", level, due, (grant, outcome) => {
        // A user that is not there is as removed as can be (operation 16); narrower grants may still be.
        const absent = !outcome.ok && outcome.error.code === "not-found";
        if (!outcome.ok && !absent) return outcome;
        this.recorded.delete(grantKey(grant));
        if (level.kind === "organization" && outcome.ok) covered.add(grant.userId);
        if (level.kind !== "document") this.#takeAlong(grant, level.kind === "organization" && outcome.ok);
        return { ok: true };
      });
    }
  }

  /** Forgets the narrower grants of a user that a removal may have taken along: the kept ones are granted again. */
  #takeAlong(removal: Grant, everything: boolean): void {
    for (const [key, grant] of this.#grantsOf(removal.userId)) {
      const narrower = removal.level.kind === "organization" || grant.level.kind === "document";
      if (narrower && (everything || this.#after.has(key))) this.recorded.delete(key);
    }
  }

  #byUser: Map<string, string[]> | undefined;

  #grantsOf(userId: string): [string, Grant][] {
    if (!this.#byUser) {
      this.#byUser = new Map();
      for (const [key, grant] of this.recorded) {
        const keys = this.#byUser.get(grant.userId);
        if (keys) keys.push(key);
        else this.#byUser.set(grant.userId, [key]);
      }
    }
    return (this.#byUser.get(userId) ?? []).flatMap((key) => {
      const grant = this.recorded.get(key);
      return grant ? [[key, grant] as [string, Grant]] : [];
    });
  }

  async #add(grants: readonly Grant[]): Promise<void> {
    await Promise.all(
      byLevel(grants).map(async (group) => {
        const refused: GrantFailure[] = [];
        await this.#each("addUsers", group.level, group.grants, (grant, outcome) => {
          // Some services fail an add for a user that is there already; a change then does what the add could not.
          const mayExist = !outcome.ok && (outcome.error.code === "item" || outcome.error.code === "already-exists");
          if (!mayExist) return outcome;
          refused.push({ grant, error: outcome.error });
          return undefined;
        });
        const causes = new Map(refused.map(({ grant, error }) => [grant, error]));
        await this.#each("updateUsers", group.level, [...causes.keys()], (grant, outcome) => {
          const cause = causes.get(grant);
          return outcome.ok || !cause ? outcome : { ok: false, error: cause };
        });
      }),
    );
  }

  async #change(grants: readonly Grant[]): Promise<void> {
    const absent: Grant[] = [];
    await Promise.all(
      byLevel(grants).map(({ level, grants: changed }) =>
        this.#each("updateUsers", level, changed, (grant, outcome) => {
          if (outcome.ok || outcome.error.code !== "not-found") return outcome;
          this.recorded.delete(grantKey(grant));
          absent.push(grant);
          return undefined;
        }),
      ),
    );
    await this.#add(absent);
  }

  /** Sends one kind of write for users of one level; `judge` says what an outcome means, undefined that another write follows. */
  async #each(
    operation: "addUsers" | "updateUsers" | "deleteUsers",
    level: Level,
    grants: readonly Grant[],
    judge: (grant: Grant, outcome: ItemOutcome) => ItemOutcome | undefined,
  ): Promise<void> {
    if (grants.length === 0) return;
    const { client, signal, log } = this.#context;
    const { organizationId, createOrganization, createFolder } = this.#scope;
    const scope = { organizationId, ...levelFields(level) };
    let told = 0;
    const options = {
      signal,
      onProgress: (done: number) => {
        this.#sent += done - told;
        told = done;
        if (this.#total >= worthProgress) log.status(`${organizationId}: ${this.#sent} of ${this.#total} grants sent`);
      },
    };
    const outcomes =
      operation === "deleteUsers"
        ? await client.each(
            operation,
            scope,
            grants.map(({ userId }) => userId),
            options,
          )
        : await client.each(
            operation,
            {
              ...scope,
              ...(operation === "addUsers" && createOrganization ? { createOrganization } : {}),
              ...(operation === "addUsers" && createFolder && level.kind === "folder" ? { createFolder } : {}),
            },
            grants.map((grant) => this.#userOf(operation, grant)),
            options,
          );
    for (const grant of grants) {
      const outcome = outcomes.get(grant.userId);
      const verdict = outcome && judge(grant, outcome);
      if (!verdict) continue;
      if (!verdict.ok) this.failures.push({ grant, error: verdict.error });
      else if (operation !== "deleteUsers") this.recorded.set(grantKey(grant), grant);
    }
  }

  #userOf(operation: "addUsers" | "updateUsers", grant: Grant) {
    const old = operation === "updateUsers" ? this.recorded.get(grantKey(grant)) : undefined;
    const fields = old ? changedFields(old, grant) : profileFields;
    return {
      userId: grant.userId,
      ...Object.fromEntries(fields.flatMap((field) => (grant[field] === undefined ? [] : [[field, grant[field]]]))),
    };
  }
}

/**
 * Sends what takes the service from `before` to `after`, and nothing else.
 *
 * @throws RefusedError before anything is sent, where a removal from a folder is needed and its effect is not known
 */
export const reconcile = async (context: Context, scope: Scope, before: readonly Grant[], after: readonly Grant[]): Promise<Reconciled> => {
  refuseFolderRemovals(before, after, context.settings.usersDeleteFolder);
  return new Reconciliation(context, scope, before, after).run();
};
