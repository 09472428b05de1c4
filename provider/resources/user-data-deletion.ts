import { z } from "zod";
import { type Context, resourceKind, type State } from "./contract.ts";
import { idOf, idsOf } from "./fields.ts";
import { joinId, notImported } from "./identity.ts";
import { added, failuresOf, incomplete, without } from "./items.ts";
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
});
type DeletionState = State<Inputs, z.output<typeof computed>>;

const jobsOf = (values: Iterable<unknown>): string[] => {
  const jobs = [...values].map((value): unknown => Reflect.get(Object(value), "jobId"));
  return [...new Set(jobs.filter((job) => typeof job === "string"))];
};

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
  if (failures.length === 0) return { inputs: declared, computed: { jobIds } };
  throw incomplete({ inputs: { ...declared, userIds: without(declared.userIds, failures) }, computed: { jobIds } }, failures);
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
    update: { operations: ["deleteUserData"], doc: "It runs for users that are newly listed, and for all where `triggers` change." },
    delete: { operations: [], doc: "A deletion cannot be undone: nothing comes back." },
  },
  examples: [
    {
      title: "Delete a user who has left, and everything of theirs",
      resources: { farewell: { kind: "UserDataDeletion", inputs: { userIds: ["oscar"], confirm: ["oscar"], organizationIds: ["acme"] } } },
    },
  ],

  check({ userIds, confirm }) {
    const missing = added(confirm, userIds);
    const surplus = added(userIds, confirm);
    if (missing.length === 0 && surplus.length === 0) return [];
    const reason = `expected the ids of userIds again; missing: ${missing.join(", ") || "none"}; not in userIds: ${surplus.join(", ") || "none"}`;
    return [{ property: "confirm", reason }];
  },

  normalize: (declared) => ({
    ...declared,
    userIds: [...new Set(declared.userIds)].toSorted(),
    confirm: [...new Set(declared.confirm)].toSorted(),
  }),

  read: (_context, state) => Promise.resolve(state),

  create: (context, declared) => start(context, declared.userIds, declared, undefined),

  update(context, state, declared) {
    const again = !sameTriggers(state.inputs.triggers, declared.triggers);
    return start(context, again ? declared.userIds : added(state.inputs.userIds, declared.userIds), declared, state);
  },

  delete: () => Promise.resolve(),
});
