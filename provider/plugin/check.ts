/** Check: everything that is wrong with a declaration at once, without any call. */
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { isUnknown, withoutMarkers } from "../bag.ts";
import type { Failure } from "../resources/contract.ts";
import { type AnyKind, hasUnknown, type Properties } from "../resources/lifecycle.ts";
import { kindOf, type Subject, typeOf } from "./call.ts";
import type { Host } from "./host.ts";
import { failure } from "./messages.ts";
import type { Secrets } from "./secrets.ts";
import { bagFrom, structFrom } from "./wire.ts";

interface Checked {
  /** What is written, in its normal form. */
  readonly inputs: Properties;
  /** The kind's inputs, once they are known. */
  readonly declared?: Properties;
  readonly failures: readonly Failure[];
}

const checkWritten = (host: Host, urn: string, { kind, form }: Subject, news: Properties, olds: Properties | undefined): Checked => {
  const wrong = form.check(news);
  if (wrong.length > 0) return { inputs: news, failures: wrong };
  const old = olds && form.check(olds).length === 0 ? form.toKind(olds) : undefined;
  const { inputs, failures } = host.runtime.check(kind, form.toKind(news), old, isUnknown, host.log(urn));
  return {
    inputs: form.fromKind(news, inputs),
    ...(hasUnknown(news, isUnknown) ? {} : { declared: inputs }),
    failures: failures.map(({ property, reason }) => ({ property: form.place(news, property), reason })),
  };
};

/** Inputs that an id is made of: Pulumi keeps ids in plain text. */
const secretInId = (kind: AnyKind, declared: Properties, secrets: Secrets): Failure[] => {
  const read = new Set<string>();
  const watched = new Proxy(declared, {
    get(target, key) {
      if (typeof key === "string") read.add(key);
      return Reflect.get(target, key);
    },
  });
  kind.identity.render(watched);
  return [...read]
    .filter((key) => secrets.touches(key))
    .map((property) => ({
      property,
      reason:
        "is a part of the resource's id, which Pulumi keeps and shows in plain text: it cannot be a secret. Give it as a plain value (unsecret)",
    }));
};

export const check = (host: Host, request: InstanceType<typeof providerMessages.CheckRequest>) => {
  const subject = kindOf(typeOf(request));
  const { values: news, secrets } = bagFrom(request.getNews());
  const olds = withoutMarkers(bagFrom(request.getOlds()).values);
  const old = Object.keys(olds).length > 0 ? olds : undefined;
  const { inputs, declared, failures } = checkWritten(host, request.getUrn(), subject, news, old);
  const inId = declared && failures.length === 0 && secrets.any ? secretInId(subject.kind, declared, secrets) : [];
  const response = new providerMessages.CheckResponse();
  response.setInputs(structFrom(inputs, secrets));
  response.setFailuresList([...failures, ...inId].map(({ property, reason }) => failure(property, secrets.hide(reason))));
  return response;
};
