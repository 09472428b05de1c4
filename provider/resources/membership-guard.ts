import { z } from "zod";
import { changedShards } from "./guard/changes.ts";
import { type Failure, resourceKind } from "./contract.ts";
import { endedWhenWritten, markExpired } from "./memberships/expiry.ts";
import { guardedChange, type GuardInputs, guardObjections, inputs, isSameAccess } from "./guard/guard-change.ts";
import { asFailures } from "./guard/inputs.ts";
import { notImported } from "./identity.ts";
import { type Change, staleAcknowledgement, tooWide } from "./guard/judge.ts";
import { membersAtLevels } from "./memberships/members.ts";
import { decodeRoster, reshard, RosterError } from "./memberships/roster.ts";

/** Rosters with a line that is none. What was declared before was readable. */
const unreadable = ({ grants }: GuardInputs, old: GuardInputs | undefined): Failure[] =>
  Object.entries(grants).flatMap(([id, roster]) => {
    try {
      decodeRoster(changedShards(old?.grants[id] ?? {}, roster).after);
      return [];
    } catch (error) {
      if (!(error instanceof RosterError)) throw error;
      return [{ property: `grants[${JSON.stringify(id)}]`, reason: error.message }];
    }
  });

/** What a program writes for `grants`. */
const args = inputs.omit({ grants: true }).extend({
  organizations: z
    .record(z.string(), z.object(membersAtLevels))
    .describe("Members of each organization, by organization id, as its MembershipSet has them (provider)."),
});

export const membershipGuard = resourceKind({
  token: "MembershipGuard",
  doc:
    "Looks at all grants of a workspace as a whole before any of them is touched, and refuses in the preview what exceeds the limits: organizations and sets that " +
    "vanished from the program included. It is nothing in the service and makes no call; everything else has to depend on it. One a stack.",
  inputs,
  computed: z.object({}),
  args,
  identity: {
    format: "workspace",
    render: () => "workspace",
    parse: notImported("MembershipGuard", "it is nothing in the service", "Declare it: it begins with what is declared then."),
  },
  replaceOn: [],
  createOnly: ["limits", "acknowledge", "required"],
  steps: {
    create: { operations: [], doc: "Records ids and roles of what is declared. Nothing is compared: there is nothing to compare it with." },
    read: { operations: [], doc: "Nothing is read: it is nothing in the service." },
    update: { operations: [], doc: "Records ids and roles of what is declared, once nothing speaks against the change." },
    delete: { operations: [], doc: "Nothing happens in the service." },
  },
  examples: [
    {
      title: "A program with limits of its own",
      resources: {
        guard: {
          kind: "MembershipGuard",
          inputs: {
            organizations: { poplar: { members: { ada: "editor", alan: "viewer" } } },
            limits: { organizations: { poplar: { removals: 5, demotions: "10%" } } },
            required: { poplar: ["ada editor"] },
          },
        },
        poplar: { kind: "Organization", inputs: { organizationId: "poplar" }, dependsOn: ["guard"] },
        poplarMembers: {
          kind: "MembershipSet",
          inputs: { organizationId: "${poplar.organizationId}", members: { ada: "editor", alan: "viewer" } },
        },
      },
    },
  ],

  check({ inputs: { grants, ...rest }, unknown }, settings, old) {
    const wide = asFailures(tooWide({ limits: rest.limits, ceilings: settings.ceilings }));
    if (!grants) return wide;
    const declared = { ...rest, grants };
    const wrong = [...wide, ...unreadable(declared, old)];
    // What is not known yet may be anybody: nothing is judged before it is.
    if (wrong.length > 0 || unknown.size > 0) return wrong;
    const ended = Object.entries(grants).flatMap(([id, roster]) => endedWhenWritten(id, old?.grants[id], roster, settings.today));
    return asFailures([...ended, ...guardObjections(old, declared, settings)]);
  },

  normalize: ({ grants, departed }, old, { today }) => ({
    ...(grants
      ? {
          grants: Object.fromEntries(
            Object.entries(grants).map(([id, roster]) => [id, markExpired(reshard(roster, old?.grants[id]), today)]),
          ),
        }
      : {}),
    ...(departed ? { departed: [...new Set(departed)].toSorted() } : {}),
  }),

  diff({ inputs: recorded }, { inputs: { grants, ...rest }, unknown }, { today }, found) {
    const given = rest.acknowledge?.workspace;
    if (given === undefined || !grants || unknown.size > 0) return found;
    const declared = { ...rest, grants };
    const change: Change = isSameAccess(recorded, declared)
      ? { before: new Map(), after: new Map() }
      : guardedChange(recorded, declared, today);
    return { ...found, warnings: staleAcknowledgement("the workspace", given, change) };
  },

  read: (_context, state) => Promise.resolve(state),
  create: (_context, declared) => Promise.resolve({ inputs: declared, computed: {} }),
  update: (_context, _state, declared) => Promise.resolve({ inputs: declared, computed: {} }),
  delete: () => Promise.resolve(),
});
