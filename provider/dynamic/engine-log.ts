/** Messages from the provider's process to the person at the terminal, through the engine that started it. */
import { credentials } from "@grpc/grpc-js";
import engineGrpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import type { Log } from "../resources/contract.ts";

type Severity = "DEBUG" | "INFO" | "WARNING" | "ERROR";

/**
 * A log that the engine shows on the stack: a dynamic provider does not learn which resource it serves, so a text names its own.
 * The same text is said once a run.
 *
 * @param address of the engine's gRPC service; without one nothing is said
 */
export const engineLog = (address: string | undefined): Log => {
  if (!address) return { info() {}, warn() {}, status() {} };
  const client = new engineGrpc.EngineClient(address, credentials.createInsecure());
  const said = new Set<string>();
  const send = (severity: Severity, message: string, ephemeral: boolean): void => {
    const request = new engineMessages.LogRequest();
    request.setSeverity(engineMessages.LogSeverity[severity]);
    request.setMessage(message);
    request.setEphemeral(ephemeral);
    // A message that does not arrive must not stop the work that it is about.
    client.log(request, () => {});
  };
  const once = (severity: Severity, message: string): void => {
    if (said.has(message)) return;
    said.add(message);
    send(severity, message, false);
  };
  return {
    info: (message) => once("INFO", message),
    warn: (message) => once("WARNING", message),
    status: (message) => send("INFO", message, true),
  };
};
