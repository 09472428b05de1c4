/** A service made of a function: no socket, no clock, every call recorded. */
import { Dispatcher } from "undici";
import { type ClientOptions, type CollabClient, createClient } from "../../../provider/client/index.ts";
import { type OperationName, operationAt } from "../../../schema/service/index.ts";

export interface Call {
  readonly operation: OperationName;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  // The tests know what they sent.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
}

export interface Reply {
  readonly status?: number;
  /** JSON, or a text that is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** No answer: the connection fails with this code. */
  readonly drop?: string;
}

type Answering = (call: Call, index: number) => Reply | Promise<Reply>;

export const ok = (data: unknown, rest: object = {}): Reply => ({
  body: { result: { status: "success", message: "Done.", data, ...rest } },
});
export const error = (status: string, message = "It failed.", http = 400, rest: object = {}): Reply => ({
  status: http,
  body: { error: { message, status, ...rest } },
});
const idOf = (item: unknown): string =>
  typeof item === "string" ? item : String(Object.entries(item as object).find(([key]) => /(^id|Id)$/.test(key))?.[1]);

/** Every item that was sent succeeds. */
export const allGood = ({ data }: Call): Reply => {
  const items: unknown[] = Object.values(data as object).find(Array.isArray) ?? [];
  return ok(Object.fromEntries(items.map((item) => [idOf(item), { success: true, id: "opaque", message: "Done." }])));
};

class FakeDispatcher extends Dispatcher {
  readonly #answer: (options: Dispatcher.DispatchOptions) => Promise<Reply>;

  constructor(answer: (options: Dispatcher.DispatchOptions) => Promise<Reply>) {
    super();
    this.#answer = answer;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    let over = false;
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: [],
      rawTrailers: [],
      pause() {},
      resume() {},
      abort(reason: Error) {
        if (!over) handler.onResponseError?.(controller, reason);
        over = true;
      },
    } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    void this.#answer(options).then(({ status = 200, body = "", headers = {}, drop }) => {
      if (over) return;
      over = true;
      if (drop !== undefined) {
        handler.onResponseError?.(controller, Object.assign(new Error(`connection failed: ${drop}`), { code: drop }));
        return;
      }
      handler.onResponseStart?.(controller, status, { "content-type": "application/json", ...headers }, "");
      handler.onResponseData?.(controller, Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
      handler.onResponseEnd?.(controller, {});
    });
    return true;
  }
}

export interface Fake {
  readonly client: CollabClient;
  readonly calls: Call[];
  /** Waits that were asked for, in milliseconds; each one passes at once on the fake clock. */
  readonly sleeps: number[];
  advance(milliseconds: number): void;
}

export const fake = (answer: Answering = allGood, options: Partial<ClientOptions> = {}): Fake => {
  const calls: Call[] = [];
  const sleeps: number[] = [];
  let now = Date.parse("2030-01-01T00:00:00Z");
  const dispatcher = new FakeDispatcher(async ({ path, headers, body }) => {
    const operation = operationAt(path.replace(/^\//, ""));
    if (operation === undefined) throw new Error(`no operation at ${path}`);
    const { data } = JSON.parse(String(body)) as { data: unknown };
    const call = { operation, path, headers: headers as Record<string, string>, data };
    calls.push(call);
    return answer(call, calls.length - 1);
  });
  const client = createClient({
    baseUrl: "http://service.example",
    apiKey: "planted-api-key",
    authToken: "planted-auth-token",
    dispatcher,
    clock: () => now,
    random: () => 1,
    sleep: async (milliseconds) => {
      sleeps.push(milliseconds);
      now += milliseconds;
    },
    ...options,
  });
  return { client, calls, sleeps, advance: (milliseconds) => (now += milliseconds) };
};

/** Everything that a reader gets. */
export const collect = async <Value>(values: AsyncIterable<Value>): Promise<Value[]> => {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
};

/** A promise that the test settles. */
export const gate = (): { open: () => void; opened: Promise<void> } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
};

/** Lets everything that is ready run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
