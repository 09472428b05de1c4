/** What a plugin process knows: the engine that it talks to, the run that it serves, and whether that was cancelled. */
import { bound } from "../client/signals.ts";
import { type EngineLog, engineLog } from "../engine-log.ts";
import type { Context, Log } from "../resources/contract.ts";
import { Runtime } from "../runtime.ts";

/** A call of the engine is given up after this long where the program does not say otherwise, in milliseconds. */
const deadline = 30 * 60_000;

/** What a call that reaches the service may use, for as long as it lasts. */
export interface Work {
  readonly context: Context;
  /** Lets go of timers and listeners. */
  release(): void;
}

/** Project and stack, from any URN of theirs. */
const stackOf = (urn: string) => {
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(urn) ?? [];
  return stack === undefined || project === undefined ? {} : { project, stack };
};

export class Host {
  readonly environment: Readonly<Record<string, string | undefined>>;
  #log: EngineLog;
  #runtime: Runtime;
  #cancelled = new AbortController();

  /** @param engine address of the engine's gRPC service */
  constructor(environment: Readonly<Record<string, string | undefined>>, engine: string | undefined) {
    this.environment = environment;
    this.#log = engineLog(engine);
    this.#runtime = new Runtime(environment, this.#log.about());
  }

  /** Another engine: the one that shook hands, or attached itself to a process that somebody debugs. */
  attach(engine: string): void {
    this.#log = engineLog(engine);
  }

  /** A new run begins: what an earlier one declared or cancelled is forgotten. */
  configure(stack: Readonly<Record<string, string>>, urn: string): void {
    this.#log.begin();
    this.#cancelled = new AbortController();
    this.#runtime = new Runtime(this.environment, this.#log.about(), () => Promise.resolve(stackOf(urn)));
    this.#runtime.configure(stack);
  }

  get runtime(): Runtime {
    return this.#runtime;
  }

  log(urn: string): Log {
    return this.#log.about(urn);
  }

  /** Waits until everything that was said has arrived. */
  flush(): Promise<void> {
    return this.#log.flush();
  }

  /**
   * Begins a call that reaches the service.
   *
   * @param seconds that the program allows; 0 where it says nothing
   * @param call ends when the engine no longer waits for the answer
   */
  work(urn: string, seconds: number, call: AbortSignal): Work {
    const { signal, release } = bound([this.#cancelled.signal, call], seconds > 0 ? seconds * 1000 : deadline);
    return { context: this.#runtime.context({ log: this.log(urn), signal }), release };
  }

  /** Ends what is under way; each call answers with what it has done. */
  cancel(): void {
    this.#cancelled.abort(new Error("the run was cancelled"));
  }
}
