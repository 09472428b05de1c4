/** The one error of the client: a closed set of codes, a message for people, and everything that is known, without secrets. */
import { type ItemResult, type OperationName, operations } from "../../schema/service/index.ts";

/** What kind of failure it is; closed, so that callers can decide without looking at messages. */
export const errorCodes = [
  "unauthorized",
  "invalid",
  "precondition",
  "not-found",
  "already-exists",
  "rate-limited",
  "unavailable",
  "network",
  "timeout",
  "cancelled",
  "internal",
  "protocol",
  "item",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Options that errors speak of. */
export type NamedOption =
  | "baseUrl"
  | "apiKey"
  | "authToken"
  | "apiVersion"
  | "maxItemsPerCall"
  | "maxConcurrency"
  | "requestTimeoutMs"
  | "totalTimeoutMs"
  | "maxRetries";
/** Other names of options: a person who configures a stack has never heard of `requestTimeoutMs`. */
export type OptionNames = Readonly<Partial<Record<NamedOption, string>>>;

/** What is known of a failure. Texts must be free of secrets already. */
export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly operation: OperationName;
  /** What happened where the service said nothing itself, e.g. `connection refused (ECONNREFUSED)`. */
  readonly reason?: string | undefined;
  readonly httpStatus?: number | undefined;
  /** `error.status` of the service. */
  readonly status?: string | undefined;
  /** The service's own text. */
  readonly serviceMessage?: string | undefined;
  readonly items?: ReadonlyMap<string, ItemResult> | undefined;
  /** Id of the item that failed, where it is one item's failure. */
  readonly item?: string | undefined;
  /** HTTP requests that were made for it. */
  readonly attempts: number;
  /** False only where it is certain that the service got nothing. */
  readonly maybeSent?: boolean | undefined;
  /** What to do, where it is known better than by the code. */
  readonly advice?: string | undefined;
  /** What the person who reads it calls the client's options. */
  readonly optionNames?: OptionNames | undefined;
  readonly cause?: unknown;
}

const adviceFor: Partial<Record<ErrorCode, (nameOf: (option: NamedOption) => string) => string>> = {
  unauthorized: (nameOf) => `Check the API key and the auth token (${nameOf("apiKey")}, ${nameOf("authToken")}).`,
  "rate-limited": (nameOf) => `Try again later, or with a lower ${nameOf("maxConcurrency")}.`,
  unavailable: () => "Try again later.",
  internal: () => "Try again later; if it stays, the service's operator has to look.",
  timeout: (nameOf) => `Try again, or allow more time (${nameOf("requestTimeoutMs")}).`,
};

/** Operations that need the advanced queries option (specification, operations 3, 4, 5, 8). */
const needAdvancedQueries = new Set<OperationName>(["getFolders", "getFoldersV1", "updateFolders", "getDocuments"]);

const adviceOf = ({ code, operation, advice, optionNames = {} }: ErrorFacts): string | undefined => {
  if (advice !== undefined) return advice;
  if (code === "precondition" && needAdvancedQueries.has(operation)) {
    return "Switch on the advanced queries option in the service's console.";
  }
  return adviceFor[code]?.((option) => optionNames[option] ?? option);
};

const describe = (facts: ErrorFacts): string => {
  const { operation, reason, httpStatus, status, serviceMessage, item, attempts } = facts;
  const { path, summary } = operations[operation];
  const what = `${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, "")}`;
  const whom = item === undefined ? "" : `, item ${JSON.stringify(item)}`;
  const said = serviceMessage === undefined ? [] : [`the service said ${JSON.stringify(serviceMessage)}`];
  const why = [...said, ...(reason === undefined ? [] : [reason])].join(", ") || "no reason was given";
  const details = [
    ...(status === undefined ? [] : [status]),
    ...(httpStatus === undefined ? [] : [`HTTP ${httpStatus}`]),
    attempts === 1 ? "1 attempt" : `${attempts} attempts`,
  ].join(", ");
  const next = adviceOf(facts);
  return `Could not ${what} (${path}${whom}): ${why} (${details}).${next === undefined ? "" : ` ${next}`}`;
};

/** A failed call, or a failed item of a call (`each`). */
export class CollabError extends Error {
  override readonly name = "CollabError";
  readonly code: ErrorCode;
  readonly operation: OperationName;
  /** Path of the operation, e.g. `v2/users/add`. */
  readonly path: string;
  readonly httpStatus: number | undefined;
  /** `error.status` of the service, e.g. `INVALID_ARGUMENT`. */
  readonly status: string | undefined;
  /** The service's own text. */
  readonly serviceMessage: string | undefined;
  /** What the service said of items, by the id that was sent. */
  readonly items: ReadonlyMap<string, ItemResult> | undefined;
  /** HTTP requests that were made for it. */
  readonly attempts: number;
  /** False only where it is certain that the service got nothing, in any attempt. */
  readonly maybeSent: boolean;
  readonly #facts: ErrorFacts;

  constructor(facts: ErrorFacts) {
    super(describe(facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.operation = facts.operation;
    this.path = operations[facts.operation].path;
    this.httpStatus = facts.httpStatus;
    this.status = facts.status;
    this.serviceMessage = facts.serviceMessage;
    this.items = facts.items;
    this.attempts = facts.attempts;
    this.maybeSent = facts.maybeSent ?? true;
    this.#facts = facts;
  }

  /** The same failure with more known of it. */
  with(facts: Partial<ErrorFacts>): CollabError {
    return new CollabError({ ...this.#facts, ...facts });
  }
}
