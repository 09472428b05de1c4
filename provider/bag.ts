/** How a resource's properties travel between the engine and the handlers: one bag, with the engine's markers in it. */
import type { State } from "./resources/contract.ts";
import type { AnyKind, Properties } from "./resources/lifecycle.ts";

/** The property under which the engine keeps the text that loads the provider of a dynamic resource. */
export const providerKey = "__provider";

/** Stands for a value that is not known yet. A constant of Pulumi's wire protocol; importing the SDK for it would cost half a second at each start. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A value that the engine does not know yet, in a preview. */
export const isUnknown = (value: unknown): boolean => value === unknownValue;

/** A bag without `__provider`, and without nulls: the wire has no "absent", and no input of ours means null. */
export const withoutMarkers = (bag: Properties): Properties =>
  Object.fromEntries(Object.entries(bag).filter(([key, value]) => key !== providerKey && value !== null && value !== undefined));

const pick = (bag: Properties, keys: readonly string[]): Properties =>
  Object.fromEntries(keys.filter((key) => bag[key] !== undefined).map((key) => [key, bag[key]]));

/** Splits the bag that the engine keeps into what was declared and what only the service knows. */
export const stateFrom = (kind: AnyKind, bag: Properties): State<Properties, Properties> => {
  const plain = withoutMarkers(bag);
  return { inputs: pick(plain, Object.keys(kind.inputs.shape)), computed: pick(plain, Object.keys(kind.computed.shape)) };
};

/** The bag for a state; `undefined` has no place on the wire. */
export const bagOf = (state: State<unknown, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...Object(state.computed), ...Object(state.inputs) }).filter(([, value]) => value !== undefined));
