/** Changes of a workspace, written as lines, and what the guard says of them. */
import type { Settings } from "../../../../provider/configuration.ts";
import { parseConfiguration } from "../../../../provider/configuration.ts";
import { guardObjections, type GuardInputs } from "../../../../provider/resources/guard/guard-change.ts";
import { encodeRoster, parseGrant, type Roster } from "../../../../provider/resources/memberships/roster.ts";

export const roster = (lines: readonly string[]): Roster => encodeRoster(lines.map(parseGrant));

/** So many members of an organization: `u0 viewer`, … */
export const crowd = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `u${String(index + from).padStart(3, "0")} viewer`);

/** A guard's declaration. */
export const declaration = (organizations: Readonly<Record<string, readonly string[]>>, more: Partial<GuardInputs> = {}): GuardInputs => ({
  ...more,
  grants: Object.fromEntries(Object.entries(organizations).map(([id, lines]) => [id, roster(lines)])),
});

export const today = "2026-11-21";

/** Settings of a stack, on a day that does not move. */
export const settingsWith = (config: Readonly<Record<string, string>> = {}, day = today): Settings =>
  parseConfiguration(config, {}, () => new Date(`${day}T23:59:59.999Z`)).settings;

/** What the guard says, and the line that it prints to agree. */
export const judge = (before: GuardInputs | undefined, after: GuardInputs, config: Readonly<Record<string, string>> = {}) => {
  const objections = guardObjections(before, after, settingsWith(config)).join("\n");
  return { objections, agreements: [...objections.matchAll(/acknowledge: \{ (.*?)digest: "(\w+)" \}/g)].map(agreementOf) };
};

const agreementOf = ([, counts = "", digest = ""]: RegExpExecArray) => ({
  ...Object.fromEntries([...counts.matchAll(/(\w+): (\d+), /g)].map(([, kind, count]) => [kind, Number(count)])),
  digest,
});
