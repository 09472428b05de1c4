/** How much of each limit a change uses, as the guard counts it. */
import type { Limits } from "../../schema/limits.ts";
import type { Report } from "../../schema/report.ts";
import { allowance } from "../../provider/resources/guard/budgets.ts";
import { changeKinds, type Changes, changesOf, changesOfAll, noAccess, organizationsOf } from "../../provider/resources/guard/changes.ts";
import { guardedChange, guardInputs } from "../../provider/resources/guard/guard-change.ts";
import { RosterError } from "../../provider/resources/memberships/roster.ts";
import { recorded } from "./model.ts";
import type { EngineRun } from "./run.ts";
import { settingsOf } from "./settings.ts";

type Budget = Report["budgets"][number];

/** The strictest of several limits; null where none holds. */
const allowedBy = (kind: keyof Changes & keyof Limits, before: number, limits: readonly (Limits | undefined)[]): number | null => {
  const all = limits.flatMap((each) => (each ? (allowance(each[kind], before, each) ?? []) : []));
  return all.length === 0 ? null : Math.min(...all);
};

const rowsOf = (scope: string, changes: Changes, limits: readonly (Limits | undefined)[]): Budget[] =>
  changeKinds.flatMap((kind) => {
    const used = changes[kind].length;
    return used === 0 ? [] : [{ scope, budget: kind, used, allowed: allowedBy(kind, changes.before, limits), of: changes.before }];
  });

/** Limits that the change touches, by organization and for the whole workspace; none where the program declares no guard. */
export const budgetsOf = (run: EngineRun): Budget[] => {
  const guard = run.steps.find(({ kind }) => kind === "MembershipGuard");
  const declared = guardInputs(guard?.new?.inputs);
  const old = guard?.old && guardInputs(recorded(guard.old));
  if (!declared || !old) return [];
  const { ceilings, today } = settingsOf(run);
  try {
    const { before, after } = guardedChange(old, declared, today);
    const rows = organizationsOf(before, after).flatMap((id) => {
      const changes = changesOf(before.get(id) ?? noAccess, after.get(id) ?? noAccess, today);
      return rowsOf(id, changes, [declared.limits?.organizations?.[id], ceilings.organization]);
    });
    return [
      ...rows,
      ...rowsOf("the whole workspace", changesOfAll(before, after, today), [declared.limits?.workspace, ceilings.workspace]),
    ];
  } catch (error) {
    // Some grants are known only in the `up`, which the report says elsewhere.
    if (error instanceof RosterError) return [];
    throw error;
  }
};
