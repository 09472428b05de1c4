/** Members: the same user twice, who must be one, who may not, and whose membership ends. */
import { daysBetween } from "../../provider/resources/memberships/days.ts";
import { type Found, type Level, type MembersPart, sayLevel, type TreeOfFile } from "../levels.ts";
import { child, entriesOf, itemsOf, type YamlEntry, type YamlNode } from "../tree.ts";
import { show } from "../words.ts";
import { type Findings, placeOf } from "./findings.ts";

/** How long before its end a membership is spoken of. */
const noticeDays = 14;

export const checkMembers = (findings: Findings, files: readonly TreeOfFile[], levels: readonly Level[], today: string): void => {
  const departed = departedOf(files);
  for (const level of levels) {
    checkTwice(findings, level);
    checkDeparted(findings, level, departed);
    checkRequired(findings, level, today);
    for (const part of level.parts) warnOfEnds(findings, level, part, today);
  }
  warnOfDisabled(findings, levels);
};

/** The last day of a membership, where one is written that can be read. */
const untilOf = ({ node }: YamlEntry): string | undefined => {
  const until = node.kind === "map" ? textOf(child(node, "until")) : undefined;
  return until !== undefined && !Number.isNaN(Date.parse(until)) ? until : undefined;
};

const isPast = (entry: YamlEntry, today: string): boolean => {
  const until = untilOf(entry);
  return until !== undefined && until < today;
};

const checkTwice = (findings: Findings, level: Level): void => {
  const seen = new Map<string, Found>();
  const inLowerCase = new Map<string, Found & { readonly id: string }>();
  for (const { source, entries } of level.parts) {
    for (const [id, entry] of entries) {
      const found = { source, entry };
      findings.once(seen, id, found, () => `member ${show(id)} is twice in ${sayLevel(level)}`);
      const lower = id.toLowerCase();
      const other = inLowerCase.get(lower);
      if (other === undefined) inLowerCase.set(lower, { ...found, id });
      else if (other.id !== id)
        findings.warn(
          found,
          `member ${show(id)} of ${sayLevel(level)} differs only by case from ${show(other.id)} at ${placeOf(other)}: they are two users`,
        );
    }
  }
};

const departedOf = (files: readonly TreeOfFile[]): ReadonlyMap<string, Found> =>
  new Map(
    files.flatMap(({ source, tree }) =>
      itemsOf(child(tree, "departed")).flatMap((entry) => {
        const id = textOf(entry.node);
        return id === undefined ? [] : [[id, { source, entry }] as const];
      }),
    ),
  );

const checkDeparted = (findings: Findings, level: Level, departed: ReadonlyMap<string, Found>): void => {
  for (const { source, entries } of level.parts) {
    // Either may be thousands, and there may be thousands of levels.
    const ids = departed.size < entries.size ? departed.keys() : entries.keys();
    for (const id of ids) {
      const entry = entries.get(id);
      const gone = departed.get(id);
      if (entry && gone)
        findings.error(
          { source, entry },
          `${show(id)} has departed (${placeOf(gone)}), and is still declared in ${sayLevel(level)}: take one of them out`,
        );
    }
  }
};

interface Required {
  readonly id: string;
  readonly role: string | undefined;
  readonly entry: YamlEntry;
}

/** A list of ids, or a map of ids to roles. */
const requiredOf = (node: YamlNode | undefined): Required[] => [
  ...itemsOf(node).flatMap((entry) => {
    const id = textOf(entry.node);
    return id === undefined ? [] : [{ id, role: undefined, entry }];
  }),
  ...Array.from(entriesOf(node), ([id, entry]) => ({ id, role: textOf(entry.node), entry })),
];

const textOf = (node: YamlNode | undefined): string | undefined =>
  node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;

const checkRequired = (findings: Findings, level: Level, today: string): void => {
  const { source, parts } = level;
  const roleOf = ({ node }: YamlEntry): string | undefined => textOf(node.kind === "map" ? child(node, "role") : node);
  for (const { id, role, entry } of requiredOf(child(level.entry.node, "required"))) {
    const found = { source, entry };
    const required = `${show(id)} is required in ${sayLevel(level)}`;
    const member = parts.map(({ entries }) => entries.get(id)).find((one) => one !== undefined);
    if (member === undefined) findings.error(found, `${required}, and is no member of it: declare it there`);
    else if (isPast(member, today))
      findings.error(found, `${required}, and the membership ended on ${untilOf(member)}: give it a later day, or none`);
    else if (role === "editor" && roleOf(member) === "viewer") findings.error(found, `${required} as editor, and is declared as viewer`);
  }
};

const warnOfEnds = (findings: Findings, level: Level, { source, entries }: MembersPart, today: string): void => {
  for (const [id, entry] of entries) {
    const until = untilOf(entry);
    if (until === undefined) continue;
    const days = daysBetween(today, until);
    const member = `member ${show(id)} of ${sayLevel(level)}`;
    if (days < 0)
      findings.warn(
        { source, entry },
        `${member} counts as not declared: the membership ended on ${until} (UTC); take the entry out`,
        "expiry",
      );
    else if (days <= noticeDays)
      findings.warn(
        { source, entry },
        `${member} ends on ${until} (UTC), ${days === 0 ? "today" : `in ${days} ${days === 1 ? "day" : "days"}`}: the first \`up\` after that day takes the access away`,
        "expiry",
      );
  }
};

const warnOfDisabled = (findings: Findings, levels: readonly Level[]): void => {
  for (const [organizationId, own] of Map.groupBy(levels, (level) => level.organizationId)) {
    const organization = own.find(({ kind }) => kind === "organization");
    const entry = organization && entriesOf(organization.entry.node).get("disabled");
    if (organization === undefined || entry?.node.kind !== "scalar" || entry.node.value !== true) continue;
    const members = new Set(own.flatMap(({ parts }) => parts.flatMap(({ entries }) => [...entries.keys()])));
    if (members.size === 0) continue;
    const have = members.size === 1 ? "its member has" : `its ${members.size} members have`;
    findings.warn(
      { source: organization.source, entry },
      `organization ${show(organizationId)} is disabled: ${have} no access until it is enabled`,
    );
  }
};
