/** Changes that were cut off: whether they landed is not known, and often no read can tell. */
import { z } from "zod";
import { operations } from "../../schema/service/index.ts";
import { CollabError } from "../client/index.ts";
import type { State } from "./contract.ts";
import { IncompleteError, mayHaveLanded, messageOf, MismatchError } from "./errors.ts";

/** A computed property: what is recorded may not be what holds, so the next run sends everything again, whatever is declared by then. */
export const unsure = z
  .literal(true)
  .describe("The last change was cut off or not confirmed, and may hold or not: the next run sends what is declared again (provider).")
  .optional();

/** Whether something may have changed; a read fails here only after the write that it was to confirm. */
const mayHaveChanged = (error: unknown): boolean =>
  error instanceof MismatchError ||
  (error instanceof CollabError && (mayHaveLanded(error) || operations[error.operation].effect === "read"));

/**
 * What a change that failed ends with. Where it may have changed something all the same, what was recorded is kept and marked: were it kept
 * as it is, a declaration that goes back to it would find nothing to do, and the service would keep the change.
 */
export const unsureAfter = (error: unknown, { inputs, computed }: State<object, object>): unknown =>
  mayHaveChanged(error)
    ? new IncompleteError({ inputs, computed: { ...computed, unsure: true } }, [messageOf(error)], { cause: error })
    : error;
