/** What no operation of the service can undo, and what a run would do of it. */
import type { Report } from "../../schema/report.ts";
import type { Properties, ResourceStep } from "./run.ts";
import { grantsOf, recorded } from "./model.ts";

type Lasting = Report["lasting"][number];

const mostExamples = 5;

const listAt = (properties: Properties, key: string): string[] => {
  const value = properties[key];
  return Array.isArray(value) ? value.map(String) : [];
};

/** Items of a list that an earlier run has not had. */
const added = ({ old, new: next }: ResourceStep, key: string): string[] => {
  const known = new Set(old ? listAt(recorded(old), key) : []);
  return listAt(next?.inputs ?? {}, key).filter((item) => !known.has(item));
};

const removedFromOrganization = (step: ResourceStep): string[] => {
  const { old, new: next } = step;
  const atTop = (properties: Properties | undefined) =>
    grantsOf(properties ?? {}).grants.flatMap(({ level, userId }) => (level.kind === "organization" ? [userId] : []));
  const kept = new Set(atTop(next?.inputs));
  const leaving = atTop(old && recorded(old)).filter((userId) => !kept.has(userId));
  return [...new Set([...leaving, ...added(step, "departed")])];
};

type Rule = readonly [what: string, of: (step: ResourceStep) => readonly string[]];

const isNew = ({ old, new: next }: ResourceStep): boolean => !old && next !== undefined;
const isGone = ({ old, new: next }: ResourceStep): boolean => old !== undefined && !next;
const named = (kind: string, holds: (step: ResourceStep) => boolean) => (step: ResourceStep) =>
  step.kind === kind && holds(step) ? [step.name] : [];
const oldInput = ({ old }: ResourceStep, key: string): unknown => (old ? recorded(old)[key] : undefined);

const rules: readonly Rule[] = [
  [
    "users are removed from a whole organization: what others granted them there, outside this stack, goes too (operation 16)",
    (step) => (step.kind === "MembershipSet" && !(isGone(step) && step.old?.retained) ? removedFromOrganization(step) : []),
  ],
  [
    "users' data is deleted everywhere, for good (operation 18)",
    (step) => (step.kind === "UserDataDeletion" && step.new && step.op !== "same" ? listAt(step.new.inputs, "userIds") : []),
  ],
  [
    "the data of a location is deleted, for good (operation 11)",
    named("Location", (step) => isGone(step) && oldInput(step, "deleteData") === true),
  ],
  ["notifications are sent: none can be called back (operation 24)", named("Notification", isNew)],
  [
    "domains are removed: no operation adds one (operation 22)",
    (step) => {
      if (step.kind === "DomainRemoval") return added(step, "domains");
      return step.kind === "AllowedDomain" && isGone(step) && oldInput(step, "onDelete") !== "retain"
        ? [String(oldInput(step, "domain"))]
        : [];
    },
  ],
  [
    "users are removed from groups: no operation adds one to a group (operation 21)",
    (step) => (step.kind === "UserGroup" ? added(step, "removedUserIds") : []),
  ],
  ["organizations are created where they do not exist: no operation deletes one", named("Organization", isNew)],
  ["folders are created where they do not exist: no operation deletes one", named("Folder", isNew)],
  ["documents are created where they do not exist: no operation deletes, renames or moves one", named("Document", isNew)],
  ["user groups are created where they do not exist: no operation deletes one", named("UserGroup", isNew)],
  [
    "folders, documents, groups or organizations are no longer managed: they stay in the service",
    (step) =>
      ["Organization", "Folder", "Document", "UserGroup"].includes(step.kind) && isGone(step) ? [`${step.kind} ${step.name}`] : [],
  ],
];

/** By weight: what takes something away first. */
export const lastingOf = (steps: readonly ResourceStep[]): Lasting[] =>
  rules.flatMap(([what, of]) => {
    const found = steps.flatMap((step) => of(step));
    return found.length === 0 ? [] : [{ what, count: found.length, examples: found.slice(0, mostExamples) }];
  });
