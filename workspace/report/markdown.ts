/** The report for a pull request. It always fits a comment: what is too long is summarised, never cut off. */
import type { OrganizationReport, Report } from "../../schema/report.ts";
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

/** Characters that a comment may have; GitHub takes 65,536. */
const mostCharacters = 60_000;

/** How much is listed before the rest is only counted. */
interface Detail {
  /** Rows of an organization. */
  readonly rows: number;
  /** Organizations with their rows. */
  readonly organizations: number;
  /** Organizations with one line of counts, after those. */
  readonly counted: number;
}

const everything: Detail = { rows: Infinity, organizations: Infinity, counted: Infinity };

/** From everything to nothing but totals, which is short whatever the report is. */
const details: readonly Detail[] = [
  everything,
  ...[200, 50, 20].map((rows) => ({ ...everything, rows })),
  ...[40, 10, 3].map((organizations) => ({ rows: 10, organizations, counted: 200 })),
  { rows: 0, organizations: 0, counted: 200 },
  { rows: 0, organizations: 0, counted: 0 },
];

/** Longest piece of a file's content in one cell. */
const longest = 120;

/** As code: nothing in it is markup, mentions somebody or ends the table's cell. */
export const code = (text: string): string => {
  const short = [...text].length > longest ? `${[...text].slice(0, longest - 1).join("")}…` : text;
  const plain = short.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\ufffd").replace(/\|/g, "\\|");
  const fence = "`".repeat(Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = /^[`\s]|[`\s]$/.test(plain) || plain === "" ? " " : "";
  return `${fence}${pad}${plain}${pad}${fence}`;
};

/** Text of ours or of the engine as prose: no markup, no mention. */
const prose = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/([\\`*_{}[\]()#+!|~@-])/g, "\\$1");

const limited = (lines: readonly string[], most: number, more: (left: number) => string): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), more(lines.length - most)];

const countsOf = ({ access, things, ineffective }: OrganizationReport): string => {
  const count = (change: string) => access.filter((one) => one.change === change).length;
  const parts = [
    [count("gains"), "gained"],
    [count("loses"), "lost"],
    [count("promoted"), "promoted"],
    [count("demoted"), "demoted"],
    [ineffective.length, "without effect"],
    [things.length, things.length === 1 ? "other change" : "other changes"],
  ] as const;
  return parts.flatMap(([n, word]) => (n > 0 ? [`${n} ${word}`] : [])).join(", ") || "see below";
};

const accessTable = (access: OrganizationReport["access"], rows: number): string[] => {
  if (access.length === 0 || rows === 0) return [];
  const lines = access.map((change) => {
    const reasons = sayReasons(change, code).join("; ");
    const where = sayPlace(change.at, code);
    return `| ${signs[change.change]} | ${sayUser(change, code)} | ${where} | ${sayRole(change.before)} | ${sayRole(change.after)} | ${reasons} |`;
  });
  const shown = limited(lines, rows, (left) => `| … | ${left} more | | | | |`);
  return ["", "| | user | where | before | after | |", "|---|---|---|---|---|---|", ...shown];
};

const organizationLines = (one: OrganizationReport, { rows }: Detail): string[] => {
  const listed = Math.min(rows, 200);
  const list = (lines: readonly string[]) =>
    limited(
      lines.map((line) => `- ${line}`),
      listed,
      (left) => `- … ${left} more`,
    );
  const things = one.things.map((thing) => [sayThing(thing, code), ...thing.details.map(code)].join(": "));
  const more = [...things, ...one.profiles.map((person) => sayProfile(person, code)), ...one.unsure.map((grant) => sayUnsure(grant, code))];
  return [
    "",
    `### ${sayOrganization(one, code)}: ${countsOf(one)}`,
    ...(one.disabled ? ["", `**${sayDisabled(one.disabled)}**`] : []),
    ...(one.unknown ? ["", "Some members are known only in the `up`: this is a part."] : []),
    ...accessTable(one.access, rows),
    ...(more.length === 0 || listed === 0 ? [] : ["", ...list(more)]),
    ...(one.ineffective.length === 0 || listed === 0
      ? []
      : folded(
          `No effective change: ${plural(one.ineffective.length, "grant")}`,
          list(one.ineffective.map((change) => `${sayUser(change, code)}, ${sayIneffective(change, code)}`)),
        )),
    ...(one.restrictedDocuments.length === 0 || one.access.length === 0
      ? []
      : ["", `Not reached by the organization's grants: ${plural(one.restrictedDocuments.length, "restricted document")}.`]),
  ];
};

const folded = (title: string, lines: readonly string[]): string[] => [
  "",
  `<details><summary>${title}</summary>`,
  "",
  ...lines,
  "",
  "</details>",
];

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        "",
        `**${title}**`,
        "",
        ...limited(
          lines.map((line) => `- ${line}`),
          20,
          (left) => `- … ${left} more`,
        ),
      ];

const mostMessages = 10;

const messageLines = ({ messages }: Report): string[] => {
  const shown = messages.filter(({ severity }) => severity !== "info");
  const lines = shown.map(({ severity, text }) => `> **${severity}**: ${prose([...text].slice(0, 1000).join("")).replace(/\n/g, "\n> ")}`);
  return lines.length === 0
    ? []
    : [
        "",
        ...limited(lines, mostMessages, (left) => `> ${left} more`)
          .flatMap((line) => [line, ">"])
          .slice(0, -1),
      ];
};

const write = (report: Report, detail: Detail): string => {
  const { organizations, renames, lasting, calls, budgets, assumptions, notes } = report;
  const detailed = organizations.slice(0, detail.organizations);
  const counted = organizations.slice(detailed.length, detailed.length + detail.counted);
  const left = organizations.length - detailed.length - counted.length;
  const whole = detail === everything;
  return [
    `<!-- collab report ${prose(report.stack ?? "")} -->`,
    `## ${prose(sayTitle(report))}${report.failed ? ", which failed" : ""}`,
    "",
    prose(sayTotals(report)),
    ...(whole ? [] : ["", "This is too much for one comment and is summarised here; the whole is in the JSON and HTML reports."]),
    ...messageLines(report),
    ...detailed.flatMap((one) => organizationLines(one, detail)),
    ...(counted.length === 0
      ? []
      : ["", "### Other organizations", "", ...counted.map((one) => `- ${sayOrganization(one, code)}: ${countsOf(one)}`)]),
    ...(left === 0 ? [] : ["", `${plural(left, "organization")} ${counted.length + detailed.length > 0 ? "more " : ""}not listed.`]),
    ...section(
      "Possibly renamed",
      renames.map((one) => sayRename(one, code)),
    ),
    ...section(
      "Cannot be undone",
      lasting.map((one) => sayLasting(one, code, prose)),
    ),
    ...section(
      "Limits",
      budgets.map((budget) => prose(sayBudget(budget))),
    ),
    ...folded(
      "Calls, assumptions, and what is not shown",
      [...calls.map(sayCalls), ...assumptions, ...notes].map((line) => `- ${prose(line)}`),
    ),
    "",
  ].join("\n");
};

/** The report as Markdown, in as much detail as fits. */
export const renderMarkdown = (report: Report): string => {
  let text = "";
  for (const detail of details) {
    text = write(report, detail);
    if (text.length <= mostCharacters) break;
  }
  return text;
};
