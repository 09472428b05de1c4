/**
 * The roster: how grants travel through the engine. One sorted, human-readable, reversible line a grant, in shards keyed by a stable
 * hash of the user id. The engine carries a few texts instead of thousands of objects, and its own diff shows the lines that changed.
 *
 *     ada editor email=ada@acme.example name="Ada Lovelace"
 *     alan viewer document=brand
 */
import { accessRole } from "../../../schema/service/index.ts";
import { isDay } from "./days.ts";
import { compareGrants, grantKey, type Grant, type Level, organizationLevel } from "./grants.ts";

/** Shards by key; the key of a shard says its place and their number: `03-of-16`. */
export type Roster = Readonly<Record<string, string>>;

/** Lines that a shard holds on average where their number is chosen anew. */
const linesPerShard = 250;

/** The number of shards is kept while the ideal one is within this factor, so that it changes rarely. */
const keepWithin = 4;

// Letters and digits of any script and what ids and addresses are made of stand bare; all else is a JSON string, in which
// control and format characters are escaped, so that no line can hide, reorder or forge what a reviewer reads.
const bareToken = /^[\p{L}\p{N}@._+\-/:]+$/u;
const hidden = /[\p{C}\p{Zl}\p{Zp}]/gu;
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text as a part of a line. */
export const renderToken = (text: string): string => {
  if (bareToken.test(text)) return text;
  return JSON.stringify(text).replace(hidden, (character) => character.split("").map(escapeUnit).join(""));
};

/** One grant as one line. */
export const renderGrant = (grant: Grant): string => {
  const { level, userId, accessRole: role, email, initial, name } = grant;
  let line = `${renderToken(userId)} ${role}`;
  if (level.kind !== "organization") line += ` ${level.kind}=${renderToken(level.id)}`;
  if (email !== undefined) line += ` email=${renderToken(email)}`;
  if (initial !== undefined) line += ` initial=${renderToken(initial)}`;
  if (name !== undefined) line += ` name=${renderToken(name)}`;
  if (grant.until !== undefined) line += ` until=${renderToken(grant.until)}`;
  if (grant.ticket !== undefined) line += ` ticket=${renderToken(grant.ticket)}`;
  if (grant.reason !== undefined) line += ` reason=${renderToken(grant.reason)}`;
  if (grant.expired) line += " expired=true";
  if (grant.unsure) line += " unsure=true";
  return line;
};

const token = /(?:(?<field>[a-z]+)=)?(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^\s"=]+))(?: |$)/uy;
const expectedLine =
  'expected `<userId> <viewer|editor> [folder=<id>|document=<id>] [email=…] [initial=…] [name="…"] [until=2026-12-31] [ticket=…] [reason="…"]`, ' +
  "other characters in double quotes";

/** A line of a roster that is not one. */
export class RosterError extends Error {
  override readonly name = "RosterError";
}

/** A word of a line, or a field and its value. */
export interface Token {
  readonly field: string | undefined;
  readonly text: string;
}

/** The parts of a line; undefined where it is none. */
export const readTokens = (line: string): Token[] | undefined => {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < line.length) {
    const groups = token.exec(line)?.groups;
    if (!groups) return undefined;
    const { field, quoted, bare = "" } = groups;
    let text = bare;
    if (quoted !== undefined) {
      try {
        text = String(JSON.parse(`"${quoted}"`));
      } catch {
        return undefined;
      }
    }
    tokens.push({ field, text });
  }
  return tokens;
};

// Nearly all lines: a member of the organization, with nothing that is written with a backslash. One look instead of one a token.
const plainLine =
  /^([^\s"=]+) (viewer|editor)(?: email=([^\s"=]+))?(?: initial=([^\s"=]+))?(?: name=(?:"([\p{L}\p{N}@._+\-/: ]*)"|([^\s"=]+)))?$/u;

const readPlain = (line: string): Grant | undefined => {
  const [, userId, role, email, initial, quoted, bare] = plainLine.exec(line) ?? [];
  if (userId === undefined || (role !== "viewer" && role !== "editor")) return undefined;
  const name = quoted ?? bare;
  return {
    level: organizationLevel,
    userId,
    accessRole: role,
    ...(email !== undefined && { email }),
    ...(initial !== undefined && { initial }),
    ...(name !== undefined && { name }),
  };
};

const textFields = ["name", "email", "initial", "until", "ticket", "reason"] as const;
type TextField = (typeof textFields)[number];
const isTextField = (field: string | undefined): field is TextField => textFields.some((known) => known === field);

/**
 * Reads one line.
 *
 * @throws RosterError that quotes the line and says what was expected
 */
export const parseGrant = (line: string): Grant => {
  const plain = readPlain(line);
  if (plain) return plain;
  const fail = (): never => {
    throw new RosterError(`${JSON.stringify(line)} is not a line of a roster: ${expectedLine}.`);
  };
  const tokens = readTokens(line) ?? fail();
  const [user, role, ...rest] = tokens;
  const parsedRole = accessRole.safeParse(role?.text);
  if (!user || user.field !== undefined || !role || role.field !== undefined || !parsedRole.success) return fail();
  let level: Level = organizationLevel;
  const profile: { -readonly [Key in TextField | "unsure" | "expired"]?: Grant[Key] } = {};
  for (const { field, text } of rest) {
    if ((field === "folder" || field === "document") && level === organizationLevel) level = { kind: field, id: text };
    else if (isTextField(field) && profile[field] === undefined && (field !== "until" || isDay(text))) profile[field] = text;
    else if ((field === "unsure" || field === "expired") && text === "true") profile[field] = true;
    else fail();
  }
  return { level, userId: user.text, accessRole: parsedRole.data, ...profile };
};

/** FNV-1a, 32 bits, over UTF-16 units: stable over machines and versions, as states depend on it. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  // FNV's low bits follow the last characters closely; mixing spreads ids that differ in one place only.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
};

/** The number of shards for so many grants: a power of two. */
export const shardCount = (grants: number): number => 2 ** Math.max(0, Math.ceil(Math.log2(grants / linesPerShard)));

/** The shard that holds a user's grants. */
export const shardOf = (userId: string, count: number): string => {
  const digits = String(count).length;
  return `${String((hash(userId) % count) + 1).padStart(digits, "0")}-of-${count}`;
};

/** How many shards a roster is cut into; undefined for an empty one, or for keys that are none of ours. */
export const countOf = (roster: Roster): number | undefined => {
  const [first] = Object.keys(roster);
  const count = Number(/^\d+-of-(\d+)$/.exec(first ?? "")?.[1]);
  return Number.isInteger(count) && count > 0 ? count : undefined;
};

/** The number of shards to use: the one in use while it is within reach of the ideal, else the ideal. */
export const chooseCount = (grants: number, inUse: number | undefined): number => {
  const ideal = shardCount(grants);
  return inUse !== undefined && inUse <= ideal * keepWithin && ideal <= inUse * keepWithin ? inUse : ideal;
};

/** Groups values by the shard of their user. */
export const groupByShard = <Value extends { readonly userId: string }>(values: Iterable<Value>, count: number): Map<string, Value[]> => {
  const shards = new Map<string, Value[]>();
  for (const value of values) {
    const key = shardOf(value.userId, count);
    const shard = shards.get(key);
    if (shard) shard.push(value);
    else shards.set(key, [value]);
  }
  return shards;
};

/** One shard's text. */
export const renderShard = (grants: readonly Grant[]): string =>
  grants
    .toSorted(compareGrants)
    .map((grant) => `${renderGrant(grant)}\n`)
    .join("");

/** Grants as a roster of so many shards. */
export const encodeRoster = (grants: readonly Grant[], count = shardCount(grants.length)): Roster => {
  const shards = [...groupByShard(grants, count)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(shards.map(([key, members]) => [key, renderShard(members)]));
};

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

const decode = (roster: Roster): Grant[] => {
  const grants: Grant[] = [];
  const seen = new Set<string>();
  for (const text of Object.values(roster)) {
    for (const line of linesOf(text)) {
      const grant = parseGrant(line);
      const key = grantKey(grant);
      if (seen.has(key)) throw new RosterError(`${JSON.stringify(line)}: this user stands twice at the same level.`);
      seen.add(key);
      grants.push(grant);
    }
  }
  return grants;
};

// Check and Diff look at the same roster from several sides.
const decoded = new WeakMap<Roster, readonly Grant[]>();

/**
 * All grants of a roster.
 *
 * @throws RosterError for a line that is none, or a user that stands twice at one level
 */
export const decodeRoster = (roster: Roster): readonly Grant[] => {
  const known = decoded.get(roster);
  if (known) return known;
  const grants = decode(roster);
  decoded.set(roster, grants);
  return grants;
};

/** The same grants in the number of shards that fits both them and what was used before. */
export const reshard = (roster: Roster, before: Roster | undefined): Roster => {
  const inUse = before && countOf(before);
  if (inUse === countOf(roster)) return roster;
  const lines = Object.values(roster).reduce((sum, text) => sum + linesOf(text).length, 0);
  const count = chooseCount(lines, inUse);
  return count === countOf(roster) ? roster : encodeRoster(decodeRoster(roster), count);
};
