/** Members as a program writes them; a MembershipSet keeps them as a roster. */
import { z } from "zod";
import { accessRole } from "../../../schema/service/index.ts";
import { isDay } from "./days.ts";
import { type Grant, type Level, organizationLevel } from "./grants.ts";

/** What a member is, for messages. */
export const expectedMember = "expected viewer, editor, or { accessRole, name?, email?, initial?, until?, ticket?, reason? }";

/** A role with the profile that goes along. */
export const memberProfile = z
  .strictObject({
    accessRole,
    name: z.string().describe("Display name of the user (User).").optional(),
    email: z.string().describe("E-mail address of the user (User).").optional(),
    initial: z.string().describe("Initials; the service derives them from the name where absent (User).").optional(),
    until: z
      .string()
      .refine(isDay, "expected a day such as 2026-12-31")
      .describe("Last day of the access, in UTC, such as 2026-12-31; after it the grant counts as not declared (provider).")
      .optional(),
    ticket: z.string().describe("Where the access was asked for; shown, and not sent (provider).").optional(),
    reason: z.string().describe("What the access is for; shown, and not sent (provider).").optional(),
  })
  .describe("A role with the profile that goes along (User).");

/** One member: a role, or a role with the profile that goes along. */
const member = z.union([accessRole, memberProfile], expectedMember);

/** Members by user id. */
const members = z.record(z.string(), member);

/** Members at all levels of one organization, as a program writes them. */
export const membersAtLevels = {
  members: members
    .describe("Members of the organization, by user id: they reach all its documents, except restricted ones (operation 12, c).")
    .optional(),
  folders: z.record(z.string(), members).describe("Members of single folders, by folder id and user id (operation 12, b).").optional(),
  documents: z
    .record(z.string(), members)
    .describe("Members of single documents, by document id and user id (operation 12, a).")
    .optional(),
};

/** A grant as it is written; its member may not be one, or still be on its way. */
export interface WrittenGrant {
  readonly userId: string;
  readonly level: Level;
  readonly member: unknown;
}

/** The maps that a program writes, at the three levels. */
export type WrittenMembers = Readonly<Partial<Record<"members" | "folders" | "documents", unknown>>>;

/** Members of anything that has some; nothing else has any. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** The grants of all levels, side by side. */
export const writtenGrants = (written: WrittenMembers): WrittenGrant[] => {
  const at = (level: Level, all: unknown): WrittenGrant[] => entriesOf(all).map(([userId, one]) => ({ userId, level, member: one }));
  return [
    ...at(organizationLevel, written.members),
    ...entriesOf(written.folders).flatMap(([id, all]) => at({ kind: "folder", id }, all)),
    ...entriesOf(written.documents).flatMap(([id, all]) => at({ kind: "document", id }, all)),
  ];
};

/** The grant that is meant; undefined where the member is none. */
export const grantFrom = ({ userId, level, member: written }: WrittenGrant): Grant | undefined => {
  // Not by the shape that allows both: it would try each of ten thousand profiles as a role first.
  if (typeof written !== "string") {
    const { data } = memberProfile.safeParse(written);
    return data && { userId, level, ...data };
  }
  const { data } = accessRole.safeParse(written);
  return data && { userId, level, accessRole: data };
};
