/** What the handlers of one provider process share, in both adapters. */
import { setTimeout as sleep } from "node:timers/promises";
import { type CollabClient, CollabError, createClient } from "./client/index.ts";
import { type Configuration, credentialsHint, parseConfiguration } from "./configuration.ts";
import type { Context, Log } from "./resources/contract.ts";
import { messageOf } from "./resources/errors.ts";
import type { Properties } from "./resources/lifecycle.ts";

/** A call of the engine is given up after this long, in milliseconds. */
const deadline = 30 * 60_000;

/** One configuration, one client, one memory of what this run declares. */
export class Runtime {
  readonly log: Log;
  /** What this run declares, by kind and identity. */
  readonly declared = new Map<string, Properties>();
  readonly #environment: Readonly<Record<string, string | undefined>>;
  #stack: Readonly<Record<string, string>> = {};
  #configuration: Configuration | undefined;
  #client: CollabClient | undefined;

  constructor(environment: Readonly<Record<string, string | undefined>>, log: Log) {
    this.#environment = environment;
    this.log = log;
  }

  /**
   * Takes the stack's configuration. At once: the engine may call a handler before an asynchronous configure has ended.
   *
   * @param stack values by key, without the `collab:` prefix
   */
  configure(stack: Readonly<Record<string, string>>): void {
    this.#stack = stack;
    this.#configuration = undefined;
  }

  get configuration(): Configuration {
    this.#configuration ??= parseConfiguration(this.#stack, this.#environment);
    return this.#configuration;
  }

  /** What a handler gets. The client is made when the first one asks for it. */
  context(given: Partial<Pick<Context, "log" | "signal">> = {}): Context {
    const connect = (): CollabClient => {
      this.#client ??= createClient(this.configuration.connection());
      return this.#client;
    };
    return {
      get client() {
        return connect();
      },
      settings: this.configuration.settings,
      log: given.log ?? this.log,
      signal: given.signal ?? AbortSignal.timeout(deadline),
      declared: this.declared,
      sleep: async (milliseconds) => {
        await sleep(milliseconds);
      },
    };
  }
}

const isUnauthorized = (thrown: unknown): boolean =>
  thrown instanceof CollabError ? thrown.code === "unauthorized" : thrown instanceof Error && isUnauthorized(thrown.cause);

/** What a person reads of an error; where credentials were refused, also where they come from. */
export const shownMessage = (thrown: unknown): string =>
  isUnauthorized(thrown) ? `${messageOf(thrown)} ${credentialsHint}` : messageOf(thrown);
