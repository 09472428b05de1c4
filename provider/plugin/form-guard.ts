/** A MembershipGuard as it is written: the members of all organizations, as their sets have them. */
import { isUnknown, unknownValue } from "../bag.ts";
import { withoutProfile } from "../resources/memberships/grants.ts";
import { hasUnknown, type Properties, shapeFailures } from "../resources/lifecycle.ts";
import { membershipGuard } from "../resources/membership-guard.ts";
import { encodeRoster } from "../resources/memberships/roster.ts";
import type { Form } from "./form.ts";
import { grantsOf } from "./form-set.ts";

const inputs = (membershipGuard.args ?? membershipGuard.inputs).partial().extend({
  grants: membershipGuard.inputs.shape.grants
    .describe("Ids and roles as texts, as programs of TypeScript write them, in place of `organizations` (provider).")
    .optional(),
});

const grantsFrom = (organizations: object): Properties =>
  Object.fromEntries(
    Object.entries(organizations).map(([id, members]) => [id, encodeRoster(grantsOf(Object(members)).map(withoutProfile))]),
  );

/** Texts of ids and roles are made here; what is written stays as it is. */
export const membershipGuardForm: Form = {
  inputs,
  hidden: ["grants"],
  check(written) {
    const { failures } = shapeFailures(inputs, written, isUnknown);
    const given = ["organizations", "grants"].filter((key) => written[key] !== undefined);
    if (given.length === 1 || failures.length > 0) return failures;
    return [{ property: "grants", reason: "declare the members of each organization: `organizations`, and not `grants` beside it" }];
  },
  toKind({ organizations, grants, ...rest }) {
    if (grants !== undefined) return { ...rest, grants };
    return { ...rest, grants: hasUnknown(organizations, isUnknown) ? unknownValue : grantsFrom(Object(organizations)) };
  },
  fromKind({ organizations, grants }, { grants: normal, ...rest }) {
    return { ...rest, ...(organizations === undefined ? {} : { organizations }), ...(grants === undefined ? {} : { grants: normal }) };
  },
  written: (...sides) => ["organizations", "grants"].filter((key) => sides.some((side) => side[key] !== undefined)),
  place: (written, property) => (written["grants"] === undefined && property.startsWith("grants") ? "organizations" : property),
  notIgnored: () => "the guard would not see what changes. Declare limits instead.",
};
