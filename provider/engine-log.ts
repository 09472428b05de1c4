/** Messages from the provider's process to the person at the terminal, through the engine that started it. */
import { credentials } from "@grpc/grpc-js";
import engineGrpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import type { Log } from "./resources/contract.ts";

type Severity = "DEBUG" | "INFO" | "WARNING" | "ERROR";

/** Makes logs that speak about one resource each, or, without a URN, about the stack. */
export type EngineLog = (urn?: string) => Log;

/** Progress is shown no more often than this, in milliseconds: nobody reads faster, and each message is a call of the engine. */
const statusGap = 200;

const silent: Log = { info() {}, warn() {}, status() {} };

/**
 * A log that the engine shows. The same text about the same thing is said once a run.
 *
 * @param address of the engine's gRPC service; without one nothing is said
 */
export const engineLog = (address: string | undefined, clock: () => number = () => performance.now()): EngineLog => {
  if (!address) return () => silent;
  const client = new engineGrpc.EngineClient(address, credentials.createInsecure());
  const said = new Set<string>();
  const lastStatus = new Map<string, number>();
  return (urn = "") => {
    const send = (severity: Severity, message: string, ephemeral: boolean): void => {
      const request = new engineMessages.LogRequest();
      request.setUrn(urn);
      request.setSeverity(engineMessages.LogSeverity[severity]);
      request.setMessage(message);
      request.setEphemeral(ephemeral);
      // A message that does not arrive must not stop the work that it is about.
      client.log(request, () => {});
    };
    const once = (severity: Severity, message: string): void => {
      const key = `${urn}\n${message}`;
      if (said.has(key)) return;
      said.add(key);
      send(severity, message, false);
    };
    return {
      info: (message) => once("INFO", message),
      warn: (message) => once("WARNING", message),
      status: (message) => {
        const now = clock();
        if (now - (lastStatus.get(urn) ?? Number.NEGATIVE_INFINITY) < statusGap) return;
        lastStatus.set(urn, now);
        send("INFO", message, true);
      },
    };
  };
};
