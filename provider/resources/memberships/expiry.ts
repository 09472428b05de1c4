/**
 * Grants with a last day. Which of them have ended is decided once a run, in Check, and stands in the roster: the preview shows the line
 * `ada editor until=2026-12-31 expired=true`, and a plan that was saved before that day no longer fits.
 */
import { daysBetween } from "./days.ts";
import { describeLevel, grantKey, type Grant, inForce, indexGrants } from "./grants.ts";
import { decodeRoster, parseGrant, renderGrant, type Roster } from "./roster.ts";
import { listed } from "../words.ts";

/** So many days ahead an end is announced. */
const announcedDays = 14;

/** Whether the last day of a grant has passed: a grant counts until the end of its day. */
export const hasEnded = ({ until }: Grant, today: string): boolean => until !== undefined && until < today;

const markLine = (line: string, today: string): string => {
  if (!line.includes(" until=") && !line.includes(" expired=")) return line;
  const { expired: _, ...grant } = parseGrant(line);
  return renderGrant(hasEnded(grant, today) ? { ...grant, expired: true } : grant);
};

/** Whether any line may have a last day: few rosters have, and texts are many, so nothing is taken apart that need not be. */
export const hasLastDays = (roster: Roster): boolean => Object.values(roster).some((text) => / (?:until|expired)=/.test(text));

/** Marks the grants that have ended, and no others. */
export const markExpired = (roster: Roster, today: string): Roster =>
  Object.fromEntries(
    Object.entries(roster).map(([key, text]) => [
      key,
      hasLastDays({ [key]: text })
        ? text
            .split("\n")
            .map((line) => markLine(line, today))
            .join("\n")
        : text,
    ]),
  );

const named = ({ userId, level, until, ticket, reason }: Grant): string =>
  [
    userId,
    ...(level.kind === "organization" ? [] : [`at ${describeLevel(level)}`]),
    `(${[until, ticket, reason].filter(Boolean).join(", ")})`,
  ].join(" ");

/** Announces the grants that end soon. */
export const endingSoon = (organizationId: string, grants: readonly Grant[], today: string): string[] => {
  const ending = grants
    .filter(({ until }) => until !== undefined && until >= today && daysBetween(today, until) <= announcedDays)
    .toSorted((a, b) => (String(a.until) < String(b.until) ? -1 : 1));
  const last = ending.filter(({ until }) => until === today);
  return [
    ...(last.length > 0
      ? [`${organizationId}: last day today: ${listed(last.map(named))}. An \`up\` after midnight UTC takes this access away.`]
      : []),
    ...(ending.length > last.length
      ? [`${organizationId}: access that ends within ${announcedDays} days: ${listed(ending.slice(last.length).map(named))}.`]
      : []),
  ];
};

/** Says whose access ends in this run because its last day has passed. */
export const endedNow = (organizationId: string, before: readonly Grant[], after: readonly Grant[], today: string): string[] => {
  const kept = indexGrants(inForce(after));
  const ended = inForce(before).filter((grant) => hasEnded(grant, today) && !kept.has(grantKey(grant)));
  return ended.length > 0 ? [`${organizationId}: access ends, its last day has passed: ${listed(ended.map(named))}.`] : [];
};

/**
 * Grants that had ended before they were ever declared with that day: more likely a mistake than a wish, and else a way to remove
 * people past the limits.
 *
 * @param before what was declared before
 */
export const endedWhenWritten = (organizationId: string, before: Roster | undefined, after: Roster, today: string): string[] => {
  if (!hasLastDays(after)) return [];
  const known = indexGrants(decodeRoster(before ?? {}));
  const wrong = decodeRoster(after).filter((grant) => hasEnded(grant, today) && known.get(grantKey(grant))?.until !== grant.until);
  if (wrong.length === 0) return [];
  return [
    `${organizationId}: until is past where it is first written: ${listed(wrong.map(named))}. Give a day that is still to come, or take the member out.`,
  ];
};
