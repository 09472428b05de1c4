/** What is derived from a kind, for both adapters: validation, diff, and the rule that a replacement never takes away what it has made. */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Settings } from "../configuration.ts";
import type { Context, Difference, Failure, ResourceKind, State } from "./contract.ts";

/** A kind whose types are not known here: what comes from the engine is parsed with its shapes. */
export type AnyKind = ResourceKind<z.ZodObject, z.ZodObject>;
/** Properties as an adapter hands them over: plain JSON, without the engine's own. */
export type Properties = Readonly<Record<string, unknown>>;

/** Tells a value that is not known yet, in a preview. */
export type IsUnknown = (value: unknown) => boolean;

const valueAt = (value: unknown, path: readonly PropertyKey[], isUnknown: IsUnknown): unknown => {
  let current = value;
  for (const key of path) {
    if (isUnknown(current) || typeof current !== "object" || current === null) return current;
    current = Reflect.get(current, key);
  }
  return current;
};

/** Whether anything in a value is not known yet. */
export const hasUnknown = (value: unknown, isUnknown: IsUnknown): boolean => {
  if (isUnknown(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((member) => hasUnknown(member, isUnknown));
};

/** `folders.design["a b"]`: a path as Pulumi writes it. */
const renderPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (/^\w+$/.test(String(key))) return index === 0 ? String(key) : `.${String(key)}`;
      return `[${JSON.stringify(String(key))}]`;
    })
    .join("");

const shapeFailures = (kind: AnyKind, news: Properties, isUnknown: IsUnknown): Failure[] => {
  const parsed = kind.inputs.strict().safeParse(news);
  return (parsed.error?.issues ?? []).flatMap((issue): Failure[] => {
    const value = valueAt(news, issue.path, isUnknown);
    if (isUnknown(value)) return [];
    if (issue.code === "unrecognized_keys") {
      const known = Object.keys(kind.inputs.shape).join(", ");
      return issue.keys.map((key) => ({ property: renderPath([...issue.path, key]), reason: `unknown property; known: ${known}` }));
    }
    const got = value === undefined ? "it is missing" : `got ${JSON.stringify(value)}`;
    return [{ property: renderPath(issue.path), reason: `${issue.message}; ${got}` }];
  });
};

/**
 * Validates inputs and brings them into their normal form. Never touches the network; the kind's own hooks see fully known inputs only.
 *
 * @param olds inputs of the state, if there is one
 */
export const checkInputs = (
  kind: AnyKind,
  news: Properties,
  olds: Properties | undefined,
  settings: Settings,
  isUnknown: IsUnknown,
): { inputs: Properties; failures: readonly Failure[] } => {
  const failures = shapeFailures(kind, news, isUnknown);
  if (failures.length > 0 || hasUnknown(news, isUnknown)) return { inputs: news, failures };
  const old = kind.inputs.safeParse(olds).data;
  const found = kind.check?.(news, settings, old) ?? [];
  return { inputs: found.length > 0 || !kind.normalize ? news : kind.normalize(news, old), failures: found };
};

/** What an adapter tells the engine. */
export interface Diff extends Difference {
  readonly replaces: readonly string[];
}

/**
 * Compares what is recorded with what is declared.
 *
 * @throws RefusedError where the kind cannot make the change
 */
export const diffState = (
  kind: AnyKind,
  state: State<Properties, Properties>,
  news: Properties,
  settings: Settings,
  isUnknown: IsUnknown,
): Diff => {
  const skipped = new Set(kind.createOnly);
  const unmanaged = new Set(kind.unmanagedWhenAbsent);
  const valueOf = (properties: Properties, key: string) => properties[key] ?? kind.defaults?.[key];
  const differs = (key: string): boolean => {
    if (skipped.has(key) || (unmanaged.has(key) && news[key] === undefined)) return false;
    return hasUnknown(news[key], isUnknown) || !isDeepStrictEqual(valueOf(state.inputs, key), valueOf(news, key));
  };
  const found: Difference = { changed: Object.keys(kind.inputs.shape).filter(differs) };
  const known = !hasUnknown(news, isUnknown);
  const diff = known && kind.diff ? kind.diff(state, news, settings, found) : found;
  return { ...diff, replaces: kind.replaceOn.filter((key) => diff.changed.includes(key)) };
};

const touchedKey = (kind: AnyKind, inputs: Properties): string => `${kind.token} ${kind.identity.render(inputs)}`;

/** Creates, and remembers that this run did. */
export const createResource = async (kind: AnyKind, context: Context, inputs: Properties): Promise<State<Properties, Properties>> => {
  const state = await kind.create(context, inputs);
  context.touched.add(touchedKey(kind, inputs));
  return state;
};

/** Deletes, unless this run has just created or adopted the same identity: the engine may create a replacement before it deletes. */
export const deleteResource = async (kind: AnyKind, context: Context, state: State<Properties, Properties>): Promise<void> => {
  if (context.touched.has(touchedKey(kind, state.inputs))) return;
  await kind.delete(context, state);
};
