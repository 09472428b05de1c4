/** What is derived from a kind, for both adapters: validation, diff, and the rule that nothing takes away what is declared now. */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { CollabError } from "../client/index.ts";
import type { Settings } from "../configuration.ts";
import type { Context, Difference, Failure, Known, ResourceKind, RunMemory, State } from "./contract.ts";
import { mayHaveLanded, messageOf, RefusedError } from "./errors.ts";

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
export const renderPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (/^\w+$/.test(String(key))) return index === 0 ? String(key) : `.${String(key)}`;
      return `[${JSON.stringify(String(key))}]`;
    })
    .join("");

/** A value without the parts that are not known; undefined where nothing of it is. */
const knownPart = (value: unknown, isUnknown: IsUnknown): unknown => {
  if (isUnknown(value)) return undefined;
  if (!hasUnknown(value, isUnknown)) return value;
  if (Array.isArray(value)) return value.filter((member) => !isUnknown(member)).map((member) => knownPart(member, isUnknown));
  const members = Object.entries(Object(value)).filter(([, member]) => !isUnknown(member));
  return Object.fromEntries(members.map(([key, member]) => [key, knownPart(member, isUnknown)]));
};

/** @param wrong inputs that do not have their shape: nothing more can be said of them */
const knownOf = (news: Properties, isUnknown: IsUnknown, wrong: ReadonlySet<string> = new Set()): Known<Properties> => {
  const inputs: Record<string, unknown> = {};
  const unknown = new Set<string>(wrong);
  for (const [key, value] of Object.entries(news)) {
    if (wrong.has(key)) continue;
    const known = knownPart(value, isUnknown);
    if (known !== value) unknown.add(key);
    if (known !== undefined) inputs[key] = known;
  }
  return { inputs, unknown };
};

/** What a shape alone says of values, and the inputs that it is found in; nothing about those that are not known yet. */
export const shapeFailures = (shape: z.ZodObject, news: Properties, isUnknown: IsUnknown) => {
  const parsed = shape.strict().safeParse(news);
  const wrong = new Set<string>();
  const failures = (parsed.error?.issues ?? []).flatMap((issue): Failure[] => {
    const value = valueAt(news, issue.path, isUnknown);
    if (isUnknown(value)) return [];
    // None of several shapes fits what is known only in part.
    if (issue.code === "invalid_union" && hasUnknown(value, isUnknown)) return [];
    if (issue.code === "unrecognized_keys") {
      const known = Object.keys(shape.shape).join(", ");
      return issue.keys.map((key) => ({ property: renderPath([...issue.path, key]), reason: `unknown property; known: ${known}` }));
    }
    wrong.add(String(issue.path[0]));
    const got = value === undefined ? "it is missing" : `got ${JSON.stringify(value)}`;
    return [{ property: renderPath(issue.path), reason: `${issue.message}; ${got}` }];
  });
  return { failures, wrong };
};

const v2Only = ["createOrganization", "createFolder", "first"];

/** The v1 forms have nothing that creates a parent (Versioning, 2). */
const needsV2 = ({ inputs }: Known<Properties>, { apiVersion }: Settings): Failure[] => {
  if (apiVersion === "v2") return [];
  const declared = v2Only.filter((key) => inputs[key] !== undefined && inputs[key] !== false);
  return declared.map((property) => ({ property, reason: "needs collab:apiVersion v2: the v1 operations have no field for it" }));
};

/** Inputs in their normal form, and what is to be said of them. */
export interface Checked {
  readonly inputs: Properties;
  readonly failures: readonly Failure[];
  readonly notices: readonly string[];
}

/**
 * Validates inputs and brings them into their normal form; what is not known yet stops no check of the rest. Never touches the network.
 *
 * @param olds inputs of the state, if there is one
 */
export const checkInputs = (
  kind: AnyKind,
  news: Properties,
  olds: Properties | undefined,
  settings: Settings,
  isUnknown: IsUnknown,
): Checked => {
  const shape = shapeFailures(kind.inputs, news, isUnknown);
  const known = knownOf(news, isUnknown, shape.wrong);
  const old = kind.inputs.safeParse(olds).data;
  const failures = [...shape.failures, ...needsV2(known, settings), ...(kind.check?.(known, settings, old) ?? [])];
  if (failures.length > 0) return { inputs: news, failures, notices: [] };
  const notices = kind.notices?.(known, settings) ?? [];
  if (!kind.normalize) return { inputs: news, failures, notices };
  const whole = Object.fromEntries(Object.entries(known.inputs).filter(([key]) => !known.unknown.has(key)));
  return { inputs: { ...news, ...kind.normalize(whole, old, settings) }, failures, notices };
};

/** What an adapter tells the engine. */
export interface Diff extends Difference {
  readonly replaces: readonly string[];
}

/** Where the last change may hold or not, everything that an update sends differs: the record proves nothing. */
const withUnsure = (
  { replaceOn, createOnly = [] }: AnyKind,
  { computed }: State<unknown, Properties>,
  news: Properties,
  found: Difference,
): Difference => {
  if (computed["unsure"] === undefined || found.changed.length > 0) return found;
  const fixed = new Set([...replaceOn, ...createOnly]);
  return { ...found, changed: Object.keys(news).filter((key) => !fixed.has(key)) };
};

/** For those that look at one resource alone. */
const forgetful: RunMemory = { declared: new Map(), before: new Map(), recorded: new Map() };

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
  run: RunMemory = forgetful,
): Diff => {
  const lost = Object.entries(kind.inputs.shape).find(([key, shape]) => news[key] === undefined && !shape.safeParse(undefined).success);
  if (lost) {
    throw new RefusedError(
      `${kind.token}: ${lost[0]} is required and missing: ignoreChanges names it, and the resource never had it. Take it out of ignoreChanges.`,
    );
  }
  const skipped = new Set(kind.createOnly);
  const valueOf = (properties: Properties, key: string) => properties[key] ?? kind.defaults?.[key];
  const differs = (key: string): boolean => {
    if (skipped.has(key)) return false;
    return hasUnknown(news[key], isUnknown) || !isDeepStrictEqual(valueOf(state.inputs, key), valueOf(news, key));
  };
  const found: Difference = { changed: Object.keys(kind.inputs.shape).filter(differs) };
  const diff = withUnsure(kind, state, news, kind.diff?.(state, knownOf(news, isUnknown), settings, found, run) ?? found);
  return { ...diff, replaces: kind.replaceOn.filter((key) => diff.changed.includes(key)) };
};

/** Under which a run remembers what it declares. */
export const identityKey = (kind: AnyKind, inputs: Properties): string => `${kind.token} ${kind.identity.render(inputs)}`;

/** The engine keeps the resource as it was, so a declaration that goes back to it would find nothing to do. */
const halfDeleted =
  "Some of it may be done. Run it again to finish; to keep the resource instead, declare it and make it anew: pulumi up --replace <its URN>.";

const mayBeHalfDone = (error: unknown): boolean =>
  error instanceof CollabError
    ? mayHaveLanded(error)
    : error instanceof Error && error.cause instanceof CollabError && error.cause.code !== "unauthorized";

/**
 * Deletes. Where this run declares the same identity again (a replacement, or the resource under a new name), only what the heir does not
 * have is taken away: the engine may delete after the heir was created, in this run or in a later one.
 */
export const deleteResource = async (kind: AnyKind, context: Context, state: State<Properties, Properties>): Promise<void> => {
  const heir = kind.inputs.safeParse(context.declared.get(identityKey(kind, state.inputs)));
  try {
    await (heir.success ? kind.release?.(context, state, heir.data) : kind.delete(context, state));
  } catch (error) {
    throw mayBeHalfDone(error) ? new Error(`${messageOf(error)} ${halfDeleted}`, { cause: error }) : error;
  }
};
