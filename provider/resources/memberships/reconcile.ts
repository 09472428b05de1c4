/**
 * Brings the grants of one organization from what was recorded to what is declared.
 *
 * Operation 16 at the organization takes a user's access to everything in it, and its effect with `folderId` is not shown. So the order is:
 * removals from broad to narrow, then every grant that a removal took along but the declaration keeps, then additions and changes.
 */
import type { AuditEntry } from "../../audit/entry.ts";
import { grantEntry } from "../../audit/grants.ts";
import type { CollabClient, CollabError, ItemOutcome } from "../../client/index.ts";
import type { Settings } from "../../configuration.ts";
import type { Context } from "../contract.ts";
import { mayHaveLanded, RefusedError } from "../errors.ts";
import { byLevel, describeLevel, type Grant, grantKey, indexGrants, type Level, levelFields, organizationLevel } from "./grants.ts";

/** Where grants are written, and what may be created on the way. */
export interface Scope {
  readonly organizationId: string;
  readonly createOrganization?: boolean | undefined;
  readonly createFolder?: boolean | undefined;
}

/** The part of a context that reconciling needs: whoever only wants to know what would be sent can give a client that sends nothing. */
export type ReconcileContext = Pick<Context, "log" | "signal" | "audit"> & {
  readonly settings: Pick<Settings, "usersDeleteFolder">;
  readonly client: Pick<CollabClient, "each">;
};

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
 * @param departed users who are removed from the organization wherever their grants came from
 * @throws RefusedError that names the users
 */
export const refuseFolderRemovals = (
  before: readonly Grant[],
  after: readonly Grant[],
  usersDeleteFolder: "folder" | undefined,
  departed: readonly string[] = [],
): void => {
  if (usersDeleteFolder === "folder") return;
  const removed = removedGrants(before, after);
  const leaving = new Set([...departed, ...removed.filter(({ level }) => level.kind === "organization").map(({ userId }) => userId)]);
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

/** What the declaration now has, under way from what was recorded. */
class Reconciliation {
  readonly recorded: Map<string, Grant>;
  readonly failures: GrantFailure[] = [];
  readonly #context: ReconcileContext;
  readonly #scope: Scope;
  readonly #after: Map<string, Grant>;
  readonly #departed: readonly string[];
  #sent = 0;
  #total = 0;

  constructor(context: ReconcileContext, scope: Scope, before: readonly Grant[], after: readonly Grant[], departed: readonly string[]) {
    this.#context = context;
    this.#scope = scope;
    this.recorded = indexGrants(before);
    this.#after = indexGrants(after);
    this.#departed = departed;
  }

  async run(): Promise<Reconciled> {
    const before = [...this.recorded.values()];
    const removed = this.#withDeparted(removedGrants(before, [...this.#after.values()]));
    for (const grant of this.#after.values()) {
      // A profile field that is no longer declared needs no call, but the record follows the declaration.
      if (this.#isDone(grant)) this.recorded.set(grantKey(grant), grant);
    }
    this.#total = removed.length + [...this.#after.values()].filter((grant) => !this.#isDone(grant)).length;
    const known = new Set(this.recorded.keys());

    await this.#remove(removed);
    const taken = [...this.#after.values()].filter((grant) => known.has(grantKey(grant)) && !this.recorded.has(grantKey(grant)));
    this.#total += taken.length;
    await this.#add(taken);
    const retaken = new Set(taken);
    const due = [...this.#after.values()].filter((grant) => !retaken.has(grant) && !this.#isDone(grant));
    const isNew = (grant: Grant): boolean =>
      this.recorded.get(grantKey(grant))?.unsure !== undefined || !this.recorded.has(grantKey(grant));
    await Promise.all([this.#add(due.filter(isNew)), this.#change(due.filter((grant) => !isNew(grant)))]);
    return { recorded: [...this.recorded.values()], failures: this.failures };
  }

  /** Whether the record has a declared grant as it is declared, and for sure. */
  #isDone(grant: Grant): boolean {
    const old = this.recorded.get(grantKey(grant));
    return old !== undefined && !old.unsure && changedFields(old, grant).length === 0;
  }

  /** Users who departed are removed from the organization although nothing is recorded of them there. */
  #withDeparted(removed: readonly Grant[]): readonly Grant[] {
    const leaving = new Set(removed.filter(({ level }) => level.kind === "organization").map(({ userId }) => userId));
    const unknown = this.#departed.filter((userId) => !leaving.has(userId));
    return [...removed, ...unknown.map((userId): Grant => ({ userId, level: organizationLevel, accessRole: "viewer" }))];
  }

  /** From broad to narrow, as what a removal from the organization took along needs no removal of its own. */
  async #remove(removed: readonly Grant[]): Promise<void> {
    const covered = new Set<string>();
    const absent = new Set<string>();
    const groups = byLevel(removed);
    for (const kind of ["organization", "folder", "document"] as const) {
      const ofKind = groups.filter(({ level }) => level.kind === kind);
      await Promise.all(
        ofKind.map(async ({ level, grants }) => {
          // Without the setting, a removal from a folder may be one from everything; who is in no organization has nothing there either.
          const uncertain = kind === "folder" && this.#context.settings.usersDeleteFolder !== "folder";
          const skipped = (userId: string) => covered.has(userId) || (uncertain && absent.has(userId));
          for (const grant of grants.filter(({ userId }) => skipped(userId))) this.recorded.delete(grantKey(grant));
          const due = grants.filter(({ userId }) => !skipped(userId));
          await this.#each("deleteUsers", level, due, (grant, outcome) => {
            // A user that is not there is as removed as can be (operation 16); narrower grants may still be.
            const isAbsent = !outcome.ok && outcome.error.code === "not-found";
            const isCutOff = !outcome.ok && mayHaveLanded(outcome.error);
            if (kind === "organization" && (outcome.ok || isAbsent || isCutOff)) this.#takeAlong(grant.userId, outcome);
            if (!outcome.ok && !isAbsent) return outcome;
            this.recorded.delete(grantKey(grant));
            if (kind === "organization") (outcome.ok ? covered : absent).add(grant.userId);
            return { ok: true };
          });
        }),
      );
    }
  }

  /**
   * What a removal from the organization does to the user's other grants: it took them along, or, where the user was unknown or the answer
   * is lost, it may have. The declared ones are granted again.
   */
  #takeAlong(userId: string, outcome: ItemOutcome): void {
    const cutOff = !outcome.ok && mayHaveLanded(outcome.error);
    for (const [key, grant] of this.#grantsOf(userId)) {
      if (grant.level.kind === "organization") continue;
      if (cutOff) this.recorded.set(key, { ...grant, unsure: true });
      else if (outcome.ok || this.#after.has(key)) this.recorded.delete(key);
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
    const { client, signal, log, audit } = this.#context;
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
    const entries: AuditEntry[] = [];
    for (const grant of grants) {
      const outcome = outcomes.get(grant.userId);
      const before = this.recorded.get(grantKey(grant));
      const verdict = outcome && judge(grant, outcome);
      if (!verdict) continue;
      entries.push(grantEntry(operation, organizationId, grant, before, verdict.ok ? outcome : verdict));
      if (!verdict.ok) {
        this.failures.push({ grant, error: verdict.error });
        // Kept, and marked: it is sent again while it is declared, and taken away once it no longer is.
        const isKnown = operation !== "deleteUsers" || this.recorded.has(grantKey(grant));
        if (isKnown && mayHaveLanded(verdict.error)) this.recorded.set(grantKey(grant), { ...grant, unsure: true });
      } else if (operation !== "deleteUsers") this.recorded.set(grantKey(grant), grant);
    }
    await audit?.record(entries);
  }

  #userOf(operation: "addUsers" | "updateUsers", grant: Grant) {
    const old = operation === "updateUsers" ? this.recorded.get(grantKey(grant)) : undefined;
    // What is not known to hold is sent as a whole.
    const fields = old && !old.unsure ? changedFields(old, grant) : profileFields;
    return {
      userId: grant.userId,
      ...Object.fromEntries(fields.flatMap((field) => (grant[field] === undefined ? [] : [[field, grant[field]]]))),
    };
  }
}

/**
 * Sends what takes the service from `before` to `after`, and nothing else.
 *
 * @param departed users to remove from the organization although nothing may be recorded of them
 * @throws RefusedError before anything is sent, where a removal from a folder is needed and its effect is not known
 */
export const reconcile = async (
  context: ReconcileContext,
  scope: Scope,
  before: readonly Grant[],
  after: readonly Grant[],
  departed: readonly string[] = [],
): Promise<Reconciled> => {
  refuseFolderRemovals(before, after, context.settings.usersDeleteFolder, departed);
  return new Reconciliation(context, scope, before, after, departed).run();
};
