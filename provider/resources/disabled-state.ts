import { z } from "zod";
import { type Context, resourceKind, type State } from "./contract.ts";
import { mayHaveLanded } from "./errors.ts";
import { idsOf } from "./fields.ts";
import { joinId, notImported } from "./identity.ts";
import { added, failuresOf, incomplete, isAbsent, nothingLanded, without } from "./items.ts";
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

const computed = z.object({
  unsure: z
    .array(z.string())
    .describe(
      "Organizations whose state is not known: a call for them failed or was cut off. The next run sends it again, or undoes it (provider).",
    )
    .optional(),
});
type DisabledState = State<Inputs, z.output<typeof computed>>;

/** Every organization that this resource may have disabled. */
const disabledBy = ({ inputs: { organizationIds, disabled }, computed: { unsure = [] } }: DisabledState): string[] => [
  ...(disabled ? organizationIds : []),
  ...unsure,
];

/** Enables again; an organization that is not there needs none. */
const release = async ({ client, signal }: Context, organizationIds: readonly string[]): Promise<void> => {
  const outcomes = await client.each("updateDisabledState", { disabled: false }, organizationIds, { signal });
  for (const { error } of failuresOf(outcomes, isAbsent)) throw error;
};

/** `before`: undefined in a create. */
const converge = async (context: Context, before: DisabledState | undefined, declared: Inputs): Promise<DisabledState> => {
  const { organizationIds, disabled } = declared;
  const { client, signal } = context;
  const settled = before?.inputs.disabled === disabled ? before.inputs.organizationIds : [];
  const failures = failuresOf(await client.each("updateDisabledState", { disabled }, added(settled, organizationIds), { signal }));
  if (failures.length === 0) return { inputs: declared, computed: {} };
  const landed = without(organizationIds, failures);
  const known = new Set([...(before?.inputs.organizationIds ?? []), ...(before?.computed.unsure ?? [])]);
  // What was disabled before, or may be now, is not forgotten: it is to be enabled where `onDelete` asks for it.
  const unsure = failures.filter(({ id, error }) => known.has(id) || mayHaveLanded(error)).map(({ id }) => id);
  if (!before && landed.length === 0 && unsure.length === 0) throw nothingLanded(failures);
  throw incomplete({ inputs: { ...declared, organizationIds: landed }, computed: unsure.length > 0 ? { unsure } : {} }, failures);
};

export const disabledState = resourceKind({
  token: "DisabledState",
  doc:
    "Whether organizations are disabled, for those who switch several at once and declare nothing else of them. No operation reads the state: a refresh shows " +
    "what the last `up` recorded.",
  inputs,
  computed,
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

  normalize: ({ organizationIds }) => (organizationIds ? { organizationIds: [...new Set(organizationIds)].toSorted() } : {}),

  read: (_context, state) => Promise.resolve(state),

  create: (context, declared) => converge(context, undefined, declared),

  async update(context, state, declared) {
    if (declared.onDelete === "enable") await release(context, added(declared.organizationIds, disabledBy(state)));
    return converge(context, state, declared);
  },

  async delete(context, state) {
    if (state.inputs.onDelete === "enable") await release(context, disabledBy(state));
  },
});
