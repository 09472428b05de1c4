/** How the report speaks, in every format: the same words for the same thing. */
import type { Access, AccessChange, Ineffective, OrganizationReport, Place, Report, Thing } from "../../schema/report.ts";

export const plural = (n: number, word: string, words = `${word}s`): string => `${n} ${n === 1 ? word : words}`;

/** Who: id, and the name where one is declared. `mark` sets what files and people wrote apart from our own words. */
export type Mark = (text: string) => string;

export const sayUser = ({ userId, name }: { readonly userId: string; readonly name?: string | undefined }, mark: Mark): string =>
  name === undefined || name === userId ? mark(userId) : `${mark(userId)} (${mark(name)})`;

/** `the organization`, `folder design (Design)`. */
export const sayPlace = ({ level, id, name }: Place, mark: Mark): string => {
  if (level === "organization") return "the organization";
  return `${level} ${mark(id)}${name === undefined || name === id ? "" : ` (${mark(name)})`}`;
};

/** The heading of an organization. */
export const sayOrganization = ({ organizationId }: OrganizationReport, mark: Mark): string =>
  organizationId === "" ? "The whole workspace" : mark(organizationId);

export const sayRole = (access: Access | null): string => access?.role ?? "none";

/** The grants that give a role at a place, where they are not on the place itself. */
const sayGrants = (access: Access, at: Place, mark: Mark): string => {
  const giving = access.grants.filter(({ role }) => role === access.role);
  if (giving.some(({ level, id }) => level === at.level && id === at.id)) return "";
  return `by ${giving.map((place) => sayPlace(place, mark)).join(", ")}`;
};

/** Why the access is what it is, and what the reader might miss. */
export const sayReasons = ({ at, before, after, except, lastPath }: AccessChange, mark: Mark): string[] => {
  const grants = after ? sayGrants(after, at, mark) : before ? sayGrants(before, at, mark) : "";
  return [
    ...(grants === "" ? [] : [after ? grants : `had it ${grants}`]),
    ...(after === null
      ? [lastPath ? "loses the last declared path: nothing in the organization is left" : "loses the last declared path to it"]
      : []),
    ...except.map((place) => `${after === null ? "keeps" : "stays"} ${place.role} on ${sayPlace(place, mark)}`),
    ...(before?.assumed || after?.assumed ? ["assumed"] : []),
  ];
};

export const sayIneffective = ({ at, before, after, effective }: Ineffective, mark: Mark): string => {
  const grant = `${sayPlace(at, mark)}: ${before ?? "none"} → ${after ?? "none"}`;
  return effective === null ? grant : `${grant}, is ${effective.role} ${sayGrants(effective, at, mark)}`.trimEnd();
};

export const sayDisabled = ({ before, after, users }: NonNullable<OrganizationReport["disabled"]>): string => {
  const whom = plural(users, "user");
  if (after === true && before !== true) return `switched off: all access to it ends for ${whom}, whatever the grants are`;
  if (after === true) return "is switched off, and stays so: nobody has access; what follows holds once it is on";
  if (after === false) return `switched on again: what the grants give comes back for ${whom}`;
  return "was switched off, and is no longer declared so: it stays as it is";
};

/** The totals in one line. */
export const sayTotals = ({ totals }: Report): string => {
  const { users, gains, loses, promoted, demoted } = totals;
  if (users === 0) return "Nobody's access changes.";
  return `The access of ${plural(users, "user")} changes: ${gains} gained, ${loses} lost, ${promoted} promoted, ${demoted} demoted.`;
};

export const sayTitle = ({ of, project, stack }: Report): string => {
  const name = [project, stack].filter(Boolean).join("/");
  return `${of === "preview" ? "Preview" : "Update"}${name === "" ? "" : ` of ${name}`}`;
};

export const sayCalls = ({ number, operation, calls, items, atMost }: Report["calls"][number]): string =>
  `${atMost ? "at most " : ""}${plural(calls, "call")} of operation ${number} (${operation}), ${plural(items, "item")}`;

export const sayLasting = ({ what, count, examples }: Report["lasting"][number], mark: Mark, own: Mark): string =>
  `${own(what)}. ${count}: ${examples.map(mark).join(", ")}${count > examples.length ? ", …" : ""}`;

export const sayRename = ({ organizationId, from, to, email }: Report["renames"][number], mark: Mark): string =>
  `${mark(organizationId)}: ${mark(from)} is now ${mark(to)}? Both are ${mark(email)}`;

export const sayThing = ({ kind, id, change }: Thing, mark: Mark): string => `${kind} ${mark(id)} ${change}`;

export const sayUnsure = ({ at, ...person }: OrganizationReport["unsure"][number], mark: Mark): string =>
  `${sayUser(person, mark)} at ${sayPlace(at, mark)}: an earlier run was cut off, and may have done it`;

export const sayProfile = ({ fields, ...person }: OrganizationReport["profiles"][number], mark: Mark): string =>
  `${sayUser(person, mark)}: ${fields.join(", ")} changes`;

export const sayBudget = ({ scope, budget, used, allowed, of }: Report["budgets"][number]): string =>
  `${scope}: ${budget} ${used} of ${allowed ?? "any number"} allowed, ${of} grants before`;

export const signs = { gains: "+", loses: "-", promoted: "↑", demoted: "↓" } as const;
