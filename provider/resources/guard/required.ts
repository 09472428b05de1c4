/** Users who must keep what they have: checked on what is declared, whatever the limits say. Pure. */
import { accessRole, type AccessRole } from "../../../schema/service/index.ts";
import { describeLevel, type Grant, grantKey, indexGrants, type Level, organizationLevel } from "../memberships/grants.ts";
import { readTokens, renderToken } from "../memberships/roster.ts";

/** Somebody who must have a grant; with a role: at least that one. */
export interface Requirement {
  readonly userId: string;
  readonly level: Level;
  readonly accessRole?: AccessRole | undefined;
}

/** What a line must look like. */
export const expectedRequirement = "`<userId> [viewer|editor] [folder=<id>|document=<id>]`, other characters in double quotes";

/** Reads one line; undefined where it is none. */
export const parseRequirement = (line: string): Requirement | undefined => {
  const [user, ...rest] = readTokens(line) ?? [];
  if (!user || user.field !== undefined || user.text === "") return undefined;
  let role: AccessRole | undefined;
  let level: Level = organizationLevel;
  for (const { field, text } of rest) {
    const parsed = accessRole.safeParse(text);
    if (field === undefined && role === undefined && parsed.success) role = parsed.data;
    else if ((field === "folder" || field === "document") && level === organizationLevel && text !== "") level = { kind: field, id: text };
    else return undefined;
  }
  return { userId: user.text, level, accessRole: role };
};

/** One requirement as one line. */
export const renderRequirement = ({ userId, level, accessRole: role }: Requirement): string =>
  [renderToken(userId), ...(role ? [role] : []), ...(level.kind === "organization" ? [] : [`${level.kind}=${renderToken(level.id)}`])].join(
    " ",
  );

/**
 * Requirements that a declaration does not meet.
 *
 * @param before grants that were in force: who was an editor stays one
 * @param after grants that are declared and in force
 */
export const unmet = (
  organizationId: string,
  requirements: readonly Requirement[],
  before: readonly Grant[],
  after: readonly Grant[],
): string[] => {
  if (requirements.length === 0) return [];
  const [old, now] = [indexGrants(before), indexGrants(after)];
  return requirements.flatMap((requirement) => {
    const key = grantKey(requirement);
    const who = `${organizationId}: ${requirement.userId} is required at ${describeLevel(requirement.level)}`;
    const grant = now.get(key);
    if (!grant) return [`${who}, and not declared there or no longer in force`];
    if (grant.accessRole === "editor") return [];
    if (requirement.accessRole === "editor") return [`${who} as editor, and declared as viewer`];
    return old.get(key)?.accessRole === "editor" ? [`${who}, and would be demoted from editor to viewer`] : [];
  });
};
