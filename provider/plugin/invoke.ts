/** Invoke: functions of the package. */
import { status } from "@grpc/grpc-js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import type { FunctionKind } from "../functions/contract.ts";
import { functions } from "../functions/index.ts";
import { isUnknown } from "../bag.ts";
import { shapeFailures } from "../resources/lifecycle.ts";
import type { Host } from "./host.ts";
import { failure } from "./messages.ts";
import { StatusError, statusOf } from "./status.ts";
import { bagFrom, structFrom } from "./wire.ts";

const all: Readonly<Record<string, FunctionKind>> = functions;

const functionOf = (token: string): FunctionKind => {
  const found = all[token.split(":").at(-1) ?? ""];
  if (found) return found;
  throw new StatusError(status.NOT_FOUND, `${token} is no function of the package collab. Known: ${Object.keys(all).join(", ")}.`);
};

export const invoke = async (host: Host, request: InstanceType<typeof providerMessages.InvokeRequest>, call: AbortSignal) => {
  const kind = functionOf(request.getTok());
  const { values, secrets } = bagFrom(request.getArgs());
  const response = new providerMessages.InvokeResponse();
  const { failures } = shapeFailures(kind.inputs, values, isUnknown);
  if (failures.length > 0) {
    response.setFailuresList(failures.map(({ property, reason }) => failure(property, secrets.hide(reason))));
    return response;
  }
  const { context, release } = host.work("", 0, call);
  try {
    const result = await kind.invoke(context, kind.inputs.parse(values));
    for (const key of kind.secretOutputs) secrets.note([key], undefined);
    response.setReturn(structFrom(result, secrets));
    return response;
  } catch (error) {
    throw statusOf(error, secrets);
  } finally {
    release();
  }
};
