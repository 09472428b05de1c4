/** The client's options, parsed once: defaults, bounds, and the address without what must not be shown. */
import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { OperationName } from "../../schema/service/index.ts";
import type { ErrorCode, NamedOption, OptionNames } from "./errors.ts";
import { longestTimerMs } from "./signals.ts";

/** A retry that is about to be waited for. */
export interface RetryNotice {
  readonly operation: OperationName;
  readonly path: string;
  /** Attempts made so far. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly code: ErrorCode;
  /** Why, without secrets. */
  readonly message: string;
}

export interface ClientOptions {
  /** Address of the service, e.g. `https://api.example.com`; may have a path, and a user and password for a gateway. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly authToken: string;
  /** Which form of an operation `documents`, `listDocuments`, `folders` and `folder` use. Default `v2`. */
  readonly apiVersion?: "v2" | "v1" | undefined;
  /** Items in one call, at most; operations with a lower cap of their own keep it. Default 100. */
  readonly maxItemsPerCall?: number | undefined;
  /** Calls under way at the same time, at most. Default 8. */
  readonly maxConcurrency?: number | undefined;
  /** Time for one attempt, in milliseconds. Default 30,000; operation 18 gets at least 330,000, as it may take 5 minutes. */
  readonly requestTimeoutMs?: number | undefined;
  /** Time for one call with all its retries, in milliseconds. Default: none of its own. */
  readonly totalTimeoutMs?: number | undefined;
  /** Attempts after the first one. Default 4. */
  readonly maxRetries?: number | undefined;
  /** Calls of the same kind made close together travel as one. Default true. */
  readonly coalesce?: boolean | undefined;
  readonly userAgent?: string | undefined;
  /** What errors call the options, where the person who reads them sets these under other names. */
  readonly optionNames?: OptionNames | undefined;
  /** Told before each wait. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Connections; default: an agent of its own, or the environment's proxy. Whoever made it closes it. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Milliseconds since the epoch. */
  readonly clock?: (() => number) | undefined;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
  /** Waits, in milliseconds; should reject when the signal ends. */
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Options with everything decided. */
export interface Settings {
  /** Without a slash at the end, without user and password. */
  readonly baseUrl: string;
  readonly host: string;
  /** `authorization` header for a gateway, from user and password of the address. */
  readonly gateway: string | undefined;
  readonly apiKey: string;
  readonly authToken: string;
  readonly apiVersion: "v2" | "v1";
  readonly maxItemsPerCall: number;
  readonly maxConcurrency: number;
  readonly requestTimeoutMs: number;
  readonly totalTimeoutMs: number | undefined;
  readonly maxRetries: number;
  readonly coalesce: boolean;
  readonly userAgent: string;
  readonly optionNames: OptionNames;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
  readonly dispatcher: Dispatcher | undefined;
  readonly clock: () => number;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

type Name = (option: NamedOption) => string;

const refuse = (name: string, expected: string): never => {
  throw new TypeError(`${name}: expected ${expected}`);
};

const atLeast = (least: number, name: string, value: number): number =>
  Number.isInteger(value) && value >= least ? value : refuse(name, `a whole number, at least ${least}, got ${value}`);

/** A secret that can travel in a header. Its value is never shown. */
const secret = (name: string, value: string): string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value)
    ? value
    : refuse(name, "printable characters without spaces or line breaks (is there one at its end?)");

const address = (name: string, text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    return refuse(name, "an http or https address without query, e.g. https://api.example.com");
  }
  return url;
};

/** User and password of an address, as they were before they were written into it. */
const loginOf = (name: string, { username, password }: URL): string => {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return refuse(name, "a user and password in which a % is written as %25");
  }
};

/** Checks options and fills in defaults. Throws a TypeError that names the option and never shows a secret. */
export const parseOptions = (options: ClientOptions): Settings => {
  const optionNames = options.optionNames ?? {};
  const name: Name = (option) => optionNames[option] ?? `client option ${option}`;
  const url = address(name("baseUrl"), options.baseUrl);
  const login = loginOf(name("baseUrl"), url);
  const total = options.totalTimeoutMs;
  return {
    baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    host: url.hostname,
    gateway: login === ":" ? undefined : `Basic ${Buffer.from(login).toString("base64")}`,
    apiKey: secret(name("apiKey"), options.apiKey),
    authToken: secret(name("authToken"), options.authToken),
    apiVersion: options.apiVersion ?? "v2",
    maxItemsPerCall: atLeast(1, name("maxItemsPerCall"), options.maxItemsPerCall ?? 100),
    maxConcurrency: atLeast(1, name("maxConcurrency"), options.maxConcurrency ?? 8),
    requestTimeoutMs: Math.min(longestTimerMs, atLeast(1, name("requestTimeoutMs"), options.requestTimeoutMs ?? 30_000)),
    totalTimeoutMs: total === undefined ? undefined : Math.min(longestTimerMs, atLeast(1, name("totalTimeoutMs"), total)),
    maxRetries: atLeast(0, name("maxRetries"), options.maxRetries ?? 4),
    coalesce: options.coalesce ?? true,
    userAgent: options.userAgent ?? "pulumi-collab",
    optionNames,
    onRetry: options.onRetry,
    dispatcher: options.dispatcher,
    clock: options.clock ?? Date.now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? ((milliseconds, signal) => delay(milliseconds, undefined, signal ? { signal } : {})),
  };
};
