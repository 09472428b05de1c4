import { z } from "zod";
import { changedShards } from "./guard/changes.ts";
import { type Context, type Failure, resourceKind, type State } from "./contract.ts";
import { IncompleteError, isOfOneItem, RefusedError } from "./errors.ts";
import { endedNow, endedWhenWritten, endingSoon, hasLastDays, markExpired } from "./memberships/expiry.ts";
import { createFolder, createOrganization, idOf, isId } from "./fields.ts";
import { describeLevel, grantKey, inForce } from "./memberships/grants.ts";
import { acknowledgeInput, asFailures, departed, limitsInput, requiredLines } from "./guard/inputs.ts";
import { identifiedBy, notImported } from "./identity.ts";
import { added } from "./items.ts";
import { staleAcknowledgement } from "./guard/judge.ts";
import { membersAtLevels } from "./memberships/members.ts";
import { changeObjections, changeOf, declarationObjections, limitObjections, targetOf } from "./guard/set.ts";
import { mayProbe, probe, refreshDoc } from "./memberships/probe.ts";
import { type GrantFailure, reconcile, refuseFolderRemovals, type Reconciled } from "./memberships/reconcile.ts";
import { countOf, decodeRoster, encodeRoster, reshard, type Roster, RosterError } from "./memberships/roster.ts";

/** How far a change may go, and whom it removes besides. */
const safety = {
  departed: departed
    .describe("Users who are removed from the organization, known or not; sent once for each, when it is first listed (operation 16).")
    .optional(),
  reassert: z.string("expected text").describe("Any text: when it changes, all grants are sent again (operations 12, 14).").optional(),
  limits: limitsInput.describe("How much may change in one `up`; tightens `collab:limits` (provider).").optional(),
  acknowledge: acknowledgeInput
    .describe("Agreement to exactly one change beyond the limits, as the error prints it (provider).")
    .optional(),
  required: requiredLines
    .describe("Users who must never be removed or demoted: `ada`, `ada editor`, `ada document=brand` (provider).")
    .optional(),
};

const inputs = z.object({
  organizationId: idOf("organization"),
  roster: z
    .record(z.string(), z.string("expected text, one line a grant"), "expected a map of texts")
    .describe(
      "All grants of the organization, one line each, in shards; the classes make it from `members`, `folders` and `documents` (provider).",
    ),
  ...safety,
  createOrganization,
  createFolder,
});
type Inputs = z.output<typeof inputs>;

const args = z.object({
  organizationId: idOf("organization"),
  ...membersAtLevels,
  ...safety,
  createOrganization,
  createFolder,
});

const computed = z.object({
  pending: z
    .string()
    .describe(
      "Names what the last `up` was to lead to, where it ended before it was there: the rest of that change is within the limits (provider).",
    )
    .optional(),
});

type SetState = State<Inputs, z.output<typeof computed>>;

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

/**
 * What holds after a run that ended incomplete. The roster keeps the number of shards that it was declared with, so that what was recorded
 * compares with what is declared.
 */
const recordedState = (declared: Inputs, { recorded, failures }: Reconciled, today: string): SetState => {
  const held = new Set(recorded.map(grantKey));
  const ended = decodeRoster(declared.roster).filter((grant) => grant.expired && !held.has(grantKey(grant)));
  const failed = new Set(failures.map(({ grant }) => grant.userId));
  return {
    inputs: {
      ...declared,
      roster: encodeRoster([...recorded, ...ended], countOf(declared.roster)),
      ...(declared.departed ? { departed: declared.departed.filter((userId) => !failed.has(userId)) } : {}),
    },
    computed: { pending: targetOf(declared, today) },
  };
};

const converge = async (context: Context, before: Inputs | undefined, declared: Inputs): Promise<SetState> => {
  const recorded = inForce(decodeRoster(before?.roster ?? {}));
  const again = before !== undefined && declared.reassert !== undefined && declared.reassert !== before.reassert;
  const result = await reconcile(
    context,
    declared,
    // What is not sure to hold is sent again.
    again ? recorded.map((grant) => ({ ...grant, unsure: true })) : recorded,
    inForce(decodeRoster(declared.roster)),
    added(before?.departed ?? [], declared.departed ?? []),
  );
  if (result.failures.length === 0) return { inputs: declared, computed: {} };
  const reasons = reasonsOf(declared.organizationId, result.failures);
  const cause = result.failures[0]?.error;
  const nothingLanded = result.recorded.length === 0 && before === undefined;
  if (nothingLanded) throw new Error(reasons.join("\n"), { cause });
  throw new IncompleteError(recordedState(declared, result, context.settings.today), reasons, { cause });
};

/** Inputs that say who has access: a change of any other gives and takes nothing. */
const aboutAccess = new Set(["organizationId", "roster", "departed"]);

/** Whether what is not known yet may be about who has access, or how much of it may change: then nothing is judged before it is. */
const isIncomplete = (unknown: ReadonlySet<string>): boolean =>
  [...aboutAccess, "limits", "acknowledge", "required"].some((key) => unknown.has(key));

const parseInputs = (remembered: unknown): Inputs | undefined => inputs.safeParse(remembered).data;

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
  const { failures } = await reconcile(
    context,
    { organizationId },
    inForce(decodeRoster(recorded.roster)),
    inForce(decodeRoster(heir.roster)),
  );
  if (failures.length > 0) throw new Error(reasonsOf(organizationId, failures).join("\n"), { cause: failures[0]?.error });
};

const wrongIds = (roster: Roster): Failure[] => {
  try {
    return decodeRoster(roster).flatMap(({ userId, level }) => {
      const ids = level.kind === "organization" ? [userId] : [userId, level.id];
      const wrong = ids.find((id) => !isId(id)) ?? (level.kind === "folder" && level.id === "root" ? "root" : undefined);
      return wrong === undefined
        ? []
        : [{ property: "roster", reason: `${JSON.stringify(wrong)} is no id (user ${JSON.stringify(userId)})` }];
    });
  } catch (error) {
    if (!(error instanceof RosterError)) throw error;
    return [{ property: "roster", reason: error.message }];
  }
};

export const membershipSet = resourceKind({
  token: "MembershipSet",
  doc:
    "All grants of one organization: members of the organization itself, of its folders and of its documents. One set an organization, because " +
    "removing a user from the organization takes everything in it along. What is removed is only what this set once granted.",
  inputs,
  computed,
  args,
  identity: { ...identifiedBy("MembershipSet", "organizationId"), parse: notImported("MembershipSet", "no operation lists memberships") },
  replaceOn: ["organizationId"],
  createOnly: ["createOrganization", "createFolder", "limits", "acknowledge", "required"],
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

  check({ inputs: known, unknown }, settings, old) {
    const failures = wrongIds(known.roster ?? {});
    if (settings.apiVersion !== "v2")
      failures.push({ property: "roster", reason: "roles need collab:apiVersion v2: the v1 operations have none" });
    const { organizationId, roster } = known;
    if (organizationId !== undefined) failures.push(...asFailures(limitObjections({ ...known, organizationId }, settings)));
    if (failures.length > 0 || organizationId === undefined || roster === undefined || isIncomplete(unknown)) return failures;
    return asFailures([
      ...endedWhenWritten(organizationId, old?.roster, roster, settings.today),
      ...declarationObjections({ ...known, organizationId, roster }, settings),
    ]);
  },

  normalize: ({ roster, departed: gone }, old, { today }) => ({
    ...(roster ? { roster: markExpired(reshard(roster, old?.roster), today) } : {}),
    ...(gone ? { departed: [...new Set(gone)].toSorted() } : {}),
  }),

  notices: ({ inputs: { organizationId, roster = {} } }, { today }) =>
    organizationId !== undefined && hasLastDays(roster) ? endingSoon(organizationId, decodeRoster(roster), today) : [],

  diff({ inputs: recorded, computed: { pending } }, { inputs: known, unknown }, settings, found, run) {
    const { organizationId, roster: now = {} } = known;
    const { today } = settings;
    if (organizationId === undefined) return found;
    const declared = { ...known, organizationId, roster: now };
    const isWhole = !isIncomplete(unknown);
    const given = isWhole ? known.acknowledge : undefined;
    const warnings = given ? staleAcknowledgement(organizationId, given, changeOf(recorded, declared, today)) : [];
    if (!found.changed.some((key) => aboutAccess.has(key))) return { ...found, warnings };
    refuseMixed(now);
    const against = isWhole ? changeObjections(recorded, pending, declared, settings, run, parseInputs) : [];
    if (against.length > 0) throw new RefusedError(against.join("\n"));
    if (recorded.organizationId !== organizationId) return found;
    const shards = isWhole ? changedShards(recorded.roster, now) : { before: sameShards(recorded.roster, now), after: now };
    const [before, after] = [inForce(decodeRoster(shards.before)), decodeRoster(shards.after)];
    refuseFolderRemovals(before, inForce(after), settings.usersDeleteFolder, known.departed);
    return { ...found, warnings: [...warnings, ...(isWhole ? endedNow(organizationId, before, after, today) : [])] };
  },

  async read(context, state) {
    const { organizationId, roster } = state.inputs;
    if (!mayProbe(context)) return state;
    const all = decodeRoster(roster);
    const recorded = inForce(all);
    const left = new Set(await probe(context, organizationId, recorded));
    if (left.size === recorded.length) return state;
    const kept = all.filter((grant) => grant.expired || left.has(grant));
    return { ...state, inputs: { ...state.inputs, roster: encodeRoster(kept, countOf(roster)) } };
  },

  create(context, declared) {
    return converge(context, undefined, declared);
  },

  update(context, state, declared) {
    return converge(context, state.inputs, declared);
  },

  delete: (context, state) => withdraw(context, state, { ...state.inputs, roster: {} }),

  async release(context, state, heir) {
    context.log.info(`memberships of ${heir.organizationId} are declared by another resource of this run: only what it lacks is removed.`);
    await withdraw(context, state, heir);
  },
});
