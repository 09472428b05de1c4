/** From an HTTP answer to what it means, in every form the specification shows (response envelope, errors). */
import type { z } from "zod";
import { failureEnvelope, type ItemResult, operations, type OperationName } from "../../schema/service/index.ts";
import { classify, classifyForeign } from "./classify.ts";
import type { ErrorCode } from "./errors.ts";
import { type Decided, decidedIn, isObject, succeeded } from "./items.ts";
import type { HttpAnswer } from "./transport.ts";

/** A call that the service carried out, with its items decided. `data` is not checked yet: see `checked`. */
export interface Exchange {
  readonly data: unknown;
  readonly message: string;
  readonly nextPageToken?: string;
  readonly items: ReadonlyMap<string, ItemResult>;
  /** HTTP requests that were made for it. */
  readonly attempts: number;
  readonly httpStatus: number;
}

/** An attempt that failed. Texts are as they came. */
export interface Failure {
  readonly code: ErrorCode;
  readonly reason?: string;
  /** Text that is not the service's own, quoted after the reason: in full, as a cut could leave a piece of a secret. */
  readonly foreignText?: string;
  readonly httpStatus?: number;
  readonly status?: string;
  readonly serviceMessage?: string;
  readonly retryAfterMs?: number;
  readonly advice?: string;
  readonly cause?: Error;
  /** Whether another attempt may do better. */
  readonly passing: boolean;
  /** False only where it is certain that the service got nothing. */
  readonly maybeSent: boolean;
}

export type Meaning =
  | { readonly ok: true; readonly exchange: Omit<Exchange, "attempts"> }
  | { readonly ok: false; readonly failure: Failure };

const temporary = new Set<ErrorCode>(["rate-limited", "unavailable", "internal"]);
const failed = (failure: Omit<Failure, "passing" | "maybeSent">, passing = temporary.has(failure.code)): Meaning => ({
  ok: false,
  failure: { ...failure, passing, maybeSent: true },
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An answer that is not in the service's language. */
const foreign = ({ httpStatus, contentType, text }: HttpAnswer): Meaning => {
  const what = text === "" ? "an empty body" : `${contentType ?? "something"} that is not the service's`;
  const code = classifyForeign(httpStatus);
  const advice = code === "protocol" ? { advice: "Is that the service's address, and is a proxy or gateway in between?" } : {};
  return failed({ code, httpStatus, reason: `the answer is ${what}`, foreignText: text, ...advice });
};

const misfit = (httpStatus: number, field: string, expected: string): Meaning =>
  failed({ code: "protocol", httpStatus, reason: `the answer does not fit: ${field}: expected ${expected}` });

const failure = (operation: OperationName, body: { error: unknown }, answer: HttpAnswer, ids?: readonly string[]): Meaning => {
  const { httpStatus } = answer;
  const parsed = failureEnvelope.safeParse(body);
  const loose = isObject(body.error) ? body.error : { message: body.error };
  // A failure in an odd form is a failure all the same.
  const message = typeof loose["message"] === "string" ? loose["message"] : JSON.stringify(body.error);
  const status = typeof loose["status"] === "string" ? loose["status"] : undefined;
  const details = parsed.success ? parsed.data.error.details : loose["details"];
  const decided = decidedIn(operation, details, ids);
  if (decided) return { ok: true, exchange: { ...decided, message, httpStatus } };
  const code = classify(operations[operation], status, httpStatus, message);
  // A gateway's own 404 must not pass for "the service says that it is gone": whoever asked would drop what still exists.
  if (code === "not-found" && status === undefined && !parsed.success) return foreign(answer);
  const undecided = code !== "internal" || details === undefined || ids === undefined;
  return failed(
    { code, httpStatus, serviceMessage: message, ...(status === undefined ? {} : { status }) },
    temporary.has(code) && undecided,
  );
};

/** Null, "" and nothing all mean that there is no further page. */
const nextPage = (result: Readonly<Record<string, unknown>>, name: string | undefined): { nextPageToken?: string } => {
  const token = name === undefined ? undefined : result[name];
  return typeof token === "string" && token !== "" ? { nextPageToken: token } : {};
};

/** What an answer means for a call that sent these items. */
export const interpret = (operation: OperationName, answer: HttpAnswer, ids: readonly string[] | undefined): Meaning => {
  const row = operations[operation];
  const { httpStatus, text } = answer;
  const body = parseJson(text);
  if (!isObject(body)) return foreign(answer);
  if (body["error"] !== undefined && body["error"] !== null) return failure(operation, { error: body["error"] }, answer, ids);
  const result = body["result"] ?? (row.envelope === "job" ? body : undefined);
  if (!isObject(result)) return httpStatus < 400 ? misfit(httpStatus, "result", "an object") : foreign(answer);
  const message = typeof result["message"] === "string" ? result["message"] : "";
  if (result["status"] !== "success") {
    const reason = 'the answer does not fit: result.status: expected "success"';
    return failed({ code: "protocol", httpStatus, reason, serviceMessage: message });
  }
  const decided: Decided = succeeded(operation, result["data"] ?? null, ids);
  if (operation === "addNotification" && isObject(decided.data) && decided.data["success"] === false) {
    const said = decided.data["message"];
    return failed({ code: "item", httpStatus, serviceMessage: typeof said === "string" ? said : message });
  }
  return { ok: true, exchange: { ...decided, message, httpStatus, ...nextPage(result, "pageToken" in row ? row.pageToken : undefined) } };
};

/** `apiKey` comes back in folders (3) and notification config (23): nobody here needs it. */
const withoutKey = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutKey);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (key === "apiKey" ? [] : [[key, withoutKey(each)]])));
};
const revealing = new Set<OperationName>(["getFolders", "getFoldersV1", "getNotificationConfig"]);

export type Checked =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly facts: Pick<Failure, "code" | "reason"> };

/** `result.data`, checked against the operation's schema. Unknown fields stay. */
export const checked = (operation: OperationName, data: unknown): Checked => {
  const schema: z.ZodType = operations[operation].result;
  const parsed = schema.safeParse(data);
  if (parsed.success) return { ok: true, data: revealing.has(operation) ? withoutKey(parsed.data) : parsed.data };
  const [issue] = parsed.error.issues;
  const where = operations[operation].envelope === "job" ? ["data"] : ["result", "data"];
  const field = [...where, ...(issue?.path ?? [])].join(".");
  return { ok: false, facts: { code: "protocol", reason: `the answer does not fit: ${field}: ${issue?.message ?? "unexpected"}` } };
};
