/** Members as a program writes them; a MembershipSet keeps them as a roster. */
import { z } from "zod";
import { accessRole } from "../../schema/service/index.ts";
import { isDay } from "./days.ts";

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
const member = z.union([accessRole, memberProfile]);

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
