/** Which stack a dynamic provider serves: the engine does not say so by itself, but it can be asked. */
import { credentials } from "@grpc/grpc-js";
import engineGrpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";

/** How long the engine is waited for, in milliseconds: a name is not worth more. */
const patience = 5000;

/**
 * Project and stack, from the URN of the stack's root resource.
 *
 * @param address of the engine's gRPC service
 * @returns neither, where the engine does not answer
 */
export const stackOf = (address: string | undefined): Promise<{ readonly project?: string; readonly stack?: string }> => {
  if (!address) return Promise.resolve({});
  const client = new engineGrpc.EngineClient(address, credentials.createInsecure());
  return new Promise((resolve) => {
    const answer = (error: unknown, response: { getUrn(): string } | undefined): void => {
      client.close();
      const [, stack, project] = (error ? undefined : response?.getUrn())?.match(/^urn:pulumi:([^:]+)::([^:]+)::/) ?? [];
      resolve(stack === undefined || project === undefined ? {} : { project, stack });
    };
    const deadline = setTimeout(() => answer(new Error("no answer"), undefined), patience);
    client.getRootResource(new engineMessages.GetRootResourceRequest(), (error, response) => {
      clearTimeout(deadline);
      answer(error, response);
    });
  });
};
