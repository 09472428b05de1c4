/** What a program writes for a MembershipSet, and how it becomes a roster before the engine sees anything. */
import * as pulumi from "./sdk.ts";
import type { AccessRole } from "../../schema/service/index.ts";
import { describeLevel, type Grant, type Level, organizationLevel } from "../resources/grants.ts";
import { member as memberShape } from "../resources/members.ts";
import { groupByShard, renderShard, shardCount } from "../resources/roster.ts";

/** One member: a role, or a role with the profile that goes along. */
export type Member =
  | AccessRole
  | {
      /** `viewer` is read-only, `editor` is read/write. */
      readonly accessRole: AccessRole;
      readonly name?: pulumi.Input<string> | undefined;
      readonly email?: pulumi.Input<string> | undefined;
      /** Initials; derived from the name by the service where absent. */
      readonly initial?: pulumi.Input<string> | undefined;
    };

/** Members by user id. */
export type Members = Readonly<Record<string, pulumi.Input<Member>>>;

/** Arguments of a MembershipSet: all grants of one organization. An empty set is managed and empty. */
export interface MembershipSetArgs {
  readonly organizationId: pulumi.Input<string>;
  /** Members of the organization: they reach all its documents, except restricted ones. */
  readonly members?: pulumi.Input<Members> | undefined;
  /** Members of single folders, by folder id. */
  readonly folders?: pulumi.Input<Readonly<Record<string, pulumi.Input<Members>>>> | undefined;
  /** Members of single documents, by document id. */
  readonly documents?: pulumi.Input<Readonly<Record<string, pulumi.Input<Members>>>> | undefined;
  /** Create the organization with the first grant where it does not exist; derived where `organizationId` comes from a declared one. */
  readonly createOrganization?: pulumi.Input<boolean> | undefined;
  /** Create folders with their first grant where they do not exist. */
  readonly createFolder?: pulumi.Input<boolean> | undefined;
}

/** A grant whose member may still be on its way. */
interface Pending {
  readonly userId: string;
  readonly level: Level;
  readonly member: unknown;
}

const isLater = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

const entriesOf = (value: unknown): [string, unknown][] => (typeof value === "object" && value !== null ? Object.entries(value) : []);

const collect = (args: Readonly<Record<"members" | "folders" | "documents", unknown>>): Pending[] => {
  const at = (level: Level, members: unknown): Pending[] => entriesOf(members).map(([userId, member]) => ({ userId, level, member }));
  return [
    ...at(organizationLevel, args.members),
    ...entriesOf(args.folders).flatMap(([id, members]) => at({ kind: "folder", id }, members)),
    ...entriesOf(args.documents).flatMap(([id, members]) => at({ kind: "document", id }, members)),
  ];
};

const grantOf = (set: string, { userId, level, member }: Pending): Grant => {
  const parsed = memberShape.safeParse(member);
  if (!parsed.success) {
    const expected = "expected viewer, editor, or { accessRole, name?, email?, initial? }";
    throw new pulumi.RunError(`MembershipSet ${set}: ${userId} at ${describeLevel(level)}: ${expected}, got ${JSON.stringify(member)}`);
  }
  return { userId, level, ...(typeof parsed.data === "string" ? { accessRole: parsed.data } : parsed.data) };
};

/** A shard of plain members is a text at once: ten thousand of them must not become ten thousand outputs. */
const encodeShard = (set: string, shard: readonly Pending[]): pulumi.Input<string> => {
  const render = (known: readonly Pending[]): string => renderShard(known.map((pending) => grantOf(set, pending)));
  const later = shard.some(({ member }) => isLater(member) || entriesOf(member).some(([, value]) => isLater(value)));
  if (!later) return render(shard);
  const members = pulumi.output(shard.map(({ member }) => member));
  return members.apply((known) => render(shard.map((pending, index) => ({ ...pending, member: known[index] }))));
};

/** Which users there are decides the shards; where even that is not known yet, the whole roster is not. */
const encodeMembers = (set: string, { members, folders, documents }: MembershipSetArgs) => {
  const encode = (pending: readonly Pending[]): Record<string, pulumi.Input<string>> => {
    const shards = groupByShard(pending, shardCount(pending.length));
    return Object.fromEntries([...shards].map(([key, shard]) => [key, encodeShard(set, shard)]));
  };
  const later = [members, folders, documents, ...[folders, documents].flatMap((groups) => entriesOf(groups).map(([, group]) => group))];
  if (!later.some(isLater)) return encode(collect({ members, folders, documents }));
  return pulumi
    .output<Record<"members" | "folders" | "documents", unknown>>({ members, folders, documents })
    .apply((known) => encode(collect(known)));
};

/** Options that would ignore a part of the roster, which would remove others. */
const encoded = /^(\[")?(\*|members|folders|documents|roster)/;

/**
 * The kind's inputs for a program's arguments.
 *
 * @throws RunError where a member is none, or `ignoreChanges` names what is encoded
 */
export const encodeMembershipSet = (
  name: string,
  args: MembershipSetArgs,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs => {
  const ignored = (opts?.ignoreChanges ?? []).filter((path) => encoded.test(path));
  if (ignored.length > 0) {
    throw new pulumi.RunError(
      `MembershipSet ${name}: ignoreChanges cannot name ${ignored.join(", ")}: grants travel as one roster, and ignoring a part of it would remove ` +
        "others. Declare the members that should stay.",
    );
  }
  const { members: _members, folders: _folders, documents: _documents, ...rest } = args;
  return { ...rest, roster: encodeMembers(name, args) };
};
