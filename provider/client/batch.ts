/** Delivers the items of one multi-item call until each of them has an outcome. */
import { document, type ItemResult, operations, type Operation } from "../../schema/service/index.ts";
import type { Caller } from "./call.ts";
import { checked, type Exchange, type Failure } from "./envelope.ts";
import { CollabError, type ErrorCode, type ErrorFacts } from "./errors.ts";
import { answerForm, isPassing, itemCode } from "./items.ts";
import type { ItemOutcome, MultiItemName } from "./types.ts";

/** An item on its way. */
export interface Parcel {
  readonly id: string;
  readonly item: unknown;
  /** True where nobody waits for it any more: it is not sent again. */
  readonly abandoned: boolean;
  settle(outcome: ItemOutcome): void;
}

/** What the calls of one operation and scope share. */
export interface Route {
  readonly name: MultiItemName;
  readonly scope: Readonly<Record<string, unknown>>;
  /** Items that landed, and items that were refused one by one since. */
  landed: number;
  refused: number;
  /** The first refused call is halved alone while nothing has landed: others learn from it whether halving is of use. */
  scout?: Promise<void> | undefined;
}

export const routeOf = (name: MultiItemName, scope: object): Route => ({ name, scope: { ...scope }, landed: 0, refused: 0 });

/**
 * Halving pays where one item spoils a call. Where this many items were refused alone and none was ever taken, the scope is at fault
 * (a wrong organization id, say), and the rest is not sent item by item.
 */
const hopeless = 64;

interface Delivery {
  readonly caller: Caller;
  readonly route: Route;
  readonly signal: AbortSignal;
  /** Rejects with the code `unauthorized` where the service refuses the credentials. */
  verify(): Promise<void>;
}

/** Everything the service said of the items; a list of found documents may come in pages, whatever was asked for. */
const gather = async ({ caller, route, signal }: Delivery, parcels: readonly Parcel[]): Promise<Exchange> => {
  const row: Operation = operations[route.name];
  const data = { ...route.scope, [row.items?.field ?? ""]: parcels.map(({ item }) => item) };
  let exchange = await caller.exchange(route.name, data, { signal });
  if (exchange.nextPageToken === undefined) return exchange;
  const items = new Map(exchange.items);
  const seen = new Set<string>();
  while (exchange.nextPageToken !== undefined && items.size < parcels.length && !seen.has(exchange.nextPageToken)) {
    seen.add(exchange.nextPageToken);
    exchange = await caller.exchange(route.name, { ...data, pageToken: exchange.nextPageToken }, { signal });
    for (const [id, entry] of exchange.items) items.set(id, entry);
  }
  return { ...exchange, items };
};

const configOf = (data: unknown, documentId: string): unknown[] =>
  Array.isArray(data) ? data.filter((entry) => entry?.metadata?.documentId === documentId) : [];

type Value = { readonly value?: unknown } | { readonly facts: Pick<Failure, "code" | "reason"> };

/** What an operation says of an item that succeeded, beside success. */
const valueOf = ({ name }: Route, { data }: Exchange, id: string, { success: _, ...entry }: ItemResult): Value => {
  const form = answerForm(name);
  if (form === "entries") return {};
  if (form === "list") {
    const parsed = document.safeParse(entry);
    if (parsed.success) return { value: parsed.data };
    const [issue] = parsed.error.issues;
    return { facts: { code: "protocol", reason: `the answer does not fit: ${issue?.path.join(".")}: ${issue?.message}` } };
  }
  const whole = checked(name, data);
  if (!whole.ok) return whole;
  if (form === "domains") return {};
  return { value: name === "getNotificationConfig" ? configOf(whole.data, id) : whole.data };
};

/** An answer that was lost may have said that it was done. */
const ownDoing = (name: MultiItemName, code: ErrorCode): string | undefined => {
  if (code === "already-exists") return "An earlier attempt of this call may have created it.";
  return code === "not-found" && name.startsWith("delete") ? "An earlier attempt of this call may have removed it." : undefined;
};

const outcomeOf = ({ caller, route: { name }, route }: Delivery, exchange: Exchange, { id }: Parcel): ItemOutcome => {
  const entry = exchange.items.get(id);
  const { attempts, httpStatus } = exchange;
  const failed = (facts: Omit<ErrorFacts, "operation" | "attempts">): ItemOutcome => ({
    ok: false,
    error: caller.error(name, { item: id, httpStatus, ...facts }, attempts),
  });
  if (!entry) {
    return answerForm(name) === "list"
      ? failed({ code: "not-found", reason: "the service has nothing with this id" })
      : failed({ code: "protocol", reason: "the answer has no readable entry for it" });
  }
  if (entry.success) {
    const value = valueOf(route, exchange, id, entry);
    return "facts" in value
      ? failed(value.facts)
      : { ok: true, ...(entry.message === undefined ? {} : { message: entry.message }), ...value };
  }
  const code = itemCode(name, entry);
  const advice = attempts > 1 ? ownDoing(name, code) : undefined;
  return failed({ code, serviceMessage: entry.message ?? entry.code ?? "", items: new Map([[id, entry]]), ...(advice && { advice }) });
};

const asCollabError = ({ caller, route }: Delivery, problem: unknown): CollabError =>
  problem instanceof CollabError
    ? problem
    : caller.error(route.name, { code: "internal", reason: `the client failed: ${String(problem)}`, advice: "Please report this." }, 0);

/** A call was refused as a whole: whose fault is it? Wrong credentials, one of the items, or the scope. */
const refused = async (delivery: Delivery, parcels: readonly Parcel[], error: CollabError, halved: boolean): Promise<void> => {
  const { route } = delivery;
  const settleAll = (outcome: (parcel: Parcel) => CollabError): void =>
    parcels.forEach((parcel) => parcel.settle({ ok: false, error: outcome(parcel) }));
  // Where the status is INVALID_ARGUMENT, that it speaks of credentials is only a guess from words, which an item's id may contain.
  const guessed = error.code === "unauthorized" && error.status === "INVALID_ARGUMENT";
  if (error.code !== "invalid" && !guessed) return settleAll(() => error);
  try {
    await delivery.verify();
  } catch (problem) {
    // Any other failure of the check says nothing about this call.
    const wrong = problem instanceof CollabError && problem.code === "unauthorized";
    if (wrong || guessed) return settleAll(() => error.with({ code: "unauthorized" }));
  }
  if (parcels.length === 1) {
    route.refused += 1;
    return settleAll(({ id }) => error.with({ code: "invalid", item: id }));
  }
  if (!halved) {
    // Nothing is awaited between the end of this loop and the start of the next scout: there is one at a time.
    while (route.landed === 0 && route.scout) await route.scout;
  }
  if (route.landed === 0 && route.refused >= hopeless) {
    const advice = `It was not sent alone: ${route.refused} others were, and all were refused. Check what they have in common.`;
    return settleAll(({ id }) => error.with({ code: "invalid", item: id, advice }));
  }
  const middle = Math.ceil(parcels.length / 2);
  const halves = Promise.all([deliver(delivery, parcels.slice(0, middle), true), deliver(delivery, parcels.slice(middle), true)]);
  const both = halves.then(() => undefined);
  if (halved || route.landed > 0) return both;
  route.scout = both.finally(() => (route.scout = undefined));
  return route.scout;
};

/**
 * Sends the parcels in one call, and again those that failed for a passing reason. Never rejects; settles every parcel.
 *
 * @param halved whether they are a part of a call that was refused
 */
export const deliver = async (delivery: Delivery, parcels: readonly Parcel[], halved = false): Promise<void> => {
  try {
    await attempt(delivery, parcels, halved);
  } catch (problem) {
    const error = asCollabError(delivery, problem);
    parcels.forEach((parcel) => parcel.settle({ ok: false, error }));
  }
};

const attempt = async (delivery: Delivery, parcels: readonly Parcel[], halved: boolean): Promise<void> => {
  const { caller, route, signal } = delivery;
  let pending = parcels.filter(({ abandoned }) => !abandoned);
  for (let retry = 0; pending.length > 0; retry += 1) {
    let exchange: Exchange;
    try {
      exchange = await gather(delivery, pending);
    } catch (problem) {
      return refused(delivery, pending, asCollabError(delivery, problem), halved);
    }
    const passing: { parcel: Parcel; outcome: ItemOutcome; failure: Failure }[] = [];
    for (const parcel of pending) {
      const outcome = outcomeOf(delivery, exchange, parcel);
      if (outcome.ok) route.landed += 1;
      if (outcome.ok || !isPassing(outcome.error.code)) parcel.settle(outcome);
      else {
        const { code, serviceMessage = "" } = outcome.error;
        passing.push({ parcel, outcome, failure: { code, serviceMessage, passing: true, maybeSent: true } });
      }
    }
    const [first] = passing;
    if (!first) return;
    if (!(await caller.pause(route.name, retry, first.failure, signal))) {
      return passing.forEach(({ parcel, outcome }) => parcel.settle(outcome));
    }
    pending = passing.map(({ parcel }) => parcel).filter(({ abandoned }) => !abandoned);
  }
};
