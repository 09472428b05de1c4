/** What a program writes for a MembershipSet, and how it becomes a roster before the engine sees anything. */
import * as pulumi from "./sdk.ts";
import type { Acknowledge, Limits } from "../../schema/limits.ts";
import type { AccessRole } from "../../schema/service/index.ts";
import { describeLevel, type Grant } from "../resources/memberships/grants.ts";
import { entriesOf, expectedMember, grantFrom, type WrittenGrant, writtenGrants } from "../resources/memberships/members.ts";
import { groupByShard, renderShard, shardCount } from "../resources/memberships/roster.ts";

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

const isLater = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

/** The grant of a member, which has to be one. */
const knownGrant = (owner: string, written: WrittenGrant): Grant => {
  const grant = grantFrom(written);
  if (grant) return grant;
  const { userId, level, member } = written;
  throw new pulumi.RunError(`${owner}: ${userId} at ${describeLevel(level)}: ${expectedMember}, got ${JSON.stringify(member)}`);
};

/** A shard of plain members is a text at once: ten thousand of them must not become ten thousand outputs. */
const encodeShard = (owner: string, shard: readonly WrittenGrant[], keep: (grant: Grant) => Grant): pulumi.Input<string> => {
  const grants = shard.flatMap((pending) => grantFrom(pending) ?? []);
  if (grants.length === shard.length) return renderShard(grants.map(keep));
  const render = (known: readonly WrittenGrant[]): string => renderShard(known.map((pending) => keep(knownGrant(owner, pending))));
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
  const encode = (pending: readonly WrittenGrant[]): Record<string, pulumi.Input<string>> => {
    const shards = groupByShard(pending, shardCount(pending.length));
    return Object.fromEntries([...shards].map(([key, shard]) => [key, encodeShard(owner, shard, keep)]));
  };
  const later = [members, folders, documents, ...[folders, documents].flatMap((groups) => entriesOf(groups).map(([, group]) => group))];
  if (!later.some(isLater)) return encode(writtenGrants({ members, folders, documents }));
  return pulumi
    .output<Record<keyof MembersAtLevels, unknown>>({ members, folders, documents })
    .apply((known) => encode(writtenGrants(known)));
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
