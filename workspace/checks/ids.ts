/** Ids: what may be one, and each where it may stand only once. */
import { isDeepStrictEqual } from "node:util";
import { reservedFolderId } from "../../schema/workspace.ts";
import type { Found, Level, TreeOfFile } from "../levels.ts";
import { child, entriesOf, toPlain, type YamlEntry } from "../tree.ts";
import { type Collection, type Kind, kinds, show } from "../words.ts";
import type { Findings } from "./findings.ts";

/** The maps of ids that a level may hold beside its members. */
const collections: Record<Level["kind"], readonly Collection[]> = {
  organization: ["groups", "folders", "documents"],
  folder: ["folders", "documents"],
  document: ["locations", "notifications"],
};

/** Ids of everything, and what is declared twice. */
export const checkIds = (findings: Findings, files: readonly TreeOfFile[], levels: readonly Level[]): void => {
  const people = new Map<string, Found>();
  for (const { source, tree } of files) {
    checkCollection(findings, { source, entry: root(tree) }, "organizations");
    for (const [id, entry] of checkCollection(findings, { source, entry: root(tree) }, "people")) {
      const first = people.get(id);
      if (first === undefined) people.set(id, { source, entry });
      else if (!isDeepStrictEqual(toPlain(first.entry.node), toPlain(entry.node)))
        findings.twice(first, { source, entry }, `person ${show(id)} is declared twice, and differently`);
    }
  }
  const seen = new Map<string, Level>();
  for (const level of levels) {
    for (const collection of collections[level.kind]) checkCollection(findings, level, collection);
    checkLocations(findings, level);
    for (const { source, entries } of level.parts) checkEntries(findings, source, entries, "member");
    checkTwice(findings, seen, level);
  }
  warnOfStrangers(findings, people, levels);
};

const root = (tree: TreeOfFile["tree"]): YamlEntry => ({ key: { start: 0, end: 0 }, value: { start: 0, end: 0 }, node: tree });

const checkCollection = (findings: Findings, { source, entry }: Found, collection: Collection): ReadonlyMap<string, YamlEntry> => {
  const entries = entriesOf(child(entry.node, collection));
  checkEntries(findings, source, entries, kinds[collection]);
  return entries;
};

const checkEntries = (findings: Findings, source: Found["source"], entries: ReadonlyMap<string, YamlEntry>, kind: Kind): void => {
  for (const [id, entry] of entries) {
    const wrong = wrongId(kind, id);
    if (wrong !== undefined) findings.error({ source, entry }, wrong);
  }
};

const checkLocations = (findings: Findings, { source, entry }: Level): void => {
  for (const [id, location] of entriesOf(child(entry.node, "locations"))) {
    const inner = entriesOf(location.node).get("id");
    if (inner) findings.error({ source, entry: inner }, `the id of location ${show(id)} is its key: take \`id\` out`);
  }
};

const checkTwice = (findings: Findings, seen: Map<string, Level>, level: Level): void => {
  const { kind, id, organizationId, within } = level;
  if (kind === "organization") findings.once(seen, JSON.stringify([kind, id]), level, () => `organization ${show(id)} is declared twice`);
  else if (kind === "folder" && within.includes(id)) {
    const way = [...within.slice(within.indexOf(id)), id].map(show).join(" holds ");
    findings.error(level, `folder ${show(id)} of organization ${show(organizationId)} lies inside of itself: ${way}`);
  } else {
    findings.once(
      seen,
      JSON.stringify([kind, organizationId, id]),
      level,
      () => `${kind} ${show(id)} is twice in organization ${show(organizationId)}`,
    );
  }
};

const warnOfStrangers = (findings: Findings, people: ReadonlyMap<string, Found>, levels: readonly Level[]): void => {
  const members = new Set<string>();
  for (const { parts } of levels) for (const { entries } of parts) for (const id of entries.keys()) members.add(id);
  for (const [id, person] of people) if (!members.has(id)) findings.warn(person, `person ${show(id)} is a member of nothing`);
};

/** What is wrong with an id, if anything. The pattern in the schema says the same to editors. */
const wrongId = (kind: Kind, id: string): string | undefined => {
  if (id === "") return `the id of a ${kind} is empty`.replace("a organization", "an organization");
  if (id.includes("/")) return `${kind} id ${show(id)} contains \`/\`, which separates the parts of resource ids`;
  if (/\p{Cc}/u.test(id)) return `${kind} id ${show(id)} contains a control character`;
  if (kind === "folder" && id === reservedFolderId)
    return `folder id \`${reservedFolderId}\` is the service's name for the top level: choose another id`;
  return undefined;
};
