/** Makes errors: takes the secrets out of what is known, and adds what to do next. */
import { itemResult, type OperationName, operations } from "../../schema/service/index.ts";
import type { Failure } from "./envelope.ts";
import { CollabError, type ErrorFacts } from "./errors.ts";
import type { Settings } from "./options.ts";
import { mayRepeat } from "./retry.ts";
import type { Secrets } from "./secrets.ts";
import { TimeUp } from "./signals.ts";
import type { TransportError } from "./transport.ts";

/** What an error is made of, before secrets are taken out. */
type RawFacts = Omit<ErrorFacts, "operation" | "attempts"> & Pick<Failure, "foreignText">;

/** A line that fits into a message. */
const excerpt = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
};

export interface Reports {
  /** An error whose texts are free of secrets. */
  error(operation: OperationName, facts: RawFacts, attempts: number): CollabError;
  /** The error of a call whose last attempt failed so. */
  failed(operation: OperationName, failure: Failure, attempts: number): CollabError;
  /** The error of a call that was ended before it had an answer. */
  ended(operation: OperationName, signal: AbortSignal, attempts: number): CollabError;
  /** What it means that no answer came. */
  unanswered(problem: TransportError): Failure;
}

export const createReports = ({ baseUrl, optionNames }: Settings, secrets: Secrets, closing: AbortSignal): Reports => {
  const error: Reports["error"] = (operation, { reason, foreignText, serviceMessage, items, ...facts }, attempts) => {
    const quoted = foreignText ? `: ${JSON.stringify(excerpt(secrets.text(foreignText)))}` : "";
    return new CollabError({
      ...facts,
      operation,
      attempts,
      optionNames,
      reason: reason === undefined ? undefined : `${secrets.text(reason)}${quoted}`,
      serviceMessage: serviceMessage === undefined ? undefined : secrets.text(serviceMessage),
      items: items && new Map([...items].map(([id, entry]) => [id, itemResult.parse(secrets.json(entry))])),
    });
  };
  return {
    error,
    failed(operation, failure, attempts) {
      const { passing, retryAfterMs: _, ...facts } = failure;
      const { maybeSent } = facts;
      const unsure = passing && maybeSent && !mayRepeat(operation, failure);
      const lost = maybeSent && (facts.code === "network" || facts.code === "timeout") && operations[operation].effect === "write";
      const told = facts.advice === undefined ? "" : ` ${facts.advice}`;
      const advice = unsure
        ? { advice: "It may have been carried out, so it was not sent again." }
        : lost
          ? { advice: `It may have been carried out.${told}` }
          : {};
      return error(operation, { ...facts, ...advice }, attempts);
    },
    ended(operation, signal, attempts) {
      const late = signal.reason instanceof TimeUp;
      const cancelled = closing.aborted ? "the client was closed" : "cancelled by the caller";
      const sent = attempts > 0 && operations[operation].effect === "write";
      const reason = `${late ? signal.reason.message : cancelled}${sent ? ", after it was sent: it may have been carried out" : ""}`;
      return error(operation, { code: late ? "timeout" : "cancelled", reason, maybeSent: attempts > 0 }, attempts);
    },
    unanswered({ code, message, passing, maybeSent, cause }) {
      // The cause is the transport's own copy: nobody else sees it change.
      if (cause) Object.assign(cause, { message: secrets.text(cause.message), stack: secrets.text(cause.stack ?? "") });
      const advice = code === "network" ? { advice: `Is the service running at ${baseUrl}?` } : {};
      return { code, reason: message, passing, maybeSent, ...advice, ...(cause && { cause }) };
    },
  };
};
