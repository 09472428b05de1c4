import { z } from "zod";
import { CollabError } from "../client/index.ts";
import { type Context, resourceKind } from "./contract.ts";
import { RefusedError } from "./errors.ts";
import { first, idOf } from "./fields.ts";
import { lookUntil, sight } from "./observe.ts";
import { createEmpty, createWithFirst, demand } from "./parents.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  disabled: z
    .boolean("expected true or false")
    .describe("Whether all users' access to all documents is switched off. Not declared: never touched.")
    .optional(),
  onDelete: z
    .enum(["retain", "disable"], "expected retain or disable")
    .describe("What deleting the resource does: nothing (`retain`, default), or switching the organization off.")
    .optional(),
  first,
});
type Inputs = z.output<typeof inputs>;

/** `empty`: nothing in it, which some services also answer for an organization that is not there. */
type Presence = "exists" | "empty" | "absent" | "unreadable";

// No operation reads an organization: its folders (3) and documents (8) tell.
const look = async ({ client, signal }: Context, organizationId: string, fresh = false): Promise<Presence> => {
  const found = await sight(async (): Promise<Presence> => {
    const folders = await client.folders(organizationId, { signal, fresh });
    if (folders === undefined) return "absent";
    if (folders.length > 0) return "exists";
    for await (const _ of client.listDocuments(organizationId, { signal, pageSize: 1 })) return "exists";
    return "empty";
  });
  return found.readable ? found.seen : "unreadable";
};

const setDisabled = async ({ client, signal }: Context, organizationId: string, disabled: boolean): Promise<void> => {
  demand((await client.each("updateDisabledState", { disabled }, [organizationId], { signal })).get(organizationId));
};

/** Where the service tells a missing organization from an empty one, it exists as soon as the read stops saying "absent". */
const settled =
  (before: Presence) =>
  (now: Presence): boolean =>
    now === "exists" || (before === "absent" && now === "empty");

const ensure = async (context: Context, declared: Inputs, before: Presence): Promise<void> => {
  const parent = { organizationId: declared.organizationId, createOrganization: true };
  const again = (fresh: boolean) => look(context, declared.organizationId, fresh);
  const appeared = async (): Promise<Presence> =>
    before === "unreadable" ? "unreadable" : lookUntil(context, again, (now) => now !== "absent");
  await createEmpty(context, parent);
  let now = await appeared();
  if (!settled(before)(now) && declared.first) {
    await createWithFirst(context, parent, declared.first);
    now = await appeared();
  }
  if (now === "absent") {
    throw new RefusedError(
      `organization ${declared.organizationId} does not exist, and the service creates none from an empty list. ` +
        "Declare its first member, document or group: in a workspace file under the organization, in a program as `first`.",
    );
  }
};

export const organization = resourceKind({
  token: "Organization",
  doc:
    "An organization. It is created with the first call that names it, and can be switched off and on; no operation deletes or lists organizations, " +
    "so deleting the resource leaves it as it is, unless `onDelete: disable`.",
  inputs,
  computed: z.object({}),
  identity: { format: "organizationId", render: ({ organizationId }) => organizationId },
  replaceOn: ["organizationId"],
  createOnly: ["first"],
  unmanagedWhenAbsent: ["disabled"],
  defaults: { onDelete: "retain" },

  async read(context, state) {
    return (await look(context, state.inputs.organizationId)) === "absent" ? undefined : state;
  },

  async create(context, declared) {
    const { organizationId, disabled } = declared;
    const before = await look(context, organizationId);
    if (disabled === undefined) {
      if (before !== "exists") await ensure(context, declared, before);
    } else {
      try {
        await setDisabled(context, organizationId, disabled);
      } catch (error) {
        // Operation 19 on an organization that is not there: created, or `Organization does not exist`.
        if (!(error instanceof CollabError) || error.code !== "not-found") throw error;
        await ensure(context, declared, before);
        await setDisabled(context, organizationId, disabled);
      }
    }
    return { inputs: declared, computed: {} };
  },

  async update(context, state, declared) {
    const { organizationId, disabled } = declared;
    if (disabled !== undefined && disabled !== state.inputs.disabled) await setDisabled(context, organizationId, disabled);
    return { inputs: { ...declared, disabled: disabled ?? state.inputs.disabled }, computed: {} };
  },

  async delete(context, state) {
    const { organizationId, onDelete } = state.inputs;
    if (onDelete !== "disable") {
      context.log.info(`organization ${organizationId} stays in the service: no operation deletes one.`);
      return;
    }
    try {
      await setDisabled(context, organizationId, true);
    } catch (error) {
      if (!(error instanceof CollabError) || error.code !== "not-found") throw error;
    }
  },
});
