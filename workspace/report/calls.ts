/** The calls that an `up` will make: for memberships as the reconciler itself would make them, for the rest as each kind says. */
import { type Operation, type OperationName, operations } from "../../schema/service/index.ts";
import type { Report } from "../../schema/report.ts";
import type { CollabClient, ItemOutcome } from "../../provider/client/index.ts";
import { RefusedError } from "../../provider/resources/errors.ts";
import { kinds, type KindName } from "../../provider/resources/index.ts";
import { reconcile } from "../../provider/resources/memberships/reconcile.ts";
import { grantsOf, recorded } from "./model.ts";
import type { EngineRun, Properties, ResourceStep } from "./run.ts";
import { settingsOf } from "./settings.ts";

type Call = Report["calls"][number];

class Tally {
  readonly #calls = new Map<string, Call>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(name: OperationName, items: number, atMost: boolean): void {
    const { number, path } = operations[name];
    const known = this.#calls.get(path) ?? { number, operation: path, calls: 0, items: 0, atMost: false };
    const { items: batch }: Operation = operations[name];
    const calls = Math.ceil(items / Math.min(this.#most, batch?.max ?? this.#most));
    this.#calls.set(path, { ...known, calls: known.calls + calls, items: known.items + items, atMost: known.atMost || atMost });
  }

  list(): Call[] {
    return [...this.#calls.values()].toSorted((a, b) => a.number - b.number);
  }
}

/** A client that sends nothing, answers yes, and counts. */
const counting = (tally: Tally): Pick<CollabClient, "each"> => ({
  each: (name, _scope, items) => {
    tally.add(name, items.length, false);
    const idOf = (item: unknown): string => (typeof item === "string" ? item : String(Reflect.get(Object(item), "userId")));
    return Promise.resolve(new Map(items.map((item): [string, ItemOutcome] => [idOf(item), { ok: true }])));
  },
});

const silent = { info() {}, warn() {}, status() {} };

const listAt = (properties: Properties | undefined, key: string): readonly string[] => {
  const value = properties?.[key];
  return Array.isArray(value) ? value.map(String) : [];
};

const countGrants = async ({ old, new: next }: ResourceStep, run: EngineRun, tally: Tally): Promise<void> => {
  const [was, is] = [old && recorded(old), next?.inputs];
  const before = was ? grantsOf(was).grants : [];
  const after = is ? grantsOf(is).grants : [];
  // Another text asks for everything to be sent again.
  const again = was !== undefined && is?.["reassert"] !== undefined && is["reassert"] !== was["reassert"];
  const gone = new Set(listAt(was, "departed"));
  const departed = listAt(is, "departed").filter((userId) => !gone.has(userId));
  const context = { client: counting(tally), settings: settingsOf(run), log: silent, signal: new AbortController().signal };
  try {
    await reconcile(context, { organizationId: "" }, again ? before.map((grant) => ({ ...grant, unsure: true })) : before, after, departed);
  } catch (error) {
    // What the preview refuses is among its messages, and makes no call.
    if (!(error instanceof RefusedError)) throw error;
  }
};

type Life = "create" | "update" | "delete";

/** What a step asks of a kind's handlers. */
const livesOf = ({ op, old, new: next }: ResourceStep): readonly Life[] => {
  if (op === "same" || op === "refresh" || op === "read") return [];
  if (!next) return old?.retained ? [] : ["delete"];
  if (!old) return ["create"];
  return op === "replace" ? ["create", "delete"] : ["update"];
};

const isKind = (kind: string): kind is KindName => Object.hasOwn(kinds, kind);

const setting = (run: EngineRun, key: string, otherwise: number): number => {
  const value = Number(run.config[`collab:${key}`]);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
};

/** Calls that write, by operation. */
export const callsOf = async (run: EngineRun): Promise<Call[]> => {
  const tally = new Tally(setting(run, "maxItemsPerCall", 100));
  for (const step of run.steps) {
    const lives = livesOf(step);
    if (lives.length === 0 || !isKind(step.kind)) continue;
    if (step.kind === "MembershipSet") {
      await countGrants(step, run, tally);
      continue;
    }
    const { steps } = kinds[step.kind];
    const named = new Set(lives.flatMap((life) => steps[life].operations));
    for (const name of named) {
      // The v1 forms are the same call under another setting.
      if (operations[name].effect === "write" && operations[name].version === versionOf(name, run)) tally.add(name, 1, true);
    }
  }
  return tally.list();
};

/** The form that is used where an operation has two. */
const versionOf = (name: OperationName, run: EngineRun): "v1" | "v2" => {
  const sibling = name.endsWith("V1") || Object.hasOwn(operations, `${name}V1`);
  return sibling ? settingsOf(run).apiVersion : operations[name].version;
};
