/** `collab:organizations`: the part of a workspace that one stack converges. */
import type { OrganizationEntry, Workspace } from "./model.ts";

/**
 * Ids from a setting: `acme, globex`, or a list (which the engine hands over as JSON).
 *
 * @returns undefined where the text is neither
 */
export const parseSelection = (text: string): readonly string[] | undefined => {
  const ids = text.trimStart().startsWith("[") ? listOf(text) : text.split(",").map((id) => id.trim());
  return ids === undefined || ids.length === 0 || ids.includes("") ? undefined : [...new Set(ids)];
};

const listOf = (text: string): string[] | undefined => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((id) => typeof id === "string") ? list : undefined;
  } catch {
    return undefined;
  }
};

/** What a setting that is none was expected to be. */
export const selectionExpected = "expected ids of organizations, such as `acme,globex` or a list of them";

export interface Selected {
  readonly organizations: readonly OrganizationEntry[];
  /** Ids that no file declares. */
  readonly unknown: readonly string[];
}

/** The organizations with these ids, in the order of the files. */
export const selectOrganizations = ({ organizations }: Pick<Workspace, "organizations">, ids: readonly string[]): Selected => {
  const wanted = new Set(ids);
  const known = new Set(organizations.map(({ organizationId }) => organizationId));
  return {
    organizations: organizations.filter(({ organizationId }) => wanted.has(organizationId)),
    unknown: ids.filter((id) => !known.has(id)),
  };
};
