/** What a program writes for a MembershipSet, and how it becomes a roster before the engine sees anything. */
import * as pulumi from "./sdk.ts";
import type { Acknowledge, Limits } from "../../schema/limits.ts";
import { type AccessRole, accessRole } from "../../schema/service/index.ts";
import { describeLevel, type Grant, type Level, organizationLevel } from "../resources/grants.ts";
import { memberProfile } from "../resources/members.ts";
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
      /** Last day of the access, in UTC, such as `2026-12-31`; after it the grant counts as not declared. */
      readonly until?: pulumi.Input<string> | undefined;
      /** Where the access was asked for; shown, and not sent. */
      readonly ticket?: pulumi.Input<string> | undefined;
      /** What the access is for; shown, and not sent. */
      readonly reason?: pulumi.Input<string> | undefined;
    };

/** Members by user id. */
export type Members = Readonly<Record<string, pulumi.Input<Member>>>;

/** Members at all levels of one organization. */
export interface MembersAtLevels {
  /** Members of the organization: they reach all its documents, except restricted ones. */
  readonly members?: pulumi.Input<Members> | undefined;
  /** Members of single folders, by folder id. */
  readonly folders?: pulumi.Input<Readonly<Record<string, pulumi.Input<Members>>>> | undefined;
  /** Members of single documents, by document id. */
  readonly documents?: pulumi.Input<Readonly<Record<string, pulumi.Input<Members>>>> | undefined;
}

/** Arguments of a MembershipSet: all grants of one organization. An empty set is managed and empty. */
export interface MembershipSetArgs extends MembersAtLevels {
  readonly organizationId: pulumi.Input<string>;
  /** Users who are removed from the organization, known or not; sent once for each. */
  readonly departed?: pulumi.Input<readonly string[]> | undefined;
  /** Any text: when it changes, all grants are sent again. */
  readonly reassert?: pulumi.Input<string> | undefined;
  /** How much may change in one `up`; tightens `collab:limits`. */
  readonly limits?: pulumi.Input<Limits> | undefined;
  /** Agreement to exactly one change beyond the limits, as the error prints it. */
  readonly acknowledge?: pulumi.Input<Acknowledge> | undefined;
  /** Users who must never be removed or demoted: `ada`, `ada editor`, `ada document=brand`. */
  readonly required?: pulumi.Input<readonly string[]> | undefined;
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

const collect = (args: Readonly<Record<keyof MembersAtLevels, unknown>>): Pending[] => {
  const at = (level: Level, members: unknown): Pending[] => entriesOf(members).map(([userId, member]) => ({ userId, level, member }));
  return [
    ...at(organizationLevel, args.members),
    ...entriesOf(args.folders).flatMap(([id, members]) => at({ kind: "folder", id }, members)),
    ...entriesOf(args.documents).flatMap(([id, members]) => at({ kind: "document", id }, members)),
  ];
};

/** The grant of a member that is one, and known. */
const grantOf = ({ userId, level, member }: Pending): Grant | undefined => {
  // Not by the shape that allows both: it would try each of ten thousand profiles as a role first.
  if (typeof member !== "string") {
    const { data } = memberProfile.safeParse(member);
    return data && { userId, level, ...data };
  }
  const { data } = accessRole.safeParse(member);
  return data && { userId, level, accessRole: data };
};

const knownGrant = (owner: string, pending: Pending): Grant => {
  const grant = grantOf(pending);
  if (grant) return grant;
  const expected = "expected viewer, editor, or { accessRole, name?, email?, initial?, until?, ticket?, reason? }";
  const where = `${pending.userId} at ${describeLevel(pending.level)}`;
  throw new pulumi.RunError(`${owner}: ${where}: ${expected}, got ${JSON.stringify(pending.member)}`);
};

/** A shard of plain members is a text at once: ten thousand of them must not become ten thousand outputs. */
const encodeShard = (owner: string, shard: readonly Pending[], keep: (grant: Grant) => Grant): pulumi.Input<string> => {
  const grants = shard.flatMap((pending) => grantOf(pending) ?? []);
  if (grants.length === shard.length) return renderShard(grants.map(keep));
  const render = (known: readonly Pending[]): string => renderShard(known.map((pending) => keep(knownGrant(owner, pending))));
  const later = shard.some(({ member }) => isLater(member) || entriesOf(member).some(([, value]) => isLater(value)));
  if (!later) return render(shard);
  const members = pulumi.output(shard.map(({ member }) => member));
  return members.apply((known) => render(shard.map((pending, index) => ({ ...pending, member: known[index] }))));
};

/**
 * Members as a roster. Which users there are decides the shards; where even that is not known yet, the whole roster is not.
 *
 * @param owner the resource, for errors
 * @param keep what of a grant goes into its line
 */
export const encodeMembers = (
  owner: string,
  { members, folders, documents }: MembersAtLevels,
  keep: (grant: Grant) => Grant = (grant) => grant,
): pulumi.Input<Record<string, pulumi.Input<string>>> => {
  const encode = (pending: readonly Pending[]): Record<string, pulumi.Input<string>> => {
    const shards = groupByShard(pending, shardCount(pending.length));
    return Object.fromEntries([...shards].map(([key, shard]) => [key, encodeShard(owner, shard, keep)]));
  };
  const later = [members, folders, documents, ...[folders, documents].flatMap((groups) => entriesOf(groups).map(([, group]) => group))];
  if (!later.some(isLater)) return encode(collect({ members, folders, documents }));
  return pulumi.output<Record<keyof MembersAtLevels, unknown>>({ members, folders, documents }).apply((known) => encode(collect(known)));
};

/**
 * Refuses options that would ignore a part of what is encoded.
 *
 * @param encoded matches the paths of it
 * @param why what would happen, and what to do instead
 */
export const refuseIgnored = (owner: string, opts: pulumi.CustomResourceOptions | undefined, encoded: RegExp, why: string): void => {
  const ignored = (opts?.ignoreChanges ?? []).filter((path) => encoded.test(path));
  if (ignored.length > 0) throw new pulumi.RunError(`${owner}: ignoreChanges cannot name ${ignored.join(", ")}: ${why}`);
};

const encoded = /^(\[")?(\*|members|folders|documents|roster|departed)/;
const whyNotIgnored = "grants travel as one roster, and ignoring a part of it would remove others. Declare the members that should stay.";

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
  const owner = `MembershipSet ${name}`;
  refuseIgnored(owner, opts, encoded, whyNotIgnored);
  const { members: _members, folders: _folders, documents: _documents, ...rest } = args;
  return { ...rest, roster: encodeMembers(owner, args) };
};
