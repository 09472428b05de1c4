/** From a run of the engine to what it means for people. Pure; the renderers beside it only write down what it says. */
import type { OrganizationReport, Report, Thing } from "../../schema/report.ts";
import { assumptions, placeOf } from "./access.ts";
import { budgetsOf } from "./budgets.ts";
import { callsOf } from "./calls.ts";
import { compareOrganizations, personOf } from "./changes.ts";
import { lastingOf } from "./lasting.ts";
import { modelsOf, type OrganizationModel } from "./model.ts";
import type { EngineRun, ResourceStep } from "./run.ts";
import { thingOf } from "./things.ts";

const emptyOf = (organizationId: string, other: OrganizationModel): OrganizationModel => ({
  ...other,
  organizationId,
  disabled: undefined,
  grants: new Map(),
  unknown: false,
});

/** The organization that a resource is in; empty for what is about the whole workspace. */
const organizationOf = ({ old, new: next }: ResourceStep): string => {
  const id: unknown = next?.inputs["organizationId"] ?? old?.inputs["organizationId"];
  return typeof id === "string" ? id : "";
};

const switched = (before: OrganizationModel, after: OrganizationModel): OrganizationReport["disabled"] => {
  if (before.disabled !== true && after.disabled !== true) return undefined;
  const users = new Set([...before.grants.keys(), ...after.grants.keys()]).size;
  return { before: before.disabled ?? null, after: after.disabled ?? null, users };
};

const unsureOf = (side: OrganizationModel): OrganizationReport["unsure"] =>
  [...side.grants.values()]
    .flat()
    .filter(({ unsure }) => unsure)
    .map((grant) => ({ ...personOf(grant.userId, [grant]), at: placeOf(side, grant.level) }));

const restrictedOf = (after: OrganizationModel): OrganizationReport["restrictedDocuments"] =>
  [...after.documents].flatMap(([id, { restricted }]) => (restricted ? [placeOf(after, { kind: "document", id })] : []));

const organizationReport = (
  of: EngineRun["of"],
  before: OrganizationModel,
  after: OrganizationModel,
  things: readonly Thing[],
): OrganizationReport => {
  const disabled = switched(before, after);
  return {
    organizationId: after.organizationId,
    ...(disabled ? { disabled } : {}),
    ...(before.unknown || after.unknown ? { unknown: true } : {}),
    restrictedDocuments: restrictedOf(after),
    things: [...things],
    // A preview is about what an earlier run has left, an update about what it leaves itself.
    unsure: unsureOf(of === "preview" ? before : after),
    ...copied(compareOrganizations(before, after)),
  };
};

const copied = ({ access, ineffective, profiles }: ReturnType<typeof compareOrganizations>) => ({
  access: [...access],
  ineffective: [...ineffective],
  profiles: [...profiles],
});

const isChanged = ({ disabled, access, ineffective, profiles, things, unsure, unknown }: OrganizationReport): boolean =>
  unknown === true ||
  (disabled !== undefined && disabled.before !== disabled.after) ||
  [access, ineffective, profiles, things, unsure].some((list) => list.length > 0);

/** A user id that goes for good and one that comes new, with one e-mail address. */
const renamesOf = ({ organizationId, access }: OrganizationReport, before: OrganizationModel | undefined): Report["renames"] => {
  const emailOf = (email: string | undefined) => email?.toLowerCase();
  const gone = new Map(access.filter(({ lastPath, email }) => lastPath && email).map((change) => [emailOf(change.email), change.userId]));
  const come = new Map(
    access.filter(({ change, userId }) => change === "gains" && !before?.grants.has(userId)).map((one) => [one.userId, one.email]),
  );
  return [...come].flatMap(([to, email]) => {
    const from = gone.get(emailOf(email));
    return email === undefined || from === undefined || from === to ? [] : [{ organizationId, from, to, email }];
  });
};

const totalsOf = (organizations: readonly OrganizationReport[]): Report["totals"] => {
  const access = organizations.flatMap((organization) => organization.access);
  const count = (change: string) => access.filter((one) => one.change === change).length;
  const leaving = organizations.flatMap(({ organizationId, access: changes }) =>
    changes.filter(({ lastPath }) => lastPath).map(({ userId }) => `${organizationId}/${userId}`),
  );
  return {
    organizations: organizations.length,
    users: new Set(access.map(({ userId }) => userId)).size,
    gains: count("gains"),
    loses: count("loses"),
    promoted: count("promoted"),
    demoted: count("demoted"),
    lastPath: new Set(leaving).size,
    ineffective: organizations.reduce((sum, { ineffective }) => sum + ineffective.length, 0),
  };
};

const notesOf = (run: EngineRun): string[] => [
  "Only what this stack declares is shown: the service does not list members, so users who were granted access elsewhere (in the service's console, by another stack) do not appear, and may keep access.",
  ...(run.complete
    ? []
    : [
        "The preview leaves out what does not change, so access that is inherited from unchanged folders may be missing here: make it with `pulumi preview --json --show-sames`.",
      ]),
];

/** The report of a run. */
export const buildReport = async (run: EngineRun): Promise<Report> => {
  const { before, after } = modelsOf(run);
  const things = Map.groupBy(
    run.steps.flatMap((step) => {
      const thing = thingOf(step);
      return thing ? [{ thing, organizationId: organizationOf(step) }] : [];
    }),
    ({ organizationId }) => organizationId,
  );
  const ids = [...new Set([...before.keys(), ...after.keys(), ...things.keys()])].toSorted();
  const organizations = ids.flatMap((id): OrganizationReport[] => {
    const [old, now] = [before.get(id), after.get(id)];
    const some =
      now ??
      old ??
      emptyOf(id, { organizationId: id, disabled: undefined, folders: new Map(), documents: new Map(), grants: new Map(), unknown: false });
    const made = organizationReport(
      run.of,
      old ?? emptyOf(id, some),
      now ?? emptyOf(id, some),
      (things.get(id) ?? []).map(({ thing }) => thing),
    );
    return isChanged(made) ? [made] : [];
  });
  return {
    version: 1,
    ...(run.project === undefined ? {} : { project: run.project }),
    ...(run.stack === undefined ? {} : { stack: run.stack }),
    of: run.of,
    failed: run.failed,
    complete: run.complete,
    totals: totalsOf(organizations),
    organizations,
    renames: organizations.flatMap((one) => renamesOf(one, before.get(one.organizationId))),
    lasting: lastingOf(run.steps),
    calls: run.of === "preview" ? await callsOf(run) : [],
    budgets: budgetsOf(run),
    messages: run.messages.map(({ severity, text }) => ({ severity, text })),
    assumptions: [...assumptions],
    notes: notesOf(run),
  };
};
