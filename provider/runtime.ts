/** What the handlers of one provider process share, in both adapters. */
import { setTimeout as sleep } from "node:timers/promises";
import { auditedClient } from "./audit/client.ts";
import type { Audit } from "./audit/entry.ts";
import { auditLog, originFrom, type AuditOrigin } from "./audit/log.ts";
import { type CollabClient, CollabError, createClient } from "./client/index.ts";
import { type Configuration, credentialsHint, parseConfiguration } from "./configuration.ts";
import type { Context, Log, RunMemory, State } from "./resources/contract.ts";
import { messageOf } from "./resources/errors.ts";
import {
  type AnyKind,
  type Checked,
  checkInputs,
  type Diff,
  diffState,
  hasUnknown,
  identityKey,
  type IsUnknown,
  type Properties,
} from "./resources/lifecycle.ts";

/** A call of the engine is given up after this long, in milliseconds. */
const deadline = 30 * 60_000;

type StackName = () => Promise<Pick<AuditOrigin, "project" | "stack">>;

/** One configuration, one client, one memory of what this run declares. */
export class Runtime implements RunMemory {
  readonly log: Log;
  readonly declared = new Map<string, Properties>();
  readonly before = new Map<string, Properties>();
  readonly recorded = new Map<string, Properties>();
  readonly #environment: Readonly<Record<string, string | undefined>>;
  #stack: Readonly<Record<string, string>> = {};
  #configuration: Configuration | undefined;
  #client: CollabClient | undefined;
  #audit: Audit | undefined;
  readonly #stackName: StackName;

  /** @param stackName asks which stack this process serves, for the audit log */
  constructor(environment: Readonly<Record<string, string | undefined>>, log: Log, stackName: StackName = () => Promise.resolve({})) {
    this.#environment = environment;
    this.log = log;
    this.#stackName = stackName;
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

  /** The log that the configuration asks for. */
  #auditLog(): Audit | undefined {
    const { auditLog: file } = this.configuration.settings;
    if (file === undefined) return undefined;
    const origin = async (): Promise<AuditOrigin> => ({ ...(await this.#stackName()), ...originFrom(this.#environment) });
    this.#audit ??= auditLog(file, { origin, warn: (message) => this.log.warn(message) });
    return this.#audit;
  }

  /**
   * Checks what is declared, and remembers it: every resource that the program declares is checked before anything that it no longer
   * declares is deleted.
   */
  check(kind: AnyKind, news: Properties, olds: Properties | undefined, isUnknown: IsUnknown, log = this.log): Checked {
    const checked = checkInputs(kind, news, olds, this.configuration.settings, isUnknown);
    for (const notice of checked.notices) log.warn(notice);
    if (checked.failures.length === 0 && !hasUnknown(checked.inputs, isUnknown)) {
      const key = identityKey(kind, checked.inputs);
      this.declared.set(key, checked.inputs);
      if (olds) this.before.set(key, olds);
    }
    return checked;
  }

  /** Compares what is recorded with what is declared, and remembers the former. */
  diff(kind: AnyKind, state: State<Properties, Properties>, news: Properties, isUnknown: IsUnknown, log = this.log): Diff {
    this.recorded.set(identityKey(kind, state.inputs), state.inputs);
    const diff = diffState(kind, state, news, this.configuration.settings, isUnknown, this);
    for (const warning of diff.warnings ?? []) log.warn(warning);
    return diff;
  }

  /** What a handler gets. The client is made when the first one asks for it. */
  context(given: Partial<Pick<Context, "log" | "signal">> = {}): Context {
    const audit = this.#auditLog();
    const connect = (): CollabClient => {
      if (!this.#client) {
        const client = createClient(this.configuration.connection());
        this.#client = audit ? auditedClient(client, audit) : client;
      }
      return this.#client;
    };
    return {
      audit,
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
