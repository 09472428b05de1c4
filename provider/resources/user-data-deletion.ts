import { z } from "zod";
import { type Context, resourceKind, type State } from "./contract.ts";
import { IncompleteError, mayHaveLanded } from "./errors.ts";
import { idOf, idsOf } from "./fields.ts";
import { joinId, notImported } from "./identity.ts";
import { added, failuresOf, incomplete, nothingLanded, without } from "./items.ts";
import { unreadable } from "./steps.ts";

const inputs = z.object({
  userIds: idsOf("user", "Users whose access and data are deleted, everywhere and for good (operation 18)."),
  confirm: z.array(idOf("user"), "expected a list of ids").describe("The same user ids again: a deletion cannot be undone (provider)."),
  organizationIds: z
    .array(idOf("organization"), "expected a list of ids")
    .describe("Organizations that the users are in: a hint that speeds the deletion, not a limit to it (operation 18).")
    .optional(),
  triggers: z
    .record(z.string(), z.string("expected text"))
    .describe("Any texts; when one changes, the deletion runs again (provider).")
    .optional(),
});
type Inputs = z.output<typeof inputs>;

const computed = z.object({
  jobIds: z.array(z.string()).describe("Jobs that the service has started; each may take up to 24 hours (operation 18)."),
  unsure: z
    .array(z.string())
    .describe(
      "Users whose deletion was asked for by a call whose answer was lost: a job may be running. It is not started again by itself (provider).",
    )
    .optional(),
});
type DeletionState = State<Inputs, z.output<typeof computed>>;

const jobsOf = (values: Iterable<unknown>): string[] => {
  const jobs = [...values].map((value): unknown => Reflect.get(Object(value), "jobId"));
  return [...new Set(jobs.filter((job) => typeof job === "string"))];
};

/** What happened where an answer was lost, and how to go on. */
const lost = (userIds: readonly string[]): string =>
  `the answer to the deletion of ${userIds.join(", ")} was lost: a job may be running, for up to 24 hours. A second one could delete what ` +
  "comes after the first, so none is started by itself. Nothing has to be done if it runs; to run it again, change `triggers`.";

const start = async (
  context: Context,
  userIds: readonly string[],
  declared: Inputs,
  before: DeletionState | undefined,
): Promise<DeletionState> => {
  const { client, log, signal } = context;
  const scope = declared.organizationIds ? { organizationIds: declared.organizationIds } : {};
  const outcomes = await client.each("deleteUserData", scope, userIds, { signal });
  const started = jobsOf([...outcomes.values()].map((outcome) => (outcome.ok ? outcome.value : undefined)));
  const jobIds = [...(before?.computed.jobIds ?? []), ...started];
  if (started.length > 0) log.info(`deletion of ${userIds.length} users started: ${started.join(", ")}; it may take up to 24 hours.`);
  const failures = failuresOf(outcomes);
  const unsure = [
    ...added(userIds, before?.computed.unsure ?? []),
    ...failures.filter(({ error }) => mayHaveLanded(error)).map(({ id }) => id),
  ];
  const known = unsure.length > 0 ? { jobIds, unsure } : { jobIds };
  if (failures.length === 0) {
    if (unsure.length > 0) log.warn(lost(unsure));
    return { inputs: declared, computed: known };
  }
  // What may be running counts as started.
  const refused = added(
    unsure,
    failures.map(({ id }) => id),
  ).map((id) => ({ id }));
  if (!before && refused.length === userIds.length) throw nothingLanded(failures);
  const { reasons, state, cause } = incomplete(
    { inputs: { ...declared, userIds: without(declared.userIds, refused) }, computed: known },
    failures,
  );
  throw new IncompleteError(state, unsure.length > 0 ? [...reasons, lost(unsure)] : reasons, { cause });
};

const sameTriggers = (a: Inputs["triggers"], b: Inputs["triggers"]): boolean =>
  JSON.stringify(Object.entries(a ?? {}).toSorted()) === JSON.stringify(Object.entries(b ?? {}).toSorted());

export const userDataDeletion = resourceKind({
  token: "UserDataDeletion",
  doc:
    "Deletes users' access and all their data, everywhere. It runs once when the resource is created, again when `triggers` change, and for users that are newly " +
    "listed. It cannot be undone, and deleting the resource brings nothing back.",
  inputs,
  computed,
  identity: {
    format: "userId[/userId…]",
    render: ({ userIds }) => joinId(...userIds.toSorted()),
    parse: notImported("UserDataDeletion", "it is a deletion that runs, not a thing that is there", "Declaring it runs the deletion."),
  },
  replaceOn: [],
  createOnly: ["organizationIds", "confirm"],
  steps: {
    create: {
      operations: ["deleteUserData"],
      doc: "The deletion starts, in calls of at most 30 users. A call may take 5 minutes to answer, the deletion itself up to 24 hours.",
    },
    read: unreadable("deletions"),
    update: {
      operations: ["deleteUserData"],
      doc: "It runs for users that are newly listed, and for all where `triggers` change. Where an answer was lost, a job may be running: it is not started again by itself.",
    },
    delete: { operations: [], doc: "A deletion cannot be undone: nothing comes back." },
  },
  examples: [
    {
      title: "Delete a user who has left, and everything of theirs",
      resources: { farewell: { kind: "UserDataDeletion", inputs: { userIds: ["oscar"], confirm: ["oscar"], organizationIds: ["acme"] } } },
    },
  ],

  check({ inputs: { userIds, confirm }, unknown }) {
    if (!userIds || !confirm || unknown.has("userIds") || unknown.has("confirm")) return [];
    const missing = added(confirm, userIds);
    const surplus = added(userIds, confirm);
    if (missing.length === 0 && surplus.length === 0) return [];
    const reason = `expected the ids of userIds again; missing: ${missing.join(", ") || "none"}; not in userIds: ${surplus.join(", ") || "none"}`;
    return [{ property: "confirm", reason }];
  },

  normalize: ({ userIds, confirm }) => ({
    ...(userIds ? { userIds: [...new Set(userIds)].toSorted() } : {}),
    ...(confirm ? { confirm: [...new Set(confirm)].toSorted() } : {}),
  }),

  read: (_context, state) => Promise.resolve(state),

  create: (context, declared) => start(context, declared.userIds, declared, undefined),

  update(context, state, declared) {
    const again = !sameTriggers(state.inputs.triggers, declared.triggers);
    return start(context, again ? declared.userIds : added(state.inputs.userIds, declared.userIds), declared, state);
  },

  delete: () => Promise.resolve(),
});
