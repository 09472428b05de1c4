/** One attempt: a POST and its answer as text. The only place that knows undici. */
import type { Dispatcher, request } from "undici";
import { type Operation } from "../../schema/service/index.ts";
import type { Settings } from "./options.ts";
import { bound, TimeUp, untilEnd } from "./signals.ts";

/** What came back, whatever it is. */
export interface HttpAnswer {
  readonly httpStatus: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** No answer: the connection failed, or the time of this attempt was up. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly code: "network" | "timeout";
  /** False only where it is certain that the service got nothing. */
  readonly maybeSent: boolean;
  /** Whether another attempt can be of use: a certificate that is not trusted stays so. */
  readonly passing: boolean;
  /** Name, message and code of what undici threw; nothing else of it. */
  override readonly cause: Error | undefined;

  constructor(code: "network" | "timeout", message: string, facts: { maybeSent: boolean; passing: boolean; cause?: Error }) {
    super(message);
    this.cause = facts.cause;
    this.code = code;
    this.maybeSent = facts.maybeSent;
    this.passing = facts.passing;
  }
}

export interface Transport {
  /** Posts a body. Rejects with a TransportError, or with the signal's reason. */
  post(row: Operation, body: string, timeoutMs: number, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const proxyVariables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

/** What an attempt needs of undici. */
interface Http {
  readonly request: typeof request;
  readonly dispatcher: Dispatcher;
}

/** undici takes as long to load as all of ours together, and most runs make no call: it is loaded with the first one. */
const loadHttp = async ({ host, maxConcurrency, dispatcher }: Settings): Promise<Http> => {
  const { Agent, EnvHttpProxyAgent, request } = await import("undici");
  if (dispatcher) return { request, dispatcher };
  const connections = { connections: maxConcurrency, pipelining: 1, allowH2: false };
  // What runs on this machine is not behind a proxy (as Go and most tools have it).
  const proxied = !loopback.test(host) && proxyVariables.some((name) => process.env[name]);
  return { request, dispatcher: proxied ? new EnvHttpProxyAgent(connections) : new Agent(connections) };
};

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const member = (error: unknown, name: string): string | undefined =>
  text(typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined);

const unstarted = new Set(["UND_ERR_CONNECT_TIMEOUT", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/;

/** A copy that holds name, message and code only: the original may hold headers, bodies and sockets. */
const slim = (error: unknown): Error => {
  const inner = error instanceof AggregateError ? error.errors.map((each) => member(each, "message")).join("; ") : undefined;
  const copy = new Error(inner || member(error, "message") || "connection failed");
  copy.name = member(error, "name") ?? "Error";
  const code = member(error, "code");
  return code === undefined || !/^[A-Z][A-Z0-9_]+$/.test(code) ? copy : Object.assign(copy, { code });
};

const failure = (error: unknown): TransportError => {
  const cause = slim(error);
  const code = member(cause, "code") ?? "";
  const distrust = untrusted.test(code);
  return new TransportError("network", `${cause.message}${code && !cause.message.includes(code) ? ` (${code})` : ""}`, {
    maybeSent: !(distrust || unstarted.has(code) || ["connect", "getaddrinfo"].includes(member(error, "syscall") ?? "")),
    passing: !distrust && !/^UND_(ERR_INVALID|MOCK)/.test(code),
    cause,
  });
};

export const createTransport = (settings: Settings): Transport => {
  const { baseUrl, apiKey, authToken, gateway, userAgent } = settings;
  let http: Promise<Http> | undefined;
  const common = {
    "content-type": "application/json",
    accept: "application/json",
    "user-agent": userAgent,
    ...(gateway === undefined ? {} : { authorization: gateway }),
  };
  const withCredentials = { ...common, "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };

  const exchange = async ({ request, dispatcher }: Http, row: Operation, body: string, signal: AbortSignal): Promise<HttpAnswer> => {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(`${baseUrl}/${row.path}`, {
      method: "POST",
      headers: row.credentials === "body" ? common : withCredentials,
      body,
      dispatcher,
      signal,
      // The attempt's own timer is the only one: undici's default would end operation 18 too early.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const [contentType, retryAfter] = [headers["content-type"], headers["retry-after"]].map((value) => [value].flat()[0]);
    return { httpStatus: statusCode, contentType, retryAfter, text: await answer.text() };
  };

  let closed: Promise<void> | undefined;
  return {
    async post(row, body, timeoutMs, signal) {
      // Not on the attempt's time: the service is not to blame for it.
      const loaded = await (http ??= loadHttp(settings));
      signal.throwIfAborted();
      const attempt = bound([signal], timeoutMs);
      try {
        // Raced, because undici lets an aborted request wait for its connection.
        return await untilEnd(exchange(loaded, row, body, attempt.signal), attempt.signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (error instanceof TimeUp) throw new TransportError("timeout", error.message, { maybeSent: true, passing: true });
        throw failure(error);
      } finally {
        attempt.release();
      }
    },
    async close() {
      // What was under way is cancelled: nothing is waited for, not even a connection that is being made.
      if (settings.dispatcher === undefined) await (closed ??= http?.then(({ dispatcher }) => dispatcher.destroy()));
    },
  };
};
