/** The report for a terminal. */
import type { AccessChange, OrganizationReport, Report } from "../../schema/report.ts";
import type { Emphasis, Paint } from "../paint.ts";
import {
  plural,
  sayBudget,
  sayCalls,
  sayDisabled,
  sayIneffective,
  sayLasting,
  sayOrganization,
  sayPlace,
  sayProfile,
  sayReasons,
  sayRename,
  sayRole,
  sayThing,
  sayTitle,
  sayTotals,
  sayUnsure,
  sayUser,
  signs,
} from "./words.ts";

const emphasis: Record<AccessChange["change"], Emphasis> = { gains: "green", loses: "red", promoted: "cyan", demoted: "yellow" };
const severity: Record<Report["messages"][number]["severity"], Emphasis> = { error: "red", warning: "yellow", info: "dim" };

/** What files and people wrote, harmless on a terminal. */
export const visible = (text: string): string =>
  text
    .replaceAll("\t", "  ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Columns as wide as their widest entry; the last one as it is. */
const columns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - [...cell].length)))
      .join("  ")
      .trimEnd(),
  );
};

const accessLines = (access: readonly AccessChange[], paint: Paint): string[] => {
  const rows = access.map((change) => [
    signs[change.change],
    sayUser(change, visible),
    sayPlace(change.at, visible),
    `${sayRole(change.before)} → ${sayRole(change.after)}`,
    sayReasons(change, visible).join("; "),
  ]);
  return columns(rows).map((line, index) => `  ${paint(emphasis[access[index]?.change ?? "gains"], line)}`);
};

const organizationLines = (one: OrganizationReport, paint: Paint): string[] => [
  "",
  paint("bold", sayOrganization(one, visible)) + (one.disabled ? ` ${paint("yellow", sayDisabled(one.disabled))}` : ""),
  ...(one.unknown ? [paint("yellow", "  some members are known only in the `up`: this is a part")] : []),
  ...accessLines(one.access, paint),
  ...one.things.map((thing) => `  ${sayThing(thing, visible)}${thing.details.map((detail) => `\n      ${visible(detail)}`).join("")}`),
  ...one.profiles.map((person) => `  ${sayProfile(person, visible)}`),
  ...one.unsure.map((grant) => paint("yellow", `  ${sayUnsure(grant, visible)}`)),
  ...ineffectiveLines(one, paint),
  ...(one.restrictedDocuments.length > 0 && one.access.some(({ at }) => at.level === "organization")
    ? [
        paint(
          "dim",
          `  not reached by the organization's grants: ${one.restrictedDocuments.map((place) => sayPlace(place, visible)).join(", ")} (restricted)`,
        ),
      ]
    : []),
];

/** Few are worth reading, many are only a number. */
const mostIneffective = 5;

const ineffectiveLines = ({ ineffective }: OrganizationReport, paint: Paint): string[] => {
  if (ineffective.length === 0) return [];
  const head = `  no effective change: ${plural(ineffective.length, "grant")}`;
  if (ineffective.length > mostIneffective) return [paint("dim", head)];
  return [head, ...ineffective.map((one) => `    ${sayUser(one, visible)}, ${sayIneffective(one, visible)}`)].map((line) =>
    paint("dim", line),
  );
};

const section = (title: string, lines: readonly string[], paint: Paint): string[] =>
  lines.length === 0 ? [] : ["", paint("bold", title), ...lines.map((line) => `  ${line}`)];

/** The whole report as text. */
export const renderText = (report: Report, paint: Paint): string => {
  const { organizations, renames, lasting, calls, budgets, messages, assumptions, notes } = report;
  const assumed = organizations.some(({ access }) => access.some(({ before, after }) => before?.assumed || after?.assumed));
  return [
    `${paint("bold", sayTitle(report))}${report.failed ? paint("red", ", which failed") : ""}. ${sayTotals(report)}`,
    ...messages
      .filter((message) => message.severity !== "info")
      .map((message) => paint(severity[message.severity], `${message.severity}: ${message.text.split("\n").map(visible).join("\n  ")}`)),
    ...organizations.flatMap((one) => organizationLines(one, paint)),
    ...section(
      "Possibly renamed",
      renames.map((one) => sayRename(one, visible)),
      paint,
    ),
    ...section(
      "Cannot be undone",
      lasting.map((one) => sayLasting(one, visible, visible)),
      paint,
    ),
    ...section("Calls that write", calls.map(sayCalls), paint),
    ...section(
      "Limits",
      budgets.map((budget) => visible(sayBudget(budget))),
      paint,
    ),
    ...section("Assumed, as the specification does not say", assumed ? assumptions : [], paint),
    ...section("Not shown", notes, paint),
    "",
  ].join("\n");
};
