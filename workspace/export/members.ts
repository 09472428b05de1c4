/** Members from the people who know: a CSV with a line for each grant. The service cannot tell them. */
import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { accessRole } from "../../schema/service/shapes.ts";
import type { Grant, Level } from "../../provider/resources/memberships/grants.ts";
import { grantKey, organizationLevel } from "../../provider/resources/memberships/grants.ts";
import { show } from "../words.ts";

/** What the CSV says of one organization. */
export type MembersByOrganization = ReadonlyMap<string, readonly Grant[]>;

/** Mistakes in the CSV: all of them, one a line, with the line's number. */
export class MembersFileError extends Error {
  override readonly name = "MembersFileError";
}

const columns = ["organizationId", "folderId", "documentId", "userId", "role", "name", "email", "initial"] as const;

const text = z
  .string()
  .optional()
  .transform((value) => value || undefined);
const shape = z.object({
  organizationId: text,
  folderId: text,
  documentId: text,
  userId: z.string("a column `userId` is missing").min(1, "`userId` is empty"),
  role: z.enum(accessRole.options, `\`role\` must be ${accessRole.options.map((role) => `\`${role}\``).join(" or ")}`),
  name: text,
  email: text,
  initial: text,
});

const levelOf = (folderId: string | undefined, documentId: string | undefined): Level => {
  if (documentId !== undefined) return { kind: "document", id: documentId };
  return folderId === undefined ? organizationLevel : { kind: "folder", id: folderId };
};

const records = (csv: string): Record<string, string>[] => {
  try {
    return parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true, relax_column_count: true }) as Record<
      string,
      string
    >[];
  } catch (error) {
    if (error instanceof CsvError) throw new MembersFileError(error.message);
    throw error;
  }
};

/**
 * Reads the CSV: a header of `userId,role` and, where they are needed, `organizationId`, `folderId`, `documentId`, `name`, `email`, `initial`.
 *
 * @param only the organization of lines that name none, where there is one alone
 * @throws MembersFileError with everything that is wrong
 */
export const readMembersFile = (csv: string, only: string | undefined): MembersByOrganization => {
  const found = new Map<string, Grant[]>();
  const seen = new Set<string>();
  const wrong: string[] = [];
  const all = records(csv);
  const unknown = Object.keys(all[0] ?? {}).filter((column) => !columns.some((known) => known === column));
  if (unknown.length > 0) wrong.push(`line 1: unknown columns ${unknown.map(show).join(", ")}: known are ${columns.join(", ")}`);
  for (const [index, record] of all.entries()) {
    const line = index + 2;
    const parsed = shape.safeParse(record);
    if (!parsed.success) {
      wrong.push(...parsed.error.issues.map(({ message }) => `line ${line}: ${message}`));
      continue;
    }
    const { organizationId = only, folderId, documentId, userId, role, ...profile } = parsed.data;
    const grant: Grant = { level: levelOf(folderId, documentId), userId, accessRole: role, ...profile };
    const key = `${organizationId}\n${grantKey(grant)}`;
    if (organizationId === undefined) wrong.push(`line ${line}: \`organizationId\` is missing, and more than one organization is exported`);
    else if (folderId !== undefined && documentId !== undefined)
      wrong.push(`line ${line}: a grant is on a folder or on a document, not on both`);
    else if (seen.has(key)) wrong.push(`line ${line}: ${show(userId)} stands twice at the same level`);
    else {
      const grants = found.get(organizationId);
      if (grants) grants.push(grant);
      else found.set(organizationId, [grant]);
    }
    seen.add(key);
  }
  if (wrong.length > 0) throw new MembersFileError(wrong.join("\n"));
  return found;
};
