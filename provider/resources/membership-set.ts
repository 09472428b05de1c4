import { z } from "zod";
import { type Context, resourceKind, type State } from "./contract.ts";
import { IncompleteError, isOfOneItem, RefusedError } from "./errors.ts";
import { createFolder, createOrganization, idOf, isId } from "./fields.ts";
import { describeLevel, grantKey } from "./grants.ts";
import { identifiedBy, notImported } from "./identity.ts";
import { members } from "./members.ts";
import { mayProbe, probe, refreshDoc } from "./probe.ts";
import { type GrantFailure, reconcile, refuseFolderRemovals, type Reconciled } from "./reconcile.ts";
import { countOf, decodeRoster, encodeRoster, reshard, type Roster, RosterError } from "./roster.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  roster: z
    .record(z.string(), z.string("expected text, one line a grant"), "expected a map of texts")
    .describe(
      "All grants of the organization, one line each, in shards; the classes make it from `members`, `folders` and `documents` (provider).",
    ),
  createOrganization,
  createFolder,
});
type Inputs = z.output<typeof inputs>;

const args = z.object({
  organizationId: idOf("organization"),
  members: members
    .describe("Members of the organization, by user id: they reach all its documents, except restricted ones (operation 12, c).")
    .optional(),
  folders: z.record(z.string(), members).describe("Members of single folders, by folder id and user id (operation 12, b).").optional(),
  documents: z
    .record(z.string(), members)
    .describe("Members of single documents, by document id and user id (operation 12, a).")
    .optional(),
  createOrganization,
  createFolder,
});

type SetState = State<Inputs, Record<never, never>>;

/** Failures, and users of one failure, that are listed by name; the rest is counted. */
const listed = { failures: 50, users: 5 };

const reasonsOf = (organizationId: string, failures: readonly GrantFailure[]): string[] => {
  const groups = new Map<string, GrantFailure[]>();
  for (const failure of failures) {
    const { code, serviceMessage = "" } = failure.error;
    const key = isOfOneItem(failure.error) ? grantKey(failure.grant) : `${code} ${serviceMessage}`;
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  const reasons = [...groups.values()].map((group) => {
    const names = group.slice(0, listed.users).map(({ grant }) => `${grant.userId} at ${describeLevel(grant.level)}`);
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : "";
    return `${names.join(", ")}${more} of ${organizationId}: ${group[0]?.error.message}`;
  });
  const rest = reasons.splice(listed.failures).length;
  return rest > 0 ? [...reasons, `${rest} more grants of ${organizationId} failed in the same run.`] : reasons;
};

/** The roster keeps the number of shards that it was declared with, so that what was recorded compares with what is declared. */
const recordedState = (declared: Inputs, { recorded }: Reconciled): SetState => ({
  inputs: { ...declared, roster: encodeRoster(recorded, countOf(declared.roster)) },
  computed: {},
});

const converge = async (context: Context, before: Roster, declared: Inputs): Promise<SetState> => {
  const result = await reconcile(context, declared, decodeRoster(before), decodeRoster(declared.roster));
  if (result.failures.length === 0) return { inputs: declared, computed: {} };
  const reasons = reasonsOf(declared.organizationId, result.failures);
  const cause = result.failures[0]?.error;
  const nothingLanded = result.recorded.length === 0 && Object.keys(before).length === 0;
  if (nothingLanded) throw new Error(reasons.join("\n"), { cause });
  throw new IncompleteError(recordedState(declared, result), reasons, { cause });
};

/** The shards that both have: all grants of a user are in one, so a shard that is not known yet says nothing of the others' users. */
const sameShards = (before: Roster, now: Roster): Roster =>
  Object.fromEntries(Object.entries(before).filter(([key]) => Object.hasOwn(now, key)));

/** A roster of shards that do not belong together was put together by the engine: what is missing from it would be taken away. */
const refuseMixed = (roster: Roster): void => {
  const counts = new Set(Object.keys(roster).map((key) => countOf({ [key]: "" })));
  if (counts.size < 2) return;
  throw new RefusedError(
    "the roster is made of parts that do not belong together: ignoreChanges names a part of it. Take it out of ignoreChanges, and declare " +
      "the members that should stay.",
  );
};

/** Takes away what was recorded and the heir does not have. */
const withdraw = async (context: Context, { inputs: recorded }: SetState, heir: Inputs): Promise<void> => {
  const { organizationId } = recorded;
  const { failures } = await reconcile(context, { organizationId }, decodeRoster(recorded.roster), decodeRoster(heir.roster));
  if (failures.length > 0) throw new Error(reasonsOf(organizationId, failures).join("\n"), { cause: failures[0]?.error });
};

export const membershipSet = resourceKind({
  token: "MembershipSet",
  doc:
    "All grants of one organization: members of the organization itself, of its folders and of its documents. One set an organization, because " +
    "removing a user from the organization takes everything in it along. What is removed is only what this set once granted.",
  inputs,
  computed: z.object({}),
  args,
  identity: { ...identifiedBy("MembershipSet", "organizationId"), parse: notImported("MembershipSet", "no operation lists memberships") },
  replaceOn: ["organizationId"],
  createOnly: ["createOrganization", "createFolder"],
  steps: {
    create: {
      operations: ["addUsers", "updateUsers"],
      doc:
        "Every grant is added, in calls of many. A user who has the grant already keeps it, with the role that is declared: roles that were set elsewhere may " +
        "change. Grants that the service refuses are named, the others are kept, and the next `up` sends only what is missing.",
    },
    read: { operations: ["updateUsers", "updateUsersV1"], doc: refreshDoc },
    update: {
      operations: ["deleteUsers", "addUsers", "updateUsers"],
      doc:
        "First the removals, from the organization down to documents, then every grant that a removal took along but the declaration keeps, then additions and " +
        "changes. Only what the set once granted is removed. What operation 16 does at a folder is not specified: such a removal is refused, unless " +
        "`collab:usersDeleteFolder` is `folder`.",
    },
    delete: {
      operations: ["deleteUsers"],
      doc:
        "Every grant of the set is removed; grants that it never made stay. With grants on folders it is refused, unless `collab:usersDeleteFolder` is `folder`, " +
        "or the same users are removed from the organization too.",
    },
  },
  examples: [
    {
      title: "Members of an organization, of a folder and of a document",
      resources: {
        elm: { kind: "Organization", inputs: { organizationId: "elm" } },
        design: { kind: "Folder", inputs: { organizationId: "${elm.organizationId}", folderId: "design", folderName: "Design" } },
        brand: {
          kind: "Document",
          inputs: {
            organizationId: "${elm.organizationId}",
            folderId: "${design.folderId}",
            documentId: "brand",
            documentName: "Brand book",
          },
        },
        elmMembers: {
          kind: "MembershipSet",
          inputs: {
            organizationId: "${elm.organizationId}",
            members: { ada: { accessRole: "editor", name: "Ada Lovelace", email: "ada@elm.example" }, alan: "viewer" },
            folders: { design: { grace: "editor" } },
            documents: { brand: { edsger: "viewer" } },
          },
          dependsOn: ["brand"],
        },
      },
    },
  ],

  check({ inputs: { roster = {} } }, { apiVersion }) {
    const failures =
      apiVersion === "v2" ? [] : [{ property: "roster", reason: "roles need collab:apiVersion v2: the v1 operations have none" }];
    try {
      for (const { userId, level } of decodeRoster(roster)) {
        const ids = level.kind === "organization" ? [userId] : [userId, level.id];
        const wrong = ids.find((id) => !isId(id)) ?? (level.kind === "folder" && level.id === "root" ? "root" : undefined);
        if (wrong !== undefined)
          failures.push({ property: "roster", reason: `${JSON.stringify(wrong)} is no id (user ${JSON.stringify(userId)})` });
      }
    } catch (error) {
      if (!(error instanceof RosterError)) throw error;
      failures.push({ property: "roster", reason: error.message });
    }
    return failures;
  },

  normalize: ({ roster }, old) => (roster ? { roster: reshard(roster, old?.roster) } : {}),

  diff({ inputs: recorded }, { inputs: { organizationId, roster: declared = {} }, unknown }, settings, found) {
    if (!found.changed.includes("roster") || recorded.organizationId !== organizationId) return found;
    refuseMixed(declared);
    const before = unknown.has("roster") ? sameShards(recorded.roster, declared) : recorded.roster;
    refuseFolderRemovals(decodeRoster(before), decodeRoster(declared), settings.usersDeleteFolder);
    return found;
  },

  async read(context, state) {
    const { organizationId, roster } = state.inputs;
    if (!mayProbe(context)) return state;
    const recorded = decodeRoster(roster);
    const left = await probe(context, organizationId, recorded);
    if (left.length === recorded.length) return state;
    return { inputs: { ...state.inputs, roster: encodeRoster(left, countOf(roster)) }, computed: {} };
  },

  create(context, declared) {
    return converge(context, {}, declared);
  },

  update(context, state, declared) {
    return converge(context, state.inputs.roster, declared);
  },

  delete: (context, state) => withdraw(context, state, { ...state.inputs, roster: {} }),

  async release(context, state, heir) {
    context.log.info(`memberships of ${heir.organizationId} are declared by another resource of this run: only what it lacks is removed.`);
    await withdraw(context, state, heir);
  },
});
