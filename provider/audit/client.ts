/** A client that tells the audit log what it sends for switches and removals which no reconciler decides (18, 19, 21). */
import type { CollabClient, EachOptions, ItemOf, ItemOutcome, MultiItemName, ScopeOf } from "../client/index.ts";
import type { Audit, AuditEntry } from "./entry.ts";
import { resultOf } from "./result.ts";

type Described = Omit<AuditEntry, "result" | "message">;

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** How one item of an operation reads in the log; undefined for operations that are not logged here. */
const describe = (name: MultiItemName, scope: Readonly<Record<string, unknown>>, item: unknown): Described | undefined => {
  const id = text(item);
  if (name === "updateDisabledState") {
    const disabled = scope["disabled"] === true;
    // No operation reads whether an organization is disabled: what it was before is not known.
    return { action: disabled ? "disable" : "enable", organizationId: id, level: "organization", after: disabled };
  }
  if (name === "deleteUserGroupUsers") {
    const [organizationId, target] = [text(scope["organizationId"]), text(scope["organizationUserGroupId"])];
    return { action: "remove-from-group", organizationId, level: "group", target, userId: id, after: null };
  }
  if (name === "deleteUserData") return { action: "delete-user-data", level: "everywhere", userId: id, after: null };
  return undefined;
};

/** The same client; what it sends with `each` for 18, 19 and 21 is recorded before the answer is handed on. */
export const auditedClient = (client: CollabClient, audit: Audit): CollabClient => ({
  ...client,
  async each<Name extends MultiItemName>(
    name: Name,
    scope: ScopeOf<Name>,
    items: readonly ItemOf<Name>[],
    options?: EachOptions,
  ): Promise<Map<string, ItemOutcome>> {
    const outcomes = await client.each(name, scope, items, options);
    const entries = items.flatMap((item): AuditEntry[] => {
      const described = describe(name, { ...scope }, item);
      const outcome = outcomes.get(String(item));
      return described && outcome ? [{ ...described, ...resultOf(outcome, name === "deleteUserGroupUsers") }] : [];
    });
    await audit.record(entries);
    return outcomes;
  },
});
