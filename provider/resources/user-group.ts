import { z } from "zod";
import { CollabError } from "../client/index.ts";
import { type Context, resourceKind, type State } from "./contract.ts";
import { RefusedError } from "./errors.ts";
import { adopt, createOrganization, idOf, nameOf } from "./fields.ts";
import { identifiedBy, notImported } from "./identity.ts";
import { added, failuresOf, incomplete, isAbsent, without } from "./items.ts";
import { demand } from "./parents.ts";
import { unreadable } from "./steps.ts";
import { unsure, unsureAfter } from "./unsure.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  groupId: idOf("group"),
  groupName: nameOf("group"),
  removedUserIds: z
    .array(idOf("user"), "expected a list of ids")
    .describe("Users to remove from the group. No operation adds users to a group: that is done in the console (operation 21).")
    .optional(),
  adopt: adopt
    .unwrap()
    .extract(["same", "never"], "expected same or never")
    .describe(
      "What to do when it exists already and the service does not overwrite it: `same` takes it over as it is, `never` refuses (provider).",
    )
    .optional(),
  onDelete: z
    .enum(["retain", "empty"], "expected retain or empty")
    .describe("What deleting the resource does: nothing (`retain`), or every user is removed from the group (operation 21).")
    .optional(),
  createOrganization,
});
type Inputs = z.output<typeof inputs>;

const computed = z.object({ unsure });
type GroupState = State<Inputs, z.output<typeof computed>>;

/** Creates, or names again (operation 20). Whether an existing group may be sent again is the service's choice. */
const send = async (
  { client, signal }: Context,
  { organizationId, groupId, groupName, createOrganization: create }: Inputs,
): Promise<void> => {
  const scope = { organizationId, ...(create ? { createOrganization: true } : {}) };
  demand((await client.each("addUserGroups", scope, [{ groupId, groupName }], { signal })).get(groupId));
};

const isThere = (error: unknown): error is CollabError => error instanceof CollabError && error.code === "already-exists";

const removeUsers = async ({ client, signal }: Context, declared: Inputs, userIds: readonly string[]): Promise<GroupState> => {
  const { organizationId, groupId, removedUserIds = [] } = declared;
  const scope = { organizationId, organizationUserGroupId: groupId };
  const failures = failuresOf(await client.each("deleteUserGroupUsers", scope, userIds, { signal }), isAbsent);
  if (failures.length === 0) return { inputs: declared, computed: {} };
  throw incomplete({ inputs: { ...declared, removedUserIds: without(removedUserIds, failures) }, computed: {} }, failures);
};

export const userGroup = resourceKind({
  token: "UserGroup",
  doc:
    "A user group of an organization, and users to remove from it. No operation reads groups, adds users to them or deletes them: a refresh shows what the last " +
    "`up` recorded, and deleting the resource keeps the group, unless `onDelete: empty` removes its users.",
  inputs,
  computed,
  identity: { ...identifiedBy("UserGroup", "organizationId", "groupId"), parse: notImported("UserGroup", "no operation reads groups") },
  replaceOn: ["organizationId", "groupId"],
  createOnly: ["createOrganization", "adopt"],
  defaults: { onDelete: "retain", removedUserIds: [], adopt: "same" },
  steps: {
    create: {
      operations: ["addUserGroups", "deleteUserGroupUsers"],
      doc: "The group is created; where the service refuses to add one that is there, it is taken over as it is. Then the listed users are removed from it.",
    },
    read: unreadable("groups"),
    update: {
      operations: ["addUserGroups", "deleteUserGroupUsers"],
      doc: "A new name is sent as a group of the same id: some services rename it, others refuse, which is an error. Users that are newly listed are removed.",
    },
    delete: {
      operations: ["deleteUserGroupUsers"],
      doc: 'No operation deletes groups: it stays. With `onDelete: "empty"` every user is removed from it.',
    },
  },
  examples: [
    {
      title: "A group, and a user who must not be in it",
      resources: {
        hazel: { kind: "Organization", inputs: { organizationId: "hazel" } },
        reviewers: {
          kind: "UserGroup",
          inputs: {
            organizationId: "${hazel.organizationId}",
            groupId: "reviewers",
            groupName: "Reviewers",
            removedUserIds: ["mallory"],
          },
        },
      },
    },
  ],

  read: (_context, state) => Promise.resolve(state),

  async create(context, declared) {
    const { organizationId, groupId, adopt: mode = "same", removedUserIds = [] } = declared;
    try {
      await send(context, declared);
    } catch (error) {
      if (!isThere(error)) throw unsureAfter(error, { inputs: { ...declared, removedUserIds: [] }, computed: {} });
      if (mode === "never") {
        const reason = `group ${groupId} exists already in ${organizationId}, and adopt: never refuses to take it over.`;
        throw new RefusedError(reason, { cause: error });
      }
      context.log.warn(
        `group ${groupId} exists already in ${organizationId} and is taken over as it is: its name cannot be read or changed.`,
      );
    }
    return removeUsers(context, declared, removedUserIds);
  },

  async update(context, state, declared) {
    const { inputs: recorded } = state;
    const renamed = recorded.groupName !== declared.groupName;
    if (renamed || state.computed.unsure) {
      try {
        await send(context, declared);
      } catch (error) {
        if (!isThere(error)) throw unsureAfter(error, state);
        // A service that does not name groups again has not done so when the answer was lost either.
        if (renamed)
          throw new RefusedError(
            `group ${declared.groupId} cannot be renamed: ${error.message} Declare groupName ${JSON.stringify(recorded.groupName)}, or another groupId.`,
            { cause: error },
          );
      }
    }
    return removeUsers(context, declared, added(recorded.removedUserIds ?? [], declared.removedUserIds ?? []));
  },

  async delete({ client, log, signal }, { inputs: { organizationId, groupId, onDelete } }) {
    if (onDelete !== "empty") {
      log.info(`group ${groupId} stays in ${organizationId}: no operation deletes groups.`);
      return;
    }
    const scope = { organizationId, organizationUserGroupId: groupId };
    const { data } = await client.deleteUserGroupUsers({ ...scope, deleteAll: true }, { signal });
    // The answer may name the users; those that stayed are asked for by name, which says why.
    const left = Object.entries(data ?? {}).flatMap(([userId, { success }]) => (success ? [] : [userId]));
    for (const { error } of failuresOf(await client.each("deleteUserGroupUsers", scope, left, { signal }), isAbsent)) throw error;
  },
});
