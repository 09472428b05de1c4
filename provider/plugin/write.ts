/** Create, Update and Delete. In a preview nothing is sent, and what is known already is said. */
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { isUnknown, unknownValue } from "../bag.ts";
import type { Context, State } from "../resources/contract.ts";
import { IncompleteError } from "../resources/errors.ts";
import { deleteResource, hasUnknown, identityKey, type Properties } from "../resources/lifecycle.ts";
import { kindOf, outputsFrom, recordedState, secretsOf, type Subject, typeOf } from "./call.ts";
import { declaredFrom } from "./form.ts";
import type { Host } from "./host.ts";
import { flagsFromParents } from "./parents.ts";
import type { Secrets } from "./secrets.ts";
import { initializationFailed, statusOf } from "./status.ts";
import { bagFrom, type Struct, structFrom } from "./wire.ts";

/** A kind as one call sees it. */
interface Write extends Subject {
  /** Inputs as they are written. */
  readonly news: Properties;
  readonly secrets: Secrets;
}

/** Flags that were derived are no declaration: they leave no trace in what is recorded. */
const withoutKeys = ({ inputs, computed }: State<unknown, unknown>, keys: readonly string[]): State<unknown, unknown> => ({
  inputs: Object.fromEntries(Object.entries(Object(inputs)).filter(([key]) => !keys.includes(key))),
  computed,
});

/** Lets a handler write, and keeps what it has done, however it ends. */
const perform = async (
  { kind, form, news, secrets }: Write,
  id: string,
  context: Context,
  declared: Properties,
  write: (declared: Properties) => Promise<State<unknown, unknown>>,
): Promise<Struct> => {
  const flags = flagsFromParents(kind, declared, context);
  const outputs = (state: State<unknown, unknown>) => outputsFrom(form, withoutKeys(state, Object.keys(flags)), news, secrets);
  try {
    return outputs(await write({ ...declared, ...flags }));
  } catch (error) {
    if (!(error instanceof IncompleteError)) throw statusOf(error, secrets);
    // The inputs of the state will be the declared ones: what holds in their place stands in the outputs.
    const reasons = error.reasons.map((reason) => secrets.hide(reason));
    throw initializationFailed({ id, properties: outputs(error.state), reasons });
  }
};

/** What a preview knows of the outputs: inputs as they are declared, and of the rest what `known` says. */
const foreseen = ({ kind, form, news, secrets }: Write, known: Properties): Struct => {
  const kept = Object.entries(news).filter(([key]) => Object.hasOwn(kind.inputs.shape, key) && !form.hidden.includes(key));
  const computed = Object.keys(kind.computed.shape).map((key) => [key, Object.hasOwn(known, key) ? known[key] : unknownValue]);
  return structFrom({ ...Object.fromEntries(computed), ...Object.fromEntries(kept) }, secrets);
};

export const create = async (host: Host, request: InstanceType<typeof providerMessages.CreateRequest>, call: AbortSignal) => {
  const { kind, form } = kindOf(typeOf(request));
  const bag = bagFrom(request.getProperties());
  const subject = { kind, form, news: bag.values, secrets: secretsOf(form, bag) };
  const response = new providerMessages.CreateResponse();
  if (hasUnknown(bag.values, isUnknown)) {
    response.setProperties(foreseen(subject, {}));
    return response;
  }
  const declared = declaredFrom(kind, form, bag.values, undefined, host.runtime.configuration.settings);
  const id = kind.identity.render(declared);
  response.setId(id);
  if (request.getPreview()) {
    response.setProperties(foreseen(subject, kind.foreseen?.(declared) ?? {}));
    return response;
  }
  host.runtime.declared.set(identityKey(kind, declared), declared);
  const { context, release } = host.work(request.getUrn(), request.getTimeout(), call);
  try {
    response.setProperties(await perform(subject, id, context, declared, (inputs) => kind.create(context, inputs)));
  } finally {
    release();
  }
  return response;
};

export const update = async (host: Host, request: InstanceType<typeof providerMessages.UpdateRequest>, call: AbortSignal) => {
  const { kind, form } = kindOf(typeOf(request));
  const [oldInputs, outputs, news] = [bagFrom(request.getOldInputs()), bagFrom(request.getOlds()), bagFrom(request.getNews())];
  const subject = { kind, form, news: news.values, secrets: secretsOf(form, oldInputs, outputs, news) };
  const state = recordedState(kind, form, outputs, oldInputs);
  const response = new providerMessages.UpdateResponse();
  if (request.getPreview() || hasUnknown(news.values, isUnknown)) {
    const known = hasUnknown(news.values, isUnknown) ? {} : (kind.foreseen?.(form.toKind(news.values), state) ?? {});
    response.setProperties(foreseen(subject, known));
    return response;
  }
  const declared = declaredFrom(kind, form, news.values, state.inputs, host.runtime.configuration.settings);
  host.runtime.declared.set(identityKey(kind, declared), declared);
  const { context, release } = host.work(request.getUrn(), request.getTimeout(), call);
  try {
    const write = (inputs: Properties) => kind.update(context, state, inputs);
    response.setProperties(await perform(subject, request.getId(), context, declared, write));
  } finally {
    release();
  }
  return response;
};

/** Takes a resource away; the name avoids JavaScript's own word. */
export const remove = async (host: Host, request: InstanceType<typeof providerMessages.DeleteRequest>, call: AbortSignal) => {
  const { kind, form } = kindOf(typeOf(request));
  const [oldInputs, outputs] = [bagFrom(request.getOldInputs()), bagFrom(request.getProperties())];
  const { context, release } = host.work(request.getUrn(), request.getTimeout(), call);
  try {
    await deleteResource(kind, context, recordedState(kind, form, outputs, oldInputs));
    return new empty.Empty();
  } catch (error) {
    throw statusOf(error, secretsOf(form, oldInputs, outputs));
  } finally {
    release();
  }
};
