/**
 * Drift: what a refresh finds in the service, what the state keeps, and what is declared, told apart by who changed it.
 *
 *   declared now  --yours-->  declared last  --unfinished-->  recorded  --behind-->  in the service
 */
import { isDeepStrictEqual } from "node:util";
import { describeLevel, type Grant, grantKey, indexGrants } from "../../provider/resources/memberships/grants.ts";
import { renderGrant } from "../../provider/resources/memberships/roster.ts";
import { grantsOf } from "../report/model.ts";
import type { EngineMessage, EngineRun, Properties, ResourceStep } from "../report/run.ts";

/** One resource that differs. */
export interface Difference {
  readonly kind: string;
  readonly id: string;
  /** What differs, one a line. */
  readonly details: readonly string[];
}

export interface Drift {
  readonly version: 1;
  /** The service differs from what this stack recorded or last declared. */
  readonly drifted: boolean;
  /** Changed in the service, not by this stack. */
  readonly behind: readonly Difference[];
  /** Declared last time, and not done or not known to be. */
  readonly unfinished: readonly Difference[];
  /** Declared now, and not applied yet. */
  readonly yours: readonly Difference[];
  readonly messages: readonly EngineMessage[];
  /** What cannot be known. */
  readonly notes: readonly string[];
}

/** Not declared by anybody: how the engine carries a resource, or how it would be created. */
const carriage = new Set(["__provider", "__defaults", "first", "createOrganization", "createFolder", "createDocument", "adopt"]);

const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

const changedProperties = (from: Properties, to: Properties, keys: Iterable<string>): string[] =>
  [...new Set(keys)]
    .filter((key) => !carriage.has(key) && !isDeepStrictEqual(from[key], to[key]))
    .map((key) => `${key}: ${show(from[key])} → ${show(to[key])}`);

const changedGrants = (from: readonly Grant[], to: readonly Grant[]): string[] => {
  const [old, now] = [indexGrants(from), indexGrants(to)];
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.flatMap((key) => {
    const [a, b] = [old.get(key), now.get(key)];
    if (a && b && renderGrant(a) === renderGrant(b)) return [];
    return [...(a ? [`- ${renderGrant(a)}`] : []), ...(b ? [`+ ${renderGrant(b)}`] : [])];
  });
};

const differences = (kind: string, from: Properties, to: Properties, keys: Iterable<string>): string[] =>
  kind === "MembershipSet"
    ? [...changedGrants(grantsOf(from).grants, grantsOf(to).grants), ...changedProperties(from, to, ["departed", "reassert"])]
    : changedProperties(from, to, keys);

/** Says again, for a whole workspace, what the sets say. */
const guard = "MembershipGuard";

const entry = ({ kind, name }: ResourceStep, details: readonly string[]): Difference[] =>
  kind === guard || details.length === 0 ? [] : [{ kind, id: name, details }];

/** What a refresh has found. */
const behindOf = (step: ResourceStep): Difference[] => {
  if (!step.old) return [];
  if (!step.new) return entry(step, ["is gone"]);
  // What was unfinished is so before the refresh: only what it found besides has changed behind our back.
  return entry(step, differences(step.kind, step.old.outputs, step.new.outputs, Object.keys(step.old.outputs)));
};

const unsure = (grants: readonly Grant[]): string[] =>
  grants
    .filter((grant) => grant.unsure)
    .map(({ userId, level }) => `${userId} at ${describeLevel(level)}: the call was cut off, it may hold or not`);

/** What an earlier run has declared and not done. */
const unfinishedOf = (step: ResourceStep): Difference[] => {
  const { old, kind } = step;
  if (!old) return [];
  if (kind === "MembershipSet") {
    const recorded = grantsOf(old.outputs).grants;
    const open = new Set(recorded.filter((grant) => grant.unsure).map(grantKey));
    const declared = grantsOf(old.inputs).grants;
    const differ = changedGrants(
      declared.filter((grant) => !open.has(grantKey(grant))),
      recorded.filter((grant) => !open.has(grantKey(grant))),
    );
    return entry(step, [...(old.unfinished.length > 0 ? differ : []), ...unsure(recorded)]);
  }
  return old.unfinished.length === 0
    ? []
    : entry(
        step,
        old.unfinished.flatMap((reason) => reason.split("\n")),
      );
};

/** What is declared now and was not declared before. */
const yoursOf = (step: ResourceStep): Difference[] => {
  if (!step.old) return step.new ? entry(step, ["is new"]) : [];
  if (!step.new) return entry(step, ["is no longer declared"]);
  return entry(
    step,
    differences(step.kind, step.old.inputs, step.new.inputs, [...Object.keys(step.old.inputs), ...Object.keys(step.new.inputs)]),
  );
};

const memberships =
  "Memberships: no operation lists them. A refresh trusts what the last `up` recorded, unless collab:refreshMemberships is `probe`.";

/**
 * @param refresh of `pulumi refresh --preview-only`, as a stream of events
 * @param preview of `pulumi preview`
 */
export const driftOf = (refresh: EngineRun, preview: EngineRun): Drift => {
  const behind = refresh.steps.flatMap(behindOf);
  const unfinished = refresh.steps.flatMap(unfinishedOf);
  const sets = refresh.steps.some(({ kind }) => kind === "MembershipSet" || kind === "Membership");
  const trusted = refresh.config["collab:refreshMemberships"] !== "probe";
  const messages = [...refresh.messages, ...preview.messages].filter(({ severity }) => severity !== "info");
  return {
    version: 1,
    drifted: behind.length + unfinished.length > 0,
    behind,
    unfinished,
    yours: preview.steps.flatMap(yoursOf),
    messages: [...new Map(messages.map((message) => [message.text, message])).values()],
    notes: sets && trusted ? [memberships] : [],
  };
};
