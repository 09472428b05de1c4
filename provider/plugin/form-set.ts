/** A MembershipSet as it is written: maps of members, as the classes have them, or a roster as text. */
import { z } from "zod";
import { isUnknown, unknownValue } from "../bag.ts";
import type { Failure } from "../resources/contract.ts";
import { messageOf } from "../resources/errors.ts";
import type { Grant } from "../resources/memberships/grants.ts";
import { hasUnknown, type Properties, shapeFailures } from "../resources/lifecycle.ts";
import { grantFrom, type WrittenMembers, writtenGrants } from "../resources/memberships/members.ts";
import { membershipSet } from "../resources/membership-set.ts";
import { decodeRoster, encodeRoster, parseGrant } from "../resources/memberships/roster.ts";
import type { Form } from "./form.ts";

const maps = ["members", "folders", "documents"] as const;
const writtenMaps = (written: Properties) => maps.filter((key) => written[key] !== undefined);

/** The shape was checked: what is no member cannot be here. */
export const grantsOf = (written: WrittenMembers): Grant[] => writtenGrants(written).flatMap((one) => grantFrom(one) ?? []);

const { roster: shards } = membershipSet.inputs.shape;

const inputs = (membershipSet.args ?? membershipSet.inputs).extend({
  roster: z
    .union([z.string(), shards], "expected text, one line a grant, or a map of such texts")
    .describe(
      'All grants as text, one line each: `<userId> <viewer|editor> [folder=<id>|document=<id>] [email=…] [initial=…] [name="…"]`; for large sets, ' +
        "from a file. In place of `members`, `folders` and `documents` (provider).",
    )
    .optional(),
});

/** Where a map of texts is written, its own shape says more than that of all forms. */
const withShards = inputs.extend({ roster: shards });
const isMap = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const nothingWritten: Failure = {
  property: "roster",
  reason: "it is missing: declare `members`, `folders`, `documents` or `roster`; `members: {}` for a set that is managed and empty",
};

/** Lines of a text that are named where they are wrong; the rest is counted. */
const named = 20;

const lineProblems = (text: string): string[] => {
  const wrong = text.split("\n").flatMap((line, index): string[] => {
    if (line === "") return [];
    try {
      parseGrant(line);
      return [];
    } catch (error) {
      return [`line ${index + 1}: ${messageOf(error)}`];
    }
  });
  const rest = wrong.splice(named).length;
  return rest > 0 ? [...wrong, `${rest} more lines are wrong`] : wrong;
};

const textProblems = (text: string): string[] => {
  const wrong = lineProblems(text);
  if (wrong.length > 0) return wrong;
  try {
    decodeRoster({ text });
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
};

/** Maps stay as they are written, so that `ignoreChanges` can name a member; a text is cut into shards, so that a diff shows the lines that change. */
export const membershipSetForm: Form = {
  inputs,
  hidden: ["roster"],
  check(written) {
    const { roster } = written;
    const { failures } = shapeFailures(isMap(roster) ? withShards : inputs, written, isUnknown);
    if (failures.length === 0 && roster === undefined && writtenMaps(written).length === 0) return [nothingWritten];
    if (failures.length > 0 || roster === undefined || isUnknown(roster)) return failures;
    const both = writtenMaps(written).map((property) => ({ property, reason: "declare either `roster` or the maps of members, not both" }));
    // Not at its property: the engine shows the value beside what is wrong with it, and this one is a whole file.
    const lines = typeof roster === "string" ? textProblems(roster).map((text) => ({ property: "", reason: `roster, ${text}` })) : [];
    return [...both, ...lines];
  },
  toKind(written) {
    const { members, folders, documents, roster, ...rest } = written;
    if (hasUnknown([members, folders, documents], isUnknown) || isUnknown(roster)) return { ...rest, roster: unknownValue };
    if (roster === undefined) return { ...rest, roster: encodeRoster(grantsOf({ members, folders, documents })) };
    return { ...rest, roster: typeof roster === "string" ? encodeRoster(decodeRoster({ all: roster })) : roster };
  },
  fromKind(written, normal) {
    const { roster, ...rest } = normal;
    const asMaps = Object.fromEntries(writtenMaps(written).map((key) => [key, written[key]]));
    return { ...rest, ...asMaps, ...(written["roster"] === undefined ? {} : { roster }) };
  },
  written: (...sides) => [...maps, "roster"].filter((key) => sides.some((side) => side[key] !== undefined)),
  place: (written, property) =>
    property === "roster" && written["roster"] === undefined ? (writtenMaps(written)[0] ?? "members") : property,
  notIgnored(path) {
    if (!path.startsWith("roster[") && !path.startsWith("roster.")) return undefined;
    return (
      "a shard holds the grants of many users, and ignoring it would remove or keep others. " +
      "Ignore `roster` as a whole, or declare `members` as a map and ignore those."
    );
  },
};
