/** Messages from the provider's process to the person at the terminal, through the engine that started it. */
import { credentials, Metadata } from "@grpc/grpc-js";
import engineGrpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import type { Log } from "./resources/contract.ts";

type Severity = "DEBUG" | "INFO" | "WARNING" | "ERROR";

/** The engine as somebody to talk to. */
export interface EngineLog {
  /** A log that speaks about one resource or, without a URN, about the stack. The same text about the same thing is said once a run. */
  about(urn?: string): Log;
  /** Another run begins: what was said in the last one may be said again. */
  begin(): void;
  /** Waits until everything that was said has arrived: the engine may end this process after its last answer. */
  flush(): Promise<void>;
}

/** How long a message may take to arrive, in milliseconds. */
const patience = 2000;

/** Progress is shown no more often than this, in milliseconds: nobody reads faster, and each message is a call of the engine. */
const statusGap = 200;

const silent: Log = { info() {}, warn() {}, status() {} };

/** @param address of the engine's gRPC service; without one nothing is said */
export const engineLog = (address: string | undefined, clock: () => number = () => performance.now()): EngineLog => {
  if (!address) return { about: () => silent, begin() {}, flush: () => Promise.resolve() };
  const client = new engineGrpc.EngineClient(address, credentials.createInsecure());
  const said = new Set<string>();
  const lastStatus = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const send = (urn: string, severity: Severity, message: string, ephemeral: boolean): void => {
    const request = new engineMessages.LogRequest();
    request.setUrn(urn);
    request.setSeverity(engineMessages.LogSeverity[severity]);
    request.setMessage(message);
    request.setEphemeral(ephemeral);
    // A message that does not arrive must not stop the work that it is about.
    const sent = new Promise<void>((resolve) => {
      client.log(request, new Metadata(), { deadline: Date.now() + patience }, () => resolve());
    });
    underWay.add(sent);
    void sent.then(() => underWay.delete(sent));
  };
  const once = (urn: string, severity: Severity, message: string): void => {
    const key = `${urn}\n${message}`;
    if (said.has(key)) return;
    said.add(key);
    send(urn, severity, message, false);
  };
  return {
    about: (urn = "") => ({
      info: (message) => once(urn, "INFO", message),
      warn: (message) => once(urn, "WARNING", message),
      status: (message) => {
        const now = clock();
        if (now - (lastStatus.get(urn) ?? Number.NEGATIVE_INFINITY) < statusGap) return;
        lastStatus.set(urn, now);
        send(urn, "INFO", message, true);
      },
    }),
    begin: () => said.clear(),
    async flush() {
      await Promise.all(underWay);
    },
  };
};
