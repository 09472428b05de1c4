/** What the client does, for whoever subscribes (node:diagnostics_channel). Payloads are free of secrets. */
import { channel } from "node:diagnostics_channel";
import type { OperationName } from "../../schema/service/index.ts";
import type { RetryNotice } from "./options.ts";
import type { Secrets } from "./secrets.ts";

/** Message of `pulumi-collab:client:request`. */
export interface RequestTrace {
  readonly operation: OperationName;
  readonly path: string;
  readonly attempt: number;
  readonly body: unknown;
}

/** Message of `pulumi-collab:client:response`; `error` where no answer came. */
export interface ResponseTrace {
  readonly operation: OperationName;
  readonly path: string;
  readonly attempt: number;
  readonly durationMs: number;
  readonly httpStatus?: number;
  readonly body?: unknown;
  readonly error?: string;
}

/** Names of the channels. The messages of `retry` are `RetryNotice`s. */
export const channels = {
  request: "pulumi-collab:client:request",
  response: "pulumi-collab:client:response",
  retry: "pulumi-collab:client:retry",
} as const;

const [requests, responses, retries] = [channels.request, channels.response, channels.retry].map((name) => channel(name));

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

type Traced<Trace> = Omit<Trace, "body"> & { readonly text?: string };
const shown = <Trace>({ text, ...rest }: Traced<Trace>, secrets: Secrets): object => ({
  ...rest,
  ...(text === undefined ? {} : { body: secrets.json(json(text)) }),
});

/** Bodies are parsed and copied only where somebody listens. */
export const tracer = (secrets: Secrets) => ({
  request: (trace: Traced<RequestTrace>): void => {
    if (requests?.hasSubscribers) requests.publish(shown(trace, secrets));
  },
  response: (trace: Traced<ResponseTrace>): void => {
    if (responses?.hasSubscribers) responses.publish(shown(trace, secrets));
  },
  retry: (notice: RetryNotice): void => {
    if (retries?.hasSubscribers) retries.publish(notice);
  },
});
