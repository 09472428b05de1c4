/** One call of one operation: attempts, waits between them, and what became of it. */
import { type Operation, type OperationName, operations } from "../../schema/service/index.ts";
import { type Exchange, type Failure, interpret, type Meaning } from "./envelope.ts";
import { CollabError } from "./errors.ts";
import { sentIds } from "./items.ts";
import { Gate } from "./limit.ts";
import type { Settings } from "./options.ts";
import { createReports, type Reports } from "./reports.ts";
import { backoffMs, mayRepeat, RetryBudget, retryAfterMs } from "./retry.ts";
import { secretsOf } from "./secrets.ts";
import { bound, untilEnd } from "./signals.ts";
import { tracer } from "./tracing.ts";
import { createTransport, type HttpAnswer, TransportError } from "./transport.ts";
import type { CallOptions } from "./types.ts";

/** The 202 of operation 18 may take up to 5 minutes (specification, "Limits"). */
const jobTimeoutMs = 330_000;

/** What the parts of a client share. */
export interface Caller {
  readonly settings: Settings;
  /** Sends one call, with as many attempts as it needs. Rejects with a CollabError. */
  exchange(operation: OperationName, data: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Exchange>;
  /** Waits before items are sent again; false where the retries are used up. */
  pause(operation: OperationName, retry: number, failure: Failure, signal: AbortSignal): Promise<boolean>;
  /** Waits for a shared call on one caller's terms: it may give up on its own. */
  within<Value>(operation: OperationName, shared: Promise<Value>, options: CallOptions): Promise<Value>;
  /** An error whose texts are free of secrets. */
  error: Reports["error"];
  close(): Promise<void>;
}

export const createCaller = (settings: Settings): Caller => {
  const { clock, random, maxRetries } = settings;
  const transport = createTransport(settings);
  const secrets = secretsOf(settings);
  const trace = tracer(secrets);
  const closing = new AbortController();
  const reports = createReports(settings, secrets, closing.signal);
  const gate = new Gate(settings.maxConcurrency, settings.sleep, clock);
  const budget = new RetryBudget(clock);

  const bodyOf = (row: Operation, data: object): string => {
    const { apiKey, authToken } = settings;
    return JSON.stringify({ data: row.credentials === "headers" ? data : { ...data, apiKey, authToken } });
  };

  /** One attempt. Rejects only with the signal's reason. */
  const attempt = async (
    operation: OperationName,
    body: string,
    ids: readonly string[] | undefined,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Meaning> => {
    const row: Operation = operations[operation];
    const about = { operation, path: row.path, attempt };
    const timeoutMs = row.envelope === "job" ? Math.max(settings.requestTimeoutMs, jobTimeoutMs) : settings.requestTimeoutMs;
    const started = clock();
    trace.request({ ...about, text: body });
    let answer: HttpAnswer;
    try {
      answer = await transport.post(row, body, timeoutMs, signal);
    } catch (problem) {
      if (!(problem instanceof TransportError)) throw problem;
      trace.response({ ...about, durationMs: clock() - started, error: secrets.text(problem.message) });
      return { ok: false, failure: reports.unanswered(problem) };
    }
    const { httpStatus, text } = answer;
    trace.response({ ...about, durationMs: clock() - started, httpStatus, text });
    const meaning = interpret(operation, answer, ids);
    if (meaning.ok) return meaning;
    const wait = retryAfterMs(answer.retryAfter, clock());
    return wait === undefined ? meaning : { ok: false, failure: { ...meaning.failure, retryAfterMs: wait } };
  };

  const notify = (operation: OperationName, failure: Failure, attempt: number, delayMs: number): void => {
    const said = failure.serviceMessage ?? failure.reason ?? failure.code;
    const notice = { operation, path: operations[operation].path, attempt, delayMs, code: failure.code, message: secrets.text(said) };
    trace.retry(notice);
    try {
      settings.onRetry?.(notice);
    } catch {
      // It is told for show: a fault in it must not stop what is being told.
    }
  };

  /** Milliseconds until the call may be made again; undefined where it may not. */
  const planned = (operation: OperationName, failure: Failure, retries: number, deadline: number): number | undefined => {
    if (retries >= maxRetries || !mayRepeat(operation, failure)) return undefined;
    const delayMs = backoffMs(retries, failure, random);
    if (clock() + delayMs >= deadline) return undefined;
    return failure.code === "rate-limited" || budget.take() ? delayMs : undefined;
  };

  return {
    settings,
    error: reports.error,
    async exchange(operation, data, { signal: outer, timeoutMs } = {}) {
      const row: Operation = operations[operation];
      const times = [timeoutMs, settings.totalTimeoutMs].filter((time) => time !== undefined);
      const total = times.length === 0 ? undefined : Math.min(...times);
      const deadline = total === undefined ? Number.POSITIVE_INFINITY : clock() + total;
      const { signal, release } = bound([outer, closing.signal], total);
      let attempts = 0;
      let maybeSent = false;
      // "Too many" has a count of its own, which starts again as long as the service takes other calls: this one's turn will come.
      const retries = { limited: 0, failed: 0 };
      let { carriedOut } = gate;
      let body: string | undefined;
      let ids: string[] | undefined;
      try {
        for (;;) {
          const pass = await gate.enter(signal, attempts > 0);
          attempts += 1;
          let pauseMs: number | undefined;
          try {
            // Not before its turn: of a thousand calls the first should not wait until the last is written.
            body ??= bodyOf(row, data);
            ids ??= sentIds(row, data);
            const meaning = await attempt(operation, body, ids, attempts, signal);
            if (meaning.ok) {
              gate.succeeded();
              return { ...meaning.exchange, attempts };
            }
            const { failure } = meaning;
            maybeSent ||= failure.maybeSent && failure.code !== "rate-limited";
            const kind = failure.code === "rate-limited" ? "limited" : "failed";
            if (carriedOut !== gate.carriedOut) retries.limited = 0;
            carriedOut = gate.carriedOut;
            const delayMs = planned(operation, failure, retries[kind], deadline);
            if (delayMs === undefined) throw reports.failed(operation, { ...failure, maybeSent }, attempts);
            retries[kind] += 1;
            notify(operation, failure, attempts, delayMs);
            // It holds back every call of the client, from before this one's place is free; this one waits at the gate as well.
            if (kind === "limited") gate.tooMany(pass, delayMs);
            else pauseMs = delayMs;
          } finally {
            gate.leave();
          }
          if (pauseMs !== undefined) await settings.sleep(pauseMs, signal);
        }
      } catch (problem) {
        if (problem instanceof CollabError || !signal.aborted) throw problem;
        throw reports.ended(operation, signal, attempts);
      } finally {
        release();
      }
    },
    async within(operation, shared, { signal: outer, timeoutMs }) {
      const { signal, release } = bound([outer], timeoutMs);
      try {
        return await untilEnd(shared, signal);
      } catch (problem) {
        throw signal.aborted && !(problem instanceof CollabError) ? reports.ended(operation, signal, 0) : problem;
      } finally {
        release();
      }
    },
    async pause(operation, retry, failure, signal) {
      if (retry >= maxRetries || !budget.take()) return false;
      const delayMs = backoffMs(retry, failure, random);
      notify(operation, failure, retry + 1, delayMs);
      await settings.sleep(delayMs, signal).catch(() => undefined);
      return !signal.aborted;
    },
    async close() {
      closing.abort(new Error("the client was closed"));
      await transport.close();
    },
  };
};
