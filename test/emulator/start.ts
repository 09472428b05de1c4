/** An emulator for one test, and calls over a real socket. */
import { request } from "undici";
import { onTestFinished } from "vitest";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import { operations, type OperationName } from "../../schema/service/index.ts";

export const apiKey = "collab-dev-key";
export const authToken = "collab-dev-token";
export const credentials = { "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };

/** An answer: one of the envelopes, or what a control route says. */
export interface Answer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** `result.data`; undefined where the answer is no success. */
  readonly data: unknown;
  /** `result`. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
  /** `error`. */
  readonly error: Readonly<Record<string, unknown>> | undefined;
}

export interface Started extends Emulator {
  /** Calls an operation with these `data`. */
  call(name: OperationName, data: unknown): Promise<Answer>;
  send(path: string, options?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Answer>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const memberOf = (body: Readonly<Record<string, unknown>>, key: string) => {
  const member = body[key];
  return isObject(member) ? member : undefined;
};

export const sender =
  (url: string): Started["send"] =>
  async (path, { method = "POST", headers = credentials, body } = {}) => {
    const response = await request(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const parsed: unknown = await response.body.json();
    if (!isObject(parsed)) throw new Error(`Not an object: ${JSON.stringify(parsed)}`);
    const result = memberOf(parsed, "result");
    const { statusCode: http, headers: received } = response;
    return { http, headers: received, body: parsed, data: result?.["data"], result, error: memberOf(parsed, "error") };
  };

/** Starts an emulator that ends with the test. */
export const start = async (options: EmulatorOptions = {}): Promise<Started> => {
  const emulator = await startEmulator({ port: 0, ...options });
  onTestFinished(() => emulator.close());
  const send = sender(emulator.url);
  return Object.assign(emulator, {
    send,
    call: (name: OperationName, data: unknown) => send(`/${operations[name].path}`, { body: JSON.stringify({ data }) }),
  });
};

/** The ids of the documents that a user reaches. */
export const reached = (emulator: Emulator, organizationId: string, userId: string): string[] =>
  Object.keys(emulator.access(organizationId, userId).documents);
