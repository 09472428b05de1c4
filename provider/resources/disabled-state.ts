import { z } from "zod";
import { type Context, resourceKind, type State } from "./contract.ts";
import { idsOf } from "./fields.ts";
import { joinId, notImported } from "./identity.ts";
import { added, failuresOf, incomplete, isAbsent, without } from "./items.ts";
import { unreadable } from "./steps.ts";

const inputs = z.object({
  organizationIds: idsOf("organization", "Organizations to disable or enable (operation 19)."),
  disabled: z
    .boolean("expected true or false")
    .describe("True removes all users' access to all documents; false restores it (operation 19)."),
  onDelete: z
    .enum(["retain", "enable"], "expected retain or enable")
    .describe("What happens to an organization that is no longer listed: nothing (`retain`), or it is enabled (operation 19).")
    .optional(),
});
type Inputs = z.output<typeof inputs>;
type DisabledState = State<Inputs, Record<never, never>>;

/** Enables again; an organization that is not there needs none. */
const release = async ({ client, signal }: Context, organizationIds: readonly string[]): Promise<void> => {
  const outcomes = await client.each("updateDisabledState", { disabled: false }, organizationIds, { signal });
  for (const { error } of failuresOf(outcomes, isAbsent)) throw error;
};

const converge = async (context: Context, recorded: readonly string[], declared: Inputs): Promise<DisabledState> => {
  const { organizationIds, disabled } = declared;
  const { client, signal } = context;
  const failures = failuresOf(await client.each("updateDisabledState", { disabled }, added(recorded, organizationIds), { signal }));
  if (failures.length === 0) return { inputs: declared, computed: {} };
  throw incomplete({ inputs: { ...declared, organizationIds: without(organizationIds, failures) }, computed: {} }, failures);
};

export const disabledState = resourceKind({
  token: "DisabledState",
  doc:
    "Whether organizations are disabled, for those who switch several at once and declare nothing else of them. No operation reads the state: a refresh shows " +
    "what the last `up` recorded.",
  inputs,
  computed: z.object({}),
  identity: {
    format: "organizationId[/organizationId…]",
    render: ({ organizationIds }) => joinId(...organizationIds.toSorted()),
    parse: notImported("DisabledState", "no operation reads whether organizations are disabled"),
  },
  replaceOn: [],
  defaults: { onDelete: "retain" },
  steps: {
    create: {
      operations: ["updateDisabledState"],
      doc: "The state of every listed organization is set. Some services create one that does not exist, others refuse it, which is an error.",
    },
    read: unreadable("the state"),
    update: {
      operations: ["updateDisabledState"],
      doc: "The state of organizations that are newly listed is set, or of all where `disabled` changes.",
    },
    delete: {
      operations: ["updateDisabledState"],
      doc: 'Nothing. With `onDelete: "enable"`, organizations that this resource has disabled are enabled.',
    },
  },
  examples: [
    {
      title: "Two organizations that are switched off until the resource is deleted",
      resources: {
        paused: { kind: "DisabledState", inputs: { organizationIds: ["juniper", "larch"], disabled: true, onDelete: "enable" } },
      },
    },
  ],

  normalize: (declared) => ({ ...declared, organizationIds: [...new Set(declared.organizationIds)].toSorted() }),

  read: (_context, state) => Promise.resolve(state),

  create: (context, declared) => converge(context, [], declared),

  async update(context, { inputs: recorded }, declared) {
    const dropped = added(declared.organizationIds, recorded.organizationIds);
    if (declared.onDelete === "enable" && recorded.disabled) await release(context, dropped);
    return converge(context, recorded.disabled === declared.disabled ? recorded.organizationIds : [], declared);
  },

  async delete(context, { inputs: { organizationIds, disabled, onDelete } }) {
    if (onDelete === "enable" && disabled) await release(context, organizationIds);
  },
});
