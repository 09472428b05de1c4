/** Errors as gRPC carries them: a code, a text for the person and, where something was achieved, what the engine shall keep of it. */
import { Metadata, status } from "@grpc/grpc-js";
import any from "google-protobuf/google/protobuf/any_pb.js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import statusMessages from "@pulumi/pulumi/proto/status_pb.js";
import { CollabError } from "../client/index.ts";
import { ConfigurationError } from "../configuration.ts";
import { RefusedError } from "../resources/errors.ts";
import { shownMessage } from "../runtime.ts";
import type { Secrets } from "./secrets.ts";
import type { Struct } from "./wire.ts";

/** An error that goes to the engine as it is. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly code: status;
  readonly metadata: Metadata;

  constructor(code: status, message: string, metadata = new Metadata()) {
    super(message);
    this.code = code;
    this.metadata = metadata;
  }
}

// Never UNKNOWN or INTERNAL: the engine takes those for a provider that no longer knows what it did.
const codeOf = (thrown: unknown): status => {
  if (thrown instanceof RefusedError || thrown instanceof ConfigurationError) return status.FAILED_PRECONDITION;
  return thrown instanceof CollabError && thrown.code === "cancelled" ? status.CANCELLED : status.ABORTED;
};

/** The error for whatever was thrown, without the secrets of the call. */
export const statusOf = (thrown: unknown, secrets?: Secrets): StatusError => {
  if (thrown instanceof StatusError) return thrown;
  const message = shownMessage(thrown);
  return new StatusError(codeOf(thrown), secrets?.hide(message) ?? message);
};

/** What is there although the call failed. */
export interface Achieved {
  readonly id: string;
  readonly properties: Struct;
  readonly reasons: readonly string[];
}

/** The error of a create or update that ended half done: the engine keeps id and properties, and the next run updates the resource. */
export const initializationFailed = ({ id, properties, reasons }: Achieved): StatusError => {
  const detail = new providerMessages.ErrorResourceInitFailed();
  detail.setId(id);
  detail.setProperties(properties);
  detail.setReasonsList([...reasons]);
  const packed = new any.Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = reasons.join("\n");
  const all = new statusMessages.Status();
  all.setCode(status.UNKNOWN);
  all.setMessage(message);
  all.addDetails(packed);
  const metadata = new Metadata();
  // Where gRPC looks for details: a name fixed by its protocol.
  metadata.set("grpc-status-details-bin", Buffer.from(all.serializeBinary()));
  return new StatusError(status.UNKNOWN, message, metadata);
};
