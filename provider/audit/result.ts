/** What became of an item, in the words of the audit log. */
import type { ItemOutcome } from "../client/index.ts";
import { mayHaveLanded } from "../resources/errors.ts";
import type { AuditEntry } from "./entry.ts";

/**
 * Result and, where it is not done, the error's words; those of our errors are redacted where they are made.
 *
 * @param removal who is not there is as removed as can be
 */
export const resultOf = (outcome: ItemOutcome, removal: boolean): Pick<AuditEntry, "result" | "message"> => {
  if (outcome.ok) return { result: "done" };
  const { code, message } = outcome.error;
  if (removal && code === "not-found") return { result: "absent", message };
  return { result: mayHaveLanded(outcome.error) ? "unsure" : "failed", message };
};
