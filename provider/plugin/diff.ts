/** Diff: what is recorded against what is declared, without any call. */
import { isDeepStrictEqual } from "node:util";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { isUnknown } from "../bag.ts";
import type { Failure } from "../resources/contract.ts";
import { RefusedError } from "../resources/errors.ts";
import { type Properties, shapeFailures } from "../resources/lifecycle.ts";
import { kindOf, recordedState, secretsOf, typeOf } from "./call.ts";
import { addDifferences } from "./detailed-diff.ts";
import { declaredFrom, type Form } from "./form.ts";
import type { Host } from "./host.ts";
import { statusOf } from "./status.ts";
import { type Bag, bagFrom } from "./wire.ts";

type Request = InstanceType<typeof providerMessages.DiffRequest>;

const refuse = (ignored: readonly string[], failures: readonly Failure[]): never => {
  const wrong = failures.map(({ property, reason }) => `${property}: ${reason}`).join("; ");
  throw new RefusedError(
    `ignoreChanges (${ignored.join(", ")}) leaves a declaration that is none: ${wrong}. Ignore the whole property, or declare it.`,
  );
};

/**
 * The engine puts old values in the place of ignored ones, and takes away what had none.
 *
 * @throws RefusedError where that leaves no valid declaration, or only a part of a roster
 */
const refuseHalves = (form: Form, news: Properties, ignored: readonly string[]): void => {
  for (const path of ignored) {
    const why = form.notIgnored(path);
    if (why !== undefined) throw new RefusedError(`ignoreChanges cannot name ${path}: ${why}`);
  }
  const { failures } = shapeFailures(form.inputs, news, isUnknown);
  if (ignored.length > 0 && failures.length > 0) refuse(ignored, failures);
};

/** Where the engine finds the old value of a property: in the inputs, unless the service is known to have another one. */
const sidesOf = (key: string, oldInputs: Bag, outputs: Bag, news: Bag) => {
  const [input, output, after] = [oldInputs.values[key], outputs.values[key], news.values[key]];
  const isOutput = output !== undefined && !isDeepStrictEqual(input, output);
  return isOutput ? ({ before: output, after, from: "outputs" } as const) : ({ before: input, after, from: "inputs" } as const);
};

const answer = (host: Host, request: Request, oldInputs: Bag, outputs: Bag, news: Bag) => {
  const { kind, form } = kindOf(typeOf(request));
  const ignored = request.getIgnorechangesList();
  refuseHalves(form, news.values, ignored);
  const state = recordedState(kind, form, outputs, oldInputs);
  const declared = declaredFrom(kind, form, news.values, state.inputs, host.runtime.configuration.settings);
  const { changed, replaces } = host.runtime.diff(kind, state, declared, isUnknown, host.log(request.getUrn()));

  const response = new providerMessages.DiffResponse();
  const { DIFF_NONE, DIFF_SOME } = providerMessages.DiffResponse.DiffChanges;
  const found = changed.filter((key) => !ignored.includes(key));
  response.setChanges(found.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setReplacesList(replaces.filter((key) => found.includes(key)));
  response.setStablesList(kind.replaceOn.filter((key) => !found.includes(key)));
  response.setDeletebeforereplace(true);
  response.setHasdetaileddiff(true);
  // What is kept in another form than it is written in is shown as it is written.
  const shown = found.flatMap((key) => (form.hidden.includes(key) ? form.written(oldInputs.values, news.values) : [key]));
  response.setDiffsList(shown);
  for (const key of shown) addDifferences(response, key, sidesOf(key, oldInputs, outputs, news), replaces.includes(key));
  // A change that no written property shows, such as what an incomplete run left undone.
  if (found.length > 0 && response.getDetaileddiffMap().getLength() === 0) response.setHasdetaileddiff(false);
  return response;
};

export const diff = (host: Host, request: Request) => {
  const [oldInputs, outputs, news] = [bagFrom(request.getOldInputs()), bagFrom(request.getOlds()), bagFrom(request.getNews())];
  try {
    return answer(host, request, oldInputs, outputs, news);
  } catch (error) {
    throw statusOf(error, secretsOf(kindOf(typeOf(request)).form, oldInputs, outputs, news));
  }
};
