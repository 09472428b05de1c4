/** What a program writes for a MembershipGuard, and how it becomes texts of ids and roles before the engine sees anything. */
import type * as pulumi from "./sdk.ts";
import type { Acknowledge, Limits } from "../../schema/limits.ts";
import { withoutProfile } from "../resources/memberships/grants.ts";
import type { Scoped } from "../resources/guard/judge.ts";
import { encodeMembers, type MembersAtLevels, refuseIgnored } from "./membership-set.ts";

/** Arguments of a MembershipGuard: the members of all MembershipSets of the program. */
export interface MembershipGuardArgs {
  /** Members of each organization, by organization id, as its MembershipSet has them. */
  readonly organizations: Readonly<Record<string, MembersAtLevels>>;
  /** Users who are removed from every organization, as the MembershipSets have them. */
  readonly departed?: pulumi.Input<readonly string[]> | undefined;
  /** How much may change in one `up`; tightens `collab:limits`. */
  readonly limits?: pulumi.Input<Scoped<Limits>> | undefined;
  /** Agreement to exactly one change beyond the limits, as the error prints it. */
  readonly acknowledge?: pulumi.Input<Scoped<Acknowledge>> | undefined;
  /** Users who must never be removed or demoted, by organization id: `ada`, `ada editor`, `ada document=brand`. */
  readonly required?: pulumi.Input<Readonly<Record<string, readonly string[]>>> | undefined;
}

/**
 * The kind's inputs for a program's arguments.
 *
 * @throws RunError where a member is none, or `ignoreChanges` would blind the guard
 */
export const encodeMembershipGuard = (
  name: string,
  { organizations, ...rest }: MembershipGuardArgs,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs => {
  const owner = `MembershipGuard ${name}`;
  refuseIgnored(owner, opts, /./, "the guard would not see what changes. Declare limits instead.");
  const grants = Object.entries(organizations).map(([id, members]) => [id, encodeMembers(`${owner}: ${id}`, members, withoutProfile)]);
  return { ...rest, grants: Object.fromEntries(grants) };
};
