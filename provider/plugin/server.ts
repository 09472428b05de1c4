/** The gRPC server: the protocol's methods, loaded with the first call, so that the process is there at once. */
import { type handleServerStreamingCall, type handleUnaryCall, Server, ServerCredentials, type ServiceError, status } from "@grpc/grpc-js";
import grpc from "@pulumi/pulumi/proto/provider_grpc_pb.js";

/** The engine's own limit of a message, in bytes. */
const largestMessage = 400 * 1024 * 1024;

/** A method: one answer, or a stream of them. */
type Method = (request: unknown, call: AbortSignal) => unknown;
export type Methods = Readonly<Record<string, Method>>;

const isStatus = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "number";

const serviceError = (thrown: unknown): Partial<ServiceError> => {
  if (isStatus(thrown)) return thrown;
  return { code: status.ABORTED, message: thrown instanceof Error ? thrown.message : String(thrown) };
};

const signalOf = (call: { on(event: "cancelled", listener: () => void): unknown }): AbortSignal => {
  const controller = new AbortController();
  call.on("cancelled", () => controller.abort(new Error("the engine no longer waits for the answer")));
  return controller.signal;
};

/** @param load makes the methods; called once */
const handlers = (load: () => Promise<Methods>) => {
  let loading: Promise<Methods> | undefined;
  const method = async (name: string): Promise<Method> => {
    loading ??= load();
    const all = await loading;
    const found = Object.hasOwn(all, name) ? all[name] : undefined;
    if (found) return found;
    throw Object.assign(new Error(`${name} is not a method of this provider`), { code: status.UNIMPLEMENTED });
  };
  const unary =
    (name: string): handleUnaryCall<unknown, unknown> =>
    async (call, answer) => {
      try {
        const run = await method(name);
        answer(null, await run(call.request, signalOf(call)));
      } catch (error) {
        answer(serviceError(error));
      }
    };
  const streaming =
    (name: string): handleServerStreamingCall<unknown, unknown> =>
    async (call) => {
      try {
        const run = await method(name);
        for await (const response of run(call.request, signalOf(call)) as AsyncIterable<unknown>) call.write(response);
        call.end();
      } catch (error) {
        const { code, message, metadata } = serviceError(error);
        call.emit("error", { code, details: message, metadata });
      }
    };
  return { unary, streaming };
};

/**
 * Serves on a free port of the loopback interface.
 *
 * @returns the port
 */
export const serve = (load: () => Promise<Methods>): Promise<number> => {
  const server = new Server({ "grpc.max_receive_message_length": largestMessage, "grpc.max_send_message_length": largestMessage });
  const { unary, streaming } = handlers(load);
  const service = grpc.ResourceProviderService;
  const implementation = Object.entries(service).map(([name, { responseStream }]) => [
    name,
    responseStream ? streaming(name) : unary(name),
  ]);
  server.addService(service, Object.fromEntries(implementation));
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port)));
  });
};
