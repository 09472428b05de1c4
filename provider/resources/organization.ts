import { z } from "zod";
import { CollabError } from "../client/index.ts";
import { type Context, resourceKind } from "./contract.ts";
import { IncompleteError, messageOf, RefusedError } from "./errors.ts";
import { firstOfOrganization, idOf } from "./fields.ts";
import { identifiedBy } from "./identity.ts";
import { shown } from "./import.ts";
import { lookUntil, sight } from "./observe.ts";
import { createEmpty, createWithFirst, demand } from "./parents.ts";
import { documentAdds, documentReads, folderReads } from "./steps.ts";
import { unsure, unsureAfter } from "./unsure.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  disabled: z
    .boolean("expected true or false")
    .describe("Whether all users' access to all documents is switched off. Not declared: never touched (operation 19).")
    .optional(),
  onDelete: z
    .enum(["retain", "disable"], "expected retain or disable")
    .describe("What deleting the resource does: nothing (`retain`), or switching the organization off (operation 19).")
    .optional(),
  first: firstOfOrganization,
});
type Inputs = z.output<typeof inputs>;

const identity = identifiedBy("Organization", "organizationId");

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

const isMissing = (error: unknown): boolean => error instanceof CollabError && error.code === "not-found";

const parentOf = ({ organizationId }: Inputs) => ({ organizationId, createOrganization: true });

/** A write may become visible late; where nothing can be read, nothing is waited for. */
const appeared = (context: Context, { organizationId }: Inputs): Promise<Presence> =>
  lookUntil(
    context,
    (fresh) => look(context, organizationId, fresh),
    (now) => now !== "absent",
  );

/** `before` tells what "empty" means afterwards: where a missing organization reads as absent, an empty one is there. */
const ensure = async (context: Context, declared: Inputs, before: Presence): Promise<void> => {
  const { organizationId, first: child } = declared;
  const isThere = (now: Presence): boolean => now === "exists" || (before === "absent" && now === "empty");
  await createEmpty(context, parentOf(declared));
  // With a first child at hand one look is enough: what is only not visible yet does not mind being created with it as well.
  let now = child ? await look(context, organizationId, true) : await appeared(context, declared);
  if (!isThere(now) && child) {
    await createWithFirst(context, parentOf(declared), child);
    now = await appeared(context, declared);
  }
  if (now !== "absent") return;
  throw new RefusedError(
    `organization ${organizationId} does not exist, and the service creates none from an empty list. ` +
      "Declare its first member, document or group: in a workspace file under the organization, in a program as `first`.",
  );
};

/** It is there from here on: what is missing is its state, and the next run sees to it. */
const withoutState = (declared: Inputs, cause: unknown): IncompleteError =>
  new IncompleteError({ inputs: { ...declared, disabled: undefined }, computed: {} }, [messageOf(cause)], { cause });

/** Operation 19 on an organization that is not there: created, or `Organization does not exist`. */
const createDisabled = async (context: Context, declared: Inputs, disabled: boolean): Promise<void> => {
  try {
    await setDisabled(context, declared.organizationId, disabled);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // It is missing for sure: nothing but its first child, or a read that finds it, proves that it is there.
    await ensure(context, declared, "empty");
    await setDisabled(context, declared.organizationId, disabled).catch((failure: unknown) => {
      throw withoutState(declared, failure);
    });
  }
};

export const organization = resourceKind({
  token: "Organization",
  doc:
    "An organization. It is created with the first call that names it, and can be switched off and on; no operation deletes or lists organizations, " +
    "so deleting the resource leaves it as it is, unless `onDelete: disable`.",
  inputs,
  computed: z.object({ unsure }),
  identity,
  replaceOn: ["organizationId"],
  createOnly: ["first"],
  defaults: { onDelete: "retain" },
  steps: {
    create: {
      operations: [...folderReads, ...documentReads, ...documentAdds, "addUsers", "updateDisabledState"],
      doc:
        "An organization that is there is taken over. No operation creates one by itself: it comes into being with a call that adds an empty list of documents to " +
        "it, or, where the service creates none from that, with `first`. Where `disabled` is declared, operation 19 is sent.",
    },
    read: {
      operations: [...folderReads, ...documentReads],
      doc: "No operation reads an organization: it is there where the service knows its folders or its documents. `disabled` cannot be read.",
    },
    update: {
      operations: ["updateDisabledState"],
      doc: "`disabled` is sent where it is declared and changes. Where it is not declared any more, nothing is sent.",
    },
    delete: {
      operations: [...folderReads, ...documentReads, "updateDisabledState"],
      doc: 'No operation deletes organizations: it stays as it is. With `onDelete: "disable"` it is switched off.',
    },
  },
  examples: [
    {
      title: "An organization that is switched on, and is switched off when the resource is deleted",
      resources: { acme: { kind: "Organization", inputs: { organizationId: "acme", disabled: false, onDelete: "disable" } } },
    },
  ],

  async read(context, state) {
    return (await look(context, state.inputs.organizationId)) === "absent" ? undefined : state;
  },

  async import(context, id) {
    const { organizationId } = identity.parse(id);
    const now = await look(context, organizationId);
    if (now === "absent") return undefined;
    if (now === "unreadable") return shown({ readable: false }, id);
    if (now === "empty") {
      context.log.warn(`organization ${organizationId} reads as empty, which some services also answer for one that does not exist.`);
    }
    return { inputs: { organizationId }, computed: {} };
  },

  async create(context, declared) {
    const { organizationId, disabled } = declared;
    const before = await look(context, organizationId);
    if (disabled === undefined && before === "exists") return { inputs: declared, computed: {} };
    try {
      await (disabled === undefined ? ensure(context, declared, before) : createDisabled(context, declared, disabled));
    } catch (error) {
      if (error instanceof IncompleteError || before === "exists") throw error;
      // Where only the answer was lost, the organization is there, and keeps its id.
      const now = await look(context, organizationId, true).catch(() => "unreadable");
      if (now !== "exists" && (now !== "empty" || before !== "absent")) throw error;
      throw withoutState(declared, error);
    }
    // A refresh that follows at once must not take it for gone.
    if (before === "absent" && disabled !== undefined) await appeared(context, declared);
    return { inputs: declared, computed: {} };
  },

  async update(context, state, declared) {
    const { organizationId, disabled } = declared;
    if (disabled !== undefined && (state.computed.unsure || disabled !== state.inputs.disabled)) {
      await setDisabled(context, organizationId, disabled).catch((error: unknown) => {
        throw unsureAfter(error, state);
      });
    }
    // Not declared any more: nothing is sent, and nothing is remembered, so that a later declaration is a change.
    return { inputs: declared, computed: {} };
  },

  async delete(context, state) {
    const { organizationId, onDelete } = state.inputs;
    if (onDelete !== "disable") {
      context.log.info(`organization ${organizationId} stays in the service: no operation deletes one.`);
      return;
    }
    // Operation 19 may create what is not there.
    if ((await look(context, organizationId)) === "absent") return;
    try {
      await setDisabled(context, organizationId, true);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },
});
