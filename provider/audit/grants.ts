/** What a reconciler did with one grant, as an entry of the audit log. */
import type { ItemOutcome } from "../client/index.ts";
import type { Grant } from "../resources/memberships/grants.ts";
import type { AuditedGrant, AuditEntry } from "./entry.ts";
import { resultOf } from "./result.ts";

const audited = ({ accessRole, name, email, initial }: Grant): AuditedGrant => ({ accessRole, name, email, initial });

/**
 * @param before what was recorded, if anything
 * @param outcome what became of it
 */
export const grantEntry = (
  operation: "addUsers" | "updateUsers" | "deleteUsers",
  organizationId: string,
  grant: Grant,
  before: Grant | undefined,
  outcome: ItemOutcome,
): AuditEntry => ({
  // What an add could not do may have been tried as a change: it is told by what the user had, not by the operation.
  action: operation === "deleteUsers" ? "remove" : before ? "change" : "grant",
  organizationId,
  level: grant.level.kind,
  ...(grant.level.kind === "organization" ? {} : { target: grant.level.id }),
  userId: grant.userId,
  before: before ? audited(before) : null,
  after: operation === "deleteUsers" ? null : audited(grant),
  ...resultOf(outcome, operation === "deleteUsers"),
});
