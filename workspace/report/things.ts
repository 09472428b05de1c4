/** Changes of what is no grant: folders, documents, switches, groups and all other kinds. */
import { isDeepStrictEqual } from "node:util";
import type { Thing } from "../../schema/report.ts";
import { kinds, type KindName } from "../../provider/resources/index.ts";
import { recorded } from "./model.ts";
import type { Properties, ResourceStep } from "./run.ts";

/** Reported as access, not as a thing. */
const grants = new Set(["MembershipSet", "Membership", "MembershipGuard"]);

/** Inputs that say how to create or adopt: of no interest to who reads what changes. */
const howTo = new Set(["createOrganization", "createFolder", "createDocument", "first", "adopt", "__provider", "__defaults"]);

const isKind = (kind: string): kind is KindName => Object.hasOwn(kinds, kind);

const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

const secretKeys = (kind: string): ReadonlySet<string> =>
  new Set(isKind(kind) ? Object.entries(kinds[kind].inputs.shape).flatMap(([key, shape]) => (shape.meta()?.["secret"] ? [key] : [])) : []);

const details = (kind: string, old: Properties, next: Properties): string[] => {
  const known = isKind(kind) ? Object.keys(kinds[kind].inputs.shape) : Object.keys({ ...old, ...next });
  const hidden = secretKeys(kind);
  return known
    .filter((key) => !howTo.has(key) && !isDeepStrictEqual(old[key], next[key]))
    .map((key) => (hidden.has(key) ? `${key} changes` : `${key}: ${show(old[key])} → ${show(next[key])}`));
};

const changeOf = ({ op, old, new: next }: ResourceStep): Thing["change"] | undefined => {
  if (op === "same" || op === "refresh" || op === "read") return undefined;
  if (!next) return old ? "no longer managed" : undefined;
  if (!old) return "created";
  return op === "replace" ? "replaced" : "changed";
};

/** What a step changes; undefined where that is nothing, or access. */
export const thingOf = (step: ResourceStep): Thing | undefined => {
  const change = changeOf(step);
  if (change === undefined || grants.has(step.kind)) return undefined;
  const [old, next] = [step.old && recorded(step.old), step.new?.inputs];
  const shown = old && next ? details(step.kind, old, next) : [];
  const failed = step.failed ? ["failed"] : [];
  return { kind: step.kind, id: step.name, change, details: [...failed, ...shown] };
};
