/** Errors that handlers throw on purpose. Failures of the service itself are the client's `CollabError`. */
import type { CollabError } from "../client/index.ts";
import type { State } from "./contract.ts";

/** The declaration asks for what the service cannot do, or what nobody confirmed: nothing was sent. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** The service accepted a change, and a look shows that it did something else. */
export class MismatchError extends Error {
  override readonly name = "MismatchError";
}

/** Something was done and something was not: the id and what holds now are kept, and the next `up` does only the rest. */
export class IncompleteError extends Error {
  override readonly name = "IncompleteError";
  readonly state: State<unknown, unknown>;
  readonly reasons: readonly string[];

  constructor(state: State<unknown, unknown>, reasons: readonly string[], options?: ErrorOptions) {
    super(reasons.join("\n"), options);
    this.state = state;
    this.reasons = reasons;
  }
}

const cutOff = new Set(["network", "timeout", "cancelled", "unavailable", "internal", "protocol"]);

/** Whether the service may have done what the call asked for, although it failed: the answer was lost or made no sense. */
export const mayHaveLanded = (error: CollabError): boolean => error.maybeSent && cutOff.has(error.code);

const ofOneItem = new Set(["item", "invalid", "already-exists", "not-found", "protocol"]);

/** Whether a failure speaks of one item; every other one speaks of the whole call, and would be the same for all its items. */
export const isOfOneItem = ({ code }: CollabError): boolean => ofOneItem.has(code);

/** The text of anything that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
