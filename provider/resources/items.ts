/** Writes of many items where what landed and what did not must both be kept. */
import type { CollabError, ItemOutcome } from "../client/index.ts";
import type { State } from "./contract.ts";
import { IncompleteError } from "./errors.ts";

/** An item that did not land. */
export interface Failed {
  readonly id: string;
  readonly error: CollabError;
}

/** Failures by item, in the order of the items. */
export const failuresOf = (outcomes: ReadonlyMap<string, ItemOutcome>, tolerate: (code: string) => boolean = () => false): Failed[] =>
  [...outcomes].flatMap(([id, outcome]) => (outcome.ok || tolerate(outcome.error.code) ? [] : [{ id, error: outcome.error }]));

/** Something that is not there is as removed as can be. */
export const isAbsent = (code: string): boolean => code === "not-found";

/** What is in `now` and not in `before`. */
export const added = (before: readonly string[], now: readonly string[]): string[] => {
  const known = new Set(before);
  return now.filter((id) => !known.has(id));
};

/** The ids of a list without those that failed. */
export const without = (ids: readonly string[], failures: readonly { readonly id: string }[]): string[] => {
  const failed = new Set(failures.map(({ id }) => id));
  return ids.filter((id) => !failed.has(id));
};

const reasonsOf = (failures: readonly Failed[]): string[] => failures.map(({ id, error }) => `${id}: ${error.message}`);

/** What a write ends with that some items failed in: what landed is kept in `state`, and the others are named. */
export const incomplete = (state: State<unknown, unknown>, failures: readonly Failed[]): IncompleteError =>
  new IncompleteError(state, reasonsOf(failures), { cause: failures[0]?.error });

/** What a create ends with where nothing landed: nothing is kept, and the next run creates again. */
export const nothingLanded = (failures: readonly Failed[]): Error =>
  new Error(reasonsOf(failures).join("\n"), { cause: failures[0]?.error });
