/** What an audit log keeps: one entry for each thing sent that changes who has access. Never a secret. */

/** A grant's role and the profile that goes along, as far as declared or recorded. */
export interface AuditedGrant {
  readonly accessRole: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly initial?: string | undefined;
}

/** One thing that was sent, and what became of it. */
export interface AuditEntry {
  /**
   * `grant` and `change` (12 to 15), `remove` (16), `disable` and `enable` (19), `remove-from-group` (21), `delete-user-data` (18).
   * Numbers are those of the specification's operations.
   */
  readonly action: "grant" | "change" | "remove" | "disable" | "enable" | "remove-from-group" | "delete-user-data";
  /** Absent where the operation is about users wherever they are (18). */
  readonly organizationId?: string | undefined;
  readonly level: "organization" | "folder" | "document" | "group" | "everywhere";
  /** Id of the folder, document or group. */
  readonly target?: string | undefined;
  readonly userId?: string | undefined;
  /** What was recorded before; null where nothing was, absent where nobody can know. */
  readonly before?: AuditedGrant | boolean | null | undefined;
  /** What was asked for; null for a removal. */
  readonly after?: AuditedGrant | boolean | null | undefined;
  /** `unsure`: the answer was lost, and it may have happened; `absent`: there was nothing to remove. */
  readonly result: "done" | "absent" | "failed" | "unsure";
  /** Why it is not done, in the words of the error. */
  readonly message?: string | undefined;
}

/** Where entries go. Settles when they are kept, so that a run never ends before its log. */
export interface Audit {
  record(entries: readonly AuditEntry[]): Promise<void>;
}
