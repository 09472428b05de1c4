/** Every method of the protocol that this provider has; one that is not here answers UNIMPLEMENTED by itself. */
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import { check } from "./check.ts";
import { checkConfig, configure, diffConfig, handshake } from "./config.ts";
import { diff } from "./diff.ts";
import type { Host } from "./host.ts";
import { invoke } from "./invoke.ts";
import { list } from "./list.ts";
import { read } from "./read.ts";
import { getPluginInfo, getSchema } from "./schema.ts";
import { create, remove, update } from "./write.ts";

export { Host } from "./host.ts";

/** The methods for one process. An answer waits for what was said on the way to it. */
export const methodsOf = (host: Host) => {
  const method =
    <Request, Response>(run: (host: Host, request: Request, call: AbortSignal) => Response) =>
    async (request: Request, call: AbortSignal): Promise<Awaited<Response>> => {
      try {
        return await run(host, request, call);
      } finally {
        await host.flush();
      }
    };
  return {
    handshake: method(handshake),
    attach: method((_: Host, request: { getAddress(): string }) => {
      host.attach(request.getAddress());
      return new empty.Empty();
    }),
    cancel: method(() => {
      host.cancel();
      return new empty.Empty();
    }),
    getPluginInfo,
    getSchema,
    checkConfig: method(checkConfig),
    diffConfig: method(diffConfig),
    configure: method(configure),
    check: method(check),
    diff: method(diff),
    create: method(create),
    read: method(read),
    update: method(update),
    delete: method(remove),
    invoke: method(invoke),
    list: (request: Parameters<typeof list>[1], call: AbortSignal) => list(host, request, call),
  };
};
