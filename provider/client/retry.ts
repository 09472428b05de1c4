/** When a failed attempt is made again, and after how long. */
import type { OperationName } from "../../schema/service/index.ts";
import type { Failure } from "./envelope.ts";

const baseMs = 200;
const longestBackoffMs = 10_000;
/** A service that asks for more patience than this gets this much; the next attempt hears it again. */
const longestRetryAfterMs = 60_000;

/**
 * Full jitter (anything from nothing to the doubled bound), so that calls that failed together do not come back together. A service
 * that counts calls needs time to pass, so "too many" without `Retry-After` waits at least half of a longer bound.
 */
export const backoffMs = (retry: number, failure: Failure, random: () => number): number => {
  if (failure.retryAfterMs !== undefined) return Math.min(failure.retryAfterMs, longestRetryAfterMs);
  const limited = failure.code === "rate-limited";
  const most = Math.min(longestBackoffMs, (limited ? 2.5 : 1) * baseMs * 2 ** retry);
  return Math.round(limited ? most * (0.5 + random() / 2) : most * random());
};

/** Milliseconds that a `Retry-After` header asks for: seconds, or an HTTP date. Undefined where it is absent or unreadable. */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const value = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // A date has letters; `Date.parse` would read almost any number as a year.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/**
 * Whether the same call may be sent again.
 *
 * Every write of the service is idempotent but two. A notification (24) reaches people: it is sent again only where the service cannot
 * have acted, that is, it was not reached or said "too many". A deletion of user data (18) starts a job that runs for up to a day, and a
 * second one could delete what came after the first: it is sent again where the service cannot have acted or says that it is away.
 */
export const mayRepeat = (operation: OperationName, failure: Failure): boolean => {
  if (!failure.passing) return false;
  const refused = failure.code === "rate-limited" || !failure.maybeSent;
  if (operation === "addNotification") return refused;
  if (operation === "deleteUserData") {
    return refused || (failure.code === "unavailable" && (failure.status === "UNAVAILABLE" || failure.httpStatus === 503));
  }
  return true;
};

/**
 * The retries that the whole client may make: a bucket that refills with time, so that a service in trouble is not met with many times
 * the load. "Too many" is not counted: the gate paces those calls.
 */
export class RetryBudget {
  readonly #clock: () => number;
  readonly #capacity: number;
  readonly #perSecond: number;
  #tokens: number;
  #last: number;

  constructor(clock: () => number, capacity = 100, perSecond = 10) {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#perSecond = perSecond;
    this.#tokens = capacity;
    this.#last = clock();
  }

  /** Takes one; false where there is none. */
  take(): boolean {
    const now = this.#clock();
    this.#tokens = Math.min(this.#capacity, this.#tokens + (Math.max(0, now - this.#last) / 1000) * this.#perSecond);
    this.#last = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
