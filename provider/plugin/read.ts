/** Read: a refresh of what is recorded, or an import, which has nothing but an id. */
import { isDeepStrictEqual } from "node:util";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { bagOf, withoutMarkers } from "../bag.ts";
import type { Context, State } from "../resources/contract.ts";
import { importResource } from "../resources/import.ts";
import type { AnyKind, Properties } from "../resources/lifecycle.ts";
import { kindOf, outputsFrom, recordedState, secretsOf, type Subject, typeOf } from "./call.ts";
import type { Form } from "./form.ts";
import type { Host } from "./host.ts";
import { statusOf } from "./status.ts";
import { type Bag, bagFrom, structFrom } from "./wire.ts";

interface Found {
  readonly state: State<Properties, Properties>;
  /** As they are written. */
  readonly inputs: Properties;
}

/** The live state projected onto the inputs: what is as it was recorded stays as it was written. */
const projected = (form: Form, written: Properties, before: Properties, now: Properties): Properties => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (key) => !form.hidden.includes(key) && !isDeepStrictEqual(before[key], now[key]),
  );
  const kept = Object.entries(withoutMarkers(written)).filter(([key]) => !changed.includes(key));
  return Object.fromEntries([...kept, ...changed.flatMap((key) => (now[key] === undefined ? [] : [[key, now[key]]]))]);
};

/** Whether a state is one: an import has none, and a program that looks a resource up may know a part of it. */
const isWhole = (kind: AnyKind, { inputs }: State<Properties, Properties>): boolean =>
  Object.entries(kind.inputs.shape).every(([key, shape]) => inputs[key] !== undefined || shape.safeParse(undefined).success);

const refresh = async (
  { kind, form }: Subject,
  context: Context,
  before: State<Properties, Properties>,
  inputs: Bag,
): Promise<Found | undefined> => {
  const state = await kind.read(context, before);
  if (!state) return undefined;
  return { state, inputs: projected(form, inputs.values, before.inputs, state.inputs) };
};

const find = async (kind: AnyKind, context: Context, id: string): Promise<Found | undefined> => {
  const state = await importResource(kind, context, id);
  return state && { state, inputs: bagOf({ inputs: state.inputs, computed: {} }) };
};

export const read = async (host: Host, request: InstanceType<typeof providerMessages.ReadRequest>, call: AbortSignal) => {
  const subject = kindOf(typeOf(request));
  const { kind, form } = subject;
  const [outputs, inputs] = [bagFrom(request.getProperties()), bagFrom(request.getInputs())];
  const secrets = secretsOf(form, outputs, inputs);
  const { context, release } = host.work(request.getUrn(), request.getTimeout(), call);
  const response = new providerMessages.ReadResponse();
  try {
    const isGiven = Object.keys({ ...outputs.values, ...inputs.values }).length > 0;
    const before = recordedState(kind, form, outputs, inputs);
    const isRecorded = isGiven && isWhole(kind, before);
    const found = await (isRecorded ? refresh(subject, context, before, inputs) : find(kind, context, request.getId()));
    // An answer without an id says that the resource is gone.
    if (!found) return response;
    response.setId(request.getId());
    response.setInputs(structFrom(found.inputs, secrets));
    response.setProperties(outputsFrom(form, found.state, found.inputs, secrets));
    return response;
  } catch (error) {
    throw statusOf(error, secrets);
  } finally {
    release();
  }
};
