/**
 * The side of dynamic resources that runs in the engine's provider process. `pulumi-collab/dynamic-handlers` is the path that every state
 * names (see `provider-text.ts`): it is a contract with the states that exist.
 */
import { engineLog } from "../engine-log.ts";
import { stackOf } from "../engine-stack.ts";
import type { State } from "../resources/contract.ts";
import { IncompleteError, RefusedError } from "../resources/errors.ts";
import { kinds, type KindName } from "../resources/index.ts";
import { type AnyKind, deleteResource, identityKey, type Properties } from "../resources/lifecycle.ts";
import { Runtime, shownMessage } from "../runtime.ts";
import { bagOf, isUnknown, providerKey, stateFrom, withoutMarkers } from "../bag.ts";

const prefix = "collab:";

/** A setting that the stack has as a structure (`config set --path`) means the same as its JSON. */
const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** The stack's configuration of this package, without the prefix. */
const ownConfiguration = (raw: Readonly<Record<string, unknown>>): Record<string, string> => {
  const entries = Object.entries(raw).filter(([key, value]) => key.startsWith(prefix) && value !== undefined && value !== null);
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), textOf(value)]));
};

/** An error as the engine's dynamic provider shows it best: it prints the stack, which means nothing to the person who reads it. */
const shown = (thrown: unknown): Error => {
  const error = new Error(shownMessage(thrown));
  error.stack = "";
  return error;
};

const translated = async <Result>(work: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw shown(error);
  }
};

/** As {@link translated}; what an incomplete create or update has achieved goes along, so that the engine keeps it. */
const keptOnFailure = async <Result>(id: string, provider: unknown, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const failure = shown(error);
    if (!(error instanceof IncompleteError)) throw failure;
    throw Object.assign(failure, {
      id,
      reasons: [...error.reasons],
      properties: { ...bagOf(error.state), [providerKey]: provider },
    });
  }
};

/** A state that the native plugin wrote, which this provider takes over: the text that loads it is still missing. */
const isForeign = (bag: Properties): boolean => bag[providerKey] === undefined;

/**
 * What is recorded. The plugin keeps in the inputs alone what its outputs would only repeat, and the engine shows the old inputs to Check
 * only, which comes before Diff and Update.
 */
const recordedState = (kind: AnyKind, runtime: Runtime, bag: Properties): State<Properties, Properties> => {
  const state = stateFrom(kind, bag);
  if (!isForeign(bag)) return state;
  const before = runtime.before.get(identityKey(kind, state.inputs)) ?? {};
  const kept = Object.keys(kind.inputs.shape).filter((key) => state.inputs[key] === undefined && before[key] !== undefined);
  return { ...state, inputs: { ...state.inputs, ...Object.fromEntries(kept.map((key) => [key, before[key]])) } };
};

const isWhole = (kind: AnyKind, { inputs }: State<Properties, Properties>): boolean => kind.inputs.safeParse(inputs).success;

const takeOverFirst = (kind: AnyKind): Error =>
  new RefusedError(
    `${kind.token}: the native plugin wrote this state. Run \`pulumi up\` once with collab:provider dynamic, which takes it over.`,
  );

/** Handlers of one kind, in the form that Pulumi's dynamic provider calls. */
export const dynamicProvider = (kind: AnyKind, runtime: Runtime) => ({
  configure: (request: { readonly config: { readonly rawConfig?: Readonly<Record<string, unknown>> } }): Promise<void> =>
    translated(() => runtime.configure(ownConfiguration(request.config.rawConfig ?? {}))),

  check: (olds: Properties, news: Properties) =>
    translated(() => {
      const old = Object.keys(olds).length > 0 ? withoutMarkers(olds) : undefined;
      const { inputs, failures } = runtime.check(kind, withoutMarkers(news), old, isUnknown);
      return { inputs: { ...inputs }, failures: [...failures] };
    }),

  diff: (_id: string, olds: Properties, news: Properties) =>
    translated(() => {
      const diff = runtime.diff(kind, recordedState(kind, runtime, olds), withoutMarkers(news), isUnknown);
      return { changes: diff.changed.length > 0 || isForeign(olds), replaces: [...diff.replaces], deleteBeforeReplace: true };
    }),

  create: (inputs: Properties) => {
    const declared = withoutMarkers(inputs);
    const id = kind.identity.render(declared);
    runtime.declared.set(identityKey(kind, declared), declared);
    return keptOnFailure(id, inputs[providerKey], async () => ({
      id,
      outs: bagOf(await kind.create(runtime.context(), declared)),
    }));
  },

  read: (id: string, properties: Properties) =>
    translated(async () => {
      const before = stateFrom(kind, properties);
      // What the plugin left out is not there to be compared; the next `up` takes the resource over.
      if (isForeign(properties) && !isWhole(kind, before)) return { id, props: properties };
      const state = await kind.read(runtime.context(), before);
      // An empty answer is how a dynamic provider says that the resource is gone.
      if (!state) return {};
      return { id, props: bagOf(state), inputs: bagOf({ inputs: state.inputs, computed: {} }) };
    }),

  update: (id: string, olds: Properties, news: Properties) =>
    keptOnFailure(id, news[providerKey], async () => {
      const [state, declared] = [recordedState(kind, runtime, olds), withoutMarkers(news)];
      const isTakenOver = isForeign(olds) && runtime.diff(kind, state, declared, isUnknown).changed.length === 0;
      if (isTakenOver) return { outs: bagOf({ inputs: declared, computed: state.computed }) };
      return { outs: bagOf(await kind.update(runtime.context(), state, declared)) };
    }),

  delete: (_id: string, properties: Properties) =>
    translated(() => {
      const state = stateFrom(kind, properties);
      if (isForeign(properties) && !isWhole(kind, state)) throw takeOverFirst(kind);
      return deleteResource(kind, runtime.context(), state);
    }),
});

let shared: Runtime | undefined;

/** The provider of a kind, as the text in the state asks for it. */
export const provider = (kind: string) => {
  shared ??= new Runtime(process.env, engineLog(process.argv[2]).about(), () => stackOf(process.argv[2]));
  if (!Object.hasOwn(kinds, kind)) {
    throw shown(`pulumi-collab has no resource kind ${JSON.stringify(kind)}; known: ${Object.keys(kinds).join(", ")}. Update the package.`);
  }
  return dynamicProvider(kinds[kind as KindName], shared);
};
