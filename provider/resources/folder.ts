import { z } from "zod";
import type { Folder } from "../../schema/service/index.ts";
import { type Context, resourceKind, type State } from "./contract.ts";
import { IncompleteError, messageOf, MismatchError, RefusedError } from "./errors.ts";
import { adopt, createOrganization, first, idOf, nameOf } from "./fields.ts";
import { identifiedBy } from "./identity.ts";
import { shown } from "./import.ts";
import { lookUntil, sight, trusted } from "./observe.ts";
import { createEmpty, createWithFirst, demand } from "./parents.ts";
import { documentAdds, folderReads } from "./steps.ts";
import { unsure, unsureAfter } from "./unsure.ts";

/** The service's name for "no parent" (Folder, parentFolderId). */
const root = "root";

const inputs = z.object({
  organizationId: idOf("organization"),
  folderId: idOf("folder").refine((id) => id !== root, "expected another id: `root` is the service's name for the top level"),
  folderName: nameOf("folder"),
  parentFolderId: idOf("parent folder").describe("Identifier of the parent folder; `root` for the top level (Folder).").optional(),
  adopt,
  onDelete: z
    .union([z.literal("retain"), z.object({ moveTo: idOf("folder to move it to") })], "expected retain or { moveTo: <folderId> }")
    .describe("What deleting the resource does: nothing (`retain`), or a move with all contents into another folder (operation 5).")
    .optional(),
  createOrganization,
  first,
});
type Inputs = z.output<typeof inputs>;

/** What a list of folders is asked for with. */
const listed = z.object({ organizationId: inputs.shape.organizationId });

const identity = identifiedBy("Folder", "organizationId", "folderId");

const computed = z.object({
  unsure,
  createdAt: z.number().describe("Creation time as the service says it: epoch-style, its unit is not specified (Folder).").optional(),
});

const parentOf = ({ parentFolderId }: { readonly parentFolderId?: string | undefined }): string => parentFolderId || root;

/** `undefined`: not there. Gone only if both the list and the read of the one folder lack it. */
const look = async ({ client, signal }: Context, organizationId: string, folderId: string, fresh = false): Promise<Folder | undefined> => {
  // After a write the one folder is asked for: the whole list again for each of many folders would be a list of lists.
  const one = () => client.folder(organizationId, folderId, { signal });
  const listed = async () => (await client.folders(organizationId, { signal, fresh }))?.find((folder) => folder.folderId === folderId);
  return fresh ? ((await one()) ?? (await listed())) : ((await listed()) ?? (await one()));
};

const isAsDeclared = (folder: Folder | undefined, declared: Inputs): boolean =>
  folder !== undefined && folder.folderName === declared.folderName && parentOf(folder) === parentOf(declared);

/** A folder that came into being with its first child has no name of its own yet: nobody's choice is overwritten. */
const isUnnamed = (folder: Folder): boolean => !folder.folderName || (folder.folderName === folder.folderId && parentOf(folder) === root);

const stateOf = (declared: Inputs, folder: Folder | undefined): State<Inputs, z.output<typeof computed>> => ({
  inputs: declared,
  computed: folder?.createdAt === undefined ? {} : { createdAt: folder.createdAt },
});

/** The inputs as the service has them; a parent that is not declared and is `root` stays undeclared. */
const observed = ({ parentFolderId: declaredParent, ...declared }: Inputs, found: Folder): Inputs => {
  const parent = parentOf(found);
  return {
    ...declared,
    folderName: found.folderName ?? declared.folderName,
    ...(parent === root && declaredParent === undefined ? {} : { parentFolderId: parent }),
  };
};

const describe = (name: string | undefined, parent: string): string => `${JSON.stringify(name ?? "")} in ${parent}`;

/** Name and place (operation 5), then a look: the service may have answered yes and done something else. */
const sync = async (context: Context, declared: Inputs): Promise<Folder | undefined> => {
  const { organizationId, folderId, folderName } = declared;
  const { client, signal } = context;
  const change = { folderId, folderName, parentFolderId: parentOf(declared) };
  demand((await client.each("updateFolders", { organizationId }, [change], { signal })).get(folderId));
  const after = await sight(() =>
    lookUntil(
      context,
      () => look(context, organizationId, folderId, true),
      (folder) => isAsDeclared(folder, declared),
    ),
  );
  if (!after.readable || isAsDeclared(after.seen, declared)) return after.readable ? after.seen : undefined;
  const now = after.seen ? `is ${describe(after.seen.folderName, parentOf(after.seen))}` : "cannot be found";
  throw new MismatchError(
    `folder ${folderId} should be ${describe(folderName, parentOf(declared))}; the service accepted the change, but the folder ${now}. ` +
      "Check that the parent exists and does not lie inside the folder itself.",
  );
};

const bringInto = async (context: Context, declared: Inputs): Promise<void> => {
  const { organizationId, folderId } = declared;
  const parent = { organizationId, folderId, createFolder: true, createOrganization: declared.createOrganization };
  await createEmpty(context, parent);
  if (!declared.first) return;
  // One look is enough: what is only not visible yet does not mind being created with its first child as well.
  const there = await sight(() => look(context, organizationId, folderId, true));
  if (!there.readable || there.seen === undefined) await createWithFirst(context, parent, declared.first);
};

export const folder = resourceKind({
  token: "Folder",
  doc:
    "A folder of an organization. Its name and its parent can change in place; no operation deletes folders, so deleting the resource keeps it, " +
    "unless `onDelete` moves it.",
  inputs,
  computed,
  identity,
  replaceOn: ["organizationId", "folderId"],
  createOnly: ["createOrganization", "first", "adopt"],
  defaults: { parentFolderId: root, onDelete: "retain", adopt: "same" },
  steps: {
    create: {
      operations: [...folderReads, ...documentAdds, "addUsers", "updateFolders"],
      doc:
        "A folder that is there is taken over as `adopt` says. No operation creates one by itself: it comes into being with a call that adds an empty list of " +
        "documents to it, or, where the service creates none from that, with `first`. Operation 5 then gives it its name and its parent, and a look makes sure of it.",
    },
    read: {
      operations: folderReads,
      doc: "Name and parent are read. It counts as gone only where the organization's whole list lacks it too.",
    },
    update: { operations: [...folderReads, "updateFolders"], doc: "Renamed and moved in place, with all it holds." },
    delete: {
      operations: [...folderReads, "updateFolders"],
      doc: "No operation deletes folders: it stays, and a warning says so. With `onDelete: { moveTo }` it is moved into that folder.",
    },
  },
  examples: [
    {
      title: "A folder in a folder",
      resources: {
        birch: { kind: "Organization", inputs: { organizationId: "birch" } },
        handbook: {
          kind: "Folder",
          inputs: { organizationId: "${birch.organizationId}", folderId: "handbook", folderName: "Handbook" },
        },
        onboarding: {
          kind: "Folder",
          inputs: {
            organizationId: "${birch.organizationId}",
            folderId: "onboarding",
            folderName: "Onboarding",
            parentFolderId: "${handbook.folderId}",
          },
        },
      },
    },
  ],

  foreseen: (_declared, state) => (state ? state.computed : {}),

  async read(context, state) {
    const { organizationId, folderId } = state.inputs;
    const found = await sight(() => look(context, organizationId, folderId));
    if (!found.readable) return trusted(context, state);
    return found.seen && stateOf(observed(state.inputs, found.seen), found.seen);
  },

  async import(context, id) {
    const { organizationId, folderId } = identity.parse(id);
    const found = shown(await sight(() => look(context, organizationId, folderId)), id);
    return found && stateOf(observed({ organizationId, folderId, folderName: folderId }, found), found);
  },

  list: {
    inputs: listed,
    async page({ client, signal }, query) {
      const { organizationId } = listed.parse(query);
      const found = (await client.folders(organizationId, { signal })) ?? [];
      return {
        items: found.flatMap(({ folderId, folderName }) =>
          folderId === undefined ? [] : [{ id: identity.render({ organizationId, folderId }), name: folderName ?? folderId }],
        ),
      };
    },
  },

  async create(context, declared) {
    const { organizationId, folderId, adopt: mode = "same" } = declared;
    const before = await sight(() => look(context, organizationId, folderId));
    const existing = before.readable ? before.seen : undefined;
    if (existing && mode === "never") {
      throw new RefusedError(`folder ${folderId} exists already in ${organizationId}; it is not taken over with adopt: never.`);
    }
    if (existing && isAsDeclared(existing, declared)) return stateOf(declared, existing);
    if (existing && mode === "same" && !isUnnamed(existing)) {
      throw new RefusedError(
        `folder ${folderId} exists already in ${organizationId} and differs: it is ${describe(existing.folderName, parentOf(existing))}, ` +
          `declared is ${describe(declared.folderName, parentOf(declared))}. Declare it as it is, or set adopt: overwrite to change it.`,
      );
    }
    if (!existing) {
      await bringInto(context, declared).catch(async (error: unknown) => {
        // Where only the answer was lost, the folder is there, and keeps its id.
        const there = await sight(() => look(context, organizationId, folderId, true)).catch(() => ({ readable: false }) as const);
        if (!there.readable || !there.seen) throw error;
        throw new IncompleteError(stateOf(observed(declared, there.seen), there.seen), [messageOf(error)], { cause: error });
      });
    }
    try {
      return stateOf(declared, await sync(context, declared));
    } catch (error) {
      const there = await sight(() => look(context, organizationId, folderId)).catch(() => ({ readable: false }) as const);
      if (there.readable && !there.seen) {
        throw new RefusedError(
          `folder ${folderId} of ${organizationId} was not created: ${messageOf(error)} A service that creates none from an empty list ` +
            "needs its first member or document: in a workspace file under the folder, in a program as `first`.",
          { cause: error },
        );
      }
      // The folder is there from here on: what is missing is its name or place, and the next run sees to it.
      const landed = { inputs: { ...declared, folderName: folderId, parentFolderId: root }, computed: { unsure: true } };
      const seen = there.readable && there.seen ? stateOf(observed(declared, there.seen), there.seen) : landed;
      throw new IncompleteError(seen, [messageOf(error)], { cause: error });
    }
  },

  async update(context, state, declared) {
    const { unsure: isUnsure, ...computed } = state.computed;
    const unchanged = !isUnsure && state.inputs.folderName === declared.folderName && parentOf(state.inputs) === parentOf(declared);
    if (unchanged) return { inputs: declared, computed };
    try {
      const after = await sync(context, declared);
      return after ? stateOf(declared, after) : { inputs: declared, computed };
    } catch (error) {
      if (!(error instanceof MismatchError)) throw unsureAfter(error, state);
      // A part of it may have been done: what is recorded is what a look shows.
      const now = await look(context, declared.organizationId, declared.folderId, true).catch(() => undefined);
      throw now ? new IncompleteError(stateOf(observed(declared, now), now), [error.message], { cause: error }) : unsureAfter(error, state);
    }
  },

  async delete(context, state) {
    const { organizationId, folderId, onDelete } = state.inputs;
    const { log } = context;
    if (typeof onDelete !== "object") {
      log.warn(`folder ${folderId} stays in ${organizationId}: no operation deletes folders.`);
      return;
    }
    try {
      const now = await sight(() => look(context, organizationId, folderId));
      const folderName = (now.readable && now.seen?.folderName) || state.inputs.folderName;
      await sync(context, { ...state.inputs, folderName, parentFolderId: onDelete.moveTo });
    } catch (error) {
      const there = await sight(() => look(context, organizationId, folderId, true));
      if (there.readable && !there.seen) return;
      throw error;
    }
  },
});
