/** One call of the service, from its body to its answer; knows nothing of sockets. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ErrorStatus, ItemResult, Operation } from "../schema/service/index.ts";
import type { Clock } from "./clock.ts";
import { createCredentialCheck, type Credentials } from "./credentials.ts";
import { idOf, parseData, rejectUnknownFields, requireIds } from "./data.ts";
import { httpStatusOf, ServiceError } from "./errors.ts";
import { runDueJobs } from "./jobs.ts";
import { createLag } from "./lag.ts";
import { entries, type Answer, type Context, type Route } from "./routes/route.ts";
import { loadSnapshot, type Snapshot } from "./snapshot/index.ts";
import type { Store } from "./store/index.ts";
import type { Switches } from "./switches.ts";

/** What goes back. */
export interface Reply {
  readonly http: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Items that a fault rule makes fail. */
export interface FailingItems {
  readonly failItems: readonly string[];
  readonly message?: string | undefined;
}

export interface Call {
  readonly route: Route;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly failing?: FailingItems;
}

export interface Service {
  readonly store: Store;
  switches: Switches;
  answer(call: Call): Reply | Promise<Reply>;
  /** A whole failure, in the specification's shape. */
  failure(error: ServiceError, operation?: Operation): Reply;
  /** Replaces the whole state. */
  replaceState(state: Snapshot): void;
  /** Does what has come due on the clock. */
  settle(): number;
  close(): void;
}

/** HTTP status of the answer to operation 18: the one that the specification shows. */
const accepted = 202;

export const createService = (store: Store, clock: Clock, credentials: Credentials, initial: Switches): Service => {
  const check = createCredentialCheck(credentials);
  const lag = createLag(store);
  let switches = initial;
  let nextDue = store.jobs.nextDue();
  let second = { start: 0, calls: 0 };
  lag.setDelayed(switches.readAfterWrite === "delayed");

  const settle = (): number => {
    const now = clock.now();
    // Each at its own time, so that a clock that jumps makes no job's changes visible later than they were.
    while (nextDue <= now) {
      const due = nextDue;
      store.database.transaction(() => runDueJobs(store, due));
      lag.afterWrite(due);
      nextDue = store.jobs.nextDue();
    }
    return now;
  };

  const errorReply = (error: Readonly<Record<string, unknown>>, status: ErrorStatus, operation?: Operation): Reply => {
    // Operation 17 alone carries a numeric code (Errors).
    const code = operation?.number === 17 ? { code: httpStatusOf[status] } : {};
    const http = { mapped: httpStatusOf[status], always200: 200, always400: 400 }[switches.httpStatus];
    return { http, body: JSON.stringify({ error: { ...error, ...code, status } }) };
  };

  const failure = ({ status, message }: ServiceError, operation?: Operation): Reply => {
    const reply = errorReply({ message }, status, operation);
    const saysWhen = status === "RESOURCE_EXHAUSTED" && switches.rateLimit.endsWith(":retryAfter");
    return saysWhen ? { ...reply, headers: { "retry-after": "1" } } : reply;
  };

  const toReply = (answer: Answer, operation: Operation): Reply => {
    if ("details" in answer) {
      const { message, status, details } = answer;
      return errorReply({ message, details }, status, operation);
    }
    if (operation.envelope === "job") {
      const body = { status: "success", message: answer.message, data: answer.data, statusCode: accepted };
      return { http: accepted, body: JSON.stringify(body) };
    }
    return { http: 200, body: JSON.stringify({ result: { status: "success", ...answer } }) };
  };

  const limitRate = (now: number): void => {
    if (switches.rateLimit === "off") return;
    // A reset can bring the clock back behind the second that is being counted.
    if (now < second.start || now - second.start >= 1000) second = { start: now, calls: 0 };
    second.calls += 1;
    if (second.calls > Number.parseInt(switches.rateLimit, 10)) {
      throw new ServiceError("RESOURCE_EXHAUSTED", "Too many calls in this second.");
    }
  };

  const contextFor = ({ effect }: Operation, now: number): Context => ({
    store: effect === "read" ? lag.readable(now) : store,
    switches,
    now,
    ...credentials,
    newId: randomUUID,
  });

  const run = (route: Route, data: Record<string, unknown>, now: number): Answer | Promise<Answer> => {
    const context = contextFor(route.operation, now);
    if (route.operation.effect === "read") return route.run(data, context);
    const answer = store.database.transaction(() => route.run(data, context));
    if (route.operation.envelope === "job") nextDue = store.jobs.nextDue();
    lag.afterWrite(now);
    return answer;
  };

  const respond = ({ route, headers, body, failing }: Call): Reply | Promise<Reply> => {
    const { operation } = route;
    const now = settle();
    limitRate(now);
    check.headers(operation.credentials, headers, switches);
    const data = parseData(body);
    check.body(operation.credentials, data, switches);
    requireIds(operation, data);
    if (switches.unknownFields === "reject") rejectUnknownFields(operation, data);
    const answer = failing ? runWithout(failing, operation, data, (rest) => run(route, rest, now)) : run(route, data, now);
    return answer instanceof Promise ? answer.then((later) => toReply(later, operation)) : toReply(answer, operation);
  };

  const recover = (error: unknown, operation: Operation): Reply => {
    if (error instanceof ServiceError) return failure(error, operation);
    // A bug of the emulator's own: the caller gets the specification's shape, the developer the stack.
    process.stderr.write(`collab emulator: ${operation.path}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return failure(new ServiceError("INTERNAL", "Internal error of the emulator; its stderr says more."), operation);
  };

  return {
    store,
    get switches() {
      return switches;
    },
    set switches(next) {
      switches = next;
      lag.setDelayed(next.readAfterWrite === "delayed");
    },
    answer: (call) => {
      const { operation } = call.route;
      try {
        const reply = respond(call);
        return reply instanceof Promise ? reply.catch((error: unknown) => recover(error, operation)) : reply;
      } catch (error) {
        return recover(error, operation);
      }
    },
    failure,
    replaceState: (state) => {
      loadSnapshot(store, state);
      lag.restart();
      second = { start: 0, calls: 0 };
      nextDue = store.jobs.nextDue();
    },
    settle,
    close: () => {
      lag.close();
      store.database.close();
    },
  };
};

/** Runs a call without the items that a fault makes fail, and puts their entries beside the others'. */
const runWithout = (
  { failItems, message = "Failed." }: FailingItems,
  { items }: Operation,
  data: Record<string, unknown>,
  runRest: (data: Record<string, unknown>) => Answer | Promise<Answer>,
): Answer | Promise<Answer> => {
  if (items === undefined) return runRest(data);
  const given = data[items.field];
  const list: unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const isFailing = (item: unknown) => failItems.some((id) => id === idOf(item, items.id));
  const failed = entries<ItemResult>();
  for (const item of list.filter(isFailing)) failed[String(idOf(item, items.id))] = { success: false, message };
  const rest = list.filter((item) => !isFailing(item));
  if (rest.length === list.length) return runRest(data);
  if (rest.length === 0) return { message: "Done.", data: failed };
  const merge = (results: unknown): Record<string, unknown> => Object.assign(entries<unknown>(), results, failed);
  const add = (answer: Answer): Answer =>
    "details" in answer ? { ...answer, details: merge(answer.details) } : { ...answer, data: merge(answer.data) };
  const answer = runRest({ ...data, [items.field]: rest });
  return answer instanceof Promise ? answer.then(add) : add(answer);
};
