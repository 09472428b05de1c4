/** Where exactly old and new differ, as the engine shows it: by property, by member of a map, by shard of a roster. */
import { isDeepStrictEqual } from "node:util";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { isUnknown } from "../bag.ts";
import { hasUnknown, renderPath } from "../resources/lifecycle.ts";

type Change = "ADD" | "DELETE" | "UPDATE";

const isMap = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

/** Calls back for each place; lists are compared as a whole, as their order says nothing. */
const compare = (
  before: unknown,
  after: unknown,
  path: readonly string[],
  found: (path: readonly string[], change: Change) => void,
): void => {
  if (isDeepStrictEqual(before, after) && !hasUnknown(after, isUnknown)) return;
  if (before === undefined) return found(path, "ADD");
  if (after === undefined) return found(path, "DELETE");
  if (!isMap(before) || !isMap(after)) return found(path, "UPDATE");
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(Reflect.get(before, key), Reflect.get(after, key), [...path, key], found);
  }
};

/** What is compared: the engine looks old values up in the inputs or in the outputs of the state. */
export interface Sides {
  readonly before: unknown;
  readonly after: unknown;
  readonly from: "inputs" | "outputs";
}

/** Adds the differences of one property to a diff. */
export const addDifferences = (
  diff: InstanceType<typeof providerMessages.DiffResponse>,
  property: string,
  { before, after, from }: Sides,
  replaces: boolean,
): void => {
  const { Kind } = providerMessages.PropertyDiff;
  compare(before, after, [property], (path, change) => {
    const difference = new providerMessages.PropertyDiff();
    difference.setKind(replaces ? Kind[`${change}_REPLACE`] : Kind[change]);
    difference.setInputdiff(from === "inputs");
    diff.getDetaileddiffMap().set(renderPath(path), difference);
  });
};
