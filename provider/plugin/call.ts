/** What every lifecycle call begins with: which kind, under which URN, and what is secret in it. */
import { status } from "@grpc/grpc-js";
import { bagOf, stateFrom } from "../bag.ts";
import { nearest } from "../nearest.ts";
import type { State } from "../resources/contract.ts";
import { kinds } from "../resources/index.ts";
import type { AnyKind, Properties } from "../resources/lifecycle.ts";
import { type Form, formOf, withoutHidden } from "./form.ts";
import { Secrets } from "./secrets.ts";
import { StatusError } from "./status.ts";
import { type Bag, type Struct, structFrom } from "./wire.ts";

const all: Readonly<Record<string, AnyKind>> = kinds;

/** A kind, and how it is written. */
export interface Subject {
  readonly kind: AnyKind;
  readonly form: Form;
}

/** The resource type that a call is about; engines before the field `type` said it in the URN only. */
export const typeOf = (request: { getUrn(): string; getType(): string }): string =>
  request.getType() || (request.getUrn().split("::")[2]?.split("$").at(-1) ?? "");

/**
 * The kind of a type name such as `collab:index:Folder`.
 *
 * @throws StatusError that names the kinds there are
 */
export const kindOf = (type: string): Subject => {
  const token = type.split(/[:/]/).at(-1) ?? "";
  const kind = Object.hasOwn(all, token) ? all[token] : undefined;
  if (kind) return { kind, form: formOf(kind) };
  const meant = nearest(token, Object.keys(all));
  const hint = meant === undefined ? "" : ` Did you mean collab:index:${meant}?`;
  throw new StatusError(status.NOT_FOUND, `${type} is no resource of the package collab.${hint} Known: ${Object.keys(all).join(", ")}.`);
};

/** What is recorded of a resource: its outputs, and from its inputs what outputs leave out. */
export const recordedState = (kind: AnyKind, form: Form, outputs: Bag, inputs: Bag): State<Properties, Properties> => {
  const hidden = form.hidden.some((key) => outputs.values[key] === undefined) ? form.toKind(inputs.values) : {};
  const kept = Object.fromEntries(form.hidden.map((key) => [key, hidden[key]]));
  return stateFrom(kind, { ...kept, ...outputs.values });
};

/** Secrets of everything that a call brought: a place counts where it has the same name in the outputs. */
export const secretsOf = (form: Form, ...bags: readonly Bag[]): Secrets => {
  const secrets = new Secrets();
  for (const { secrets: own } of bags) secrets.join(own);
  const written = Object.keys(form.inputs.shape);
  // What outputs leave out is made of several inputs: it is as secret as any of them.
  if (form.hidden.length > 0 && written.some((key) => secrets.touches(key))) for (const key of form.hidden) secrets.note([key], undefined);
  return secrets;
};

/** Outputs as the engine keeps them beside the inputs that are written. */
export const outputsFrom = (form: Form, state: State<unknown, unknown>, written: Properties, secrets: Secrets): Struct =>
  structFrom(withoutHidden(form, bagOf(state), written), secrets);
