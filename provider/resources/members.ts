/** Members as a program writes them; a MembershipSet keeps them as a roster. */
import { z } from "zod";
import { accessRole } from "../../schema/service/index.ts";

/** One member: a role, or a role with the profile that goes along. */
export const member = z.union([
  accessRole,
  z
    .strictObject({
      accessRole,
      name: z.string().describe("Display name of the user (User).").optional(),
      email: z.string().describe("E-mail address of the user (User).").optional(),
      initial: z.string().describe("Initials; the service derives them from the name where absent (User).").optional(),
    })
    .describe("A role with the profile that goes along (User)."),
]);

/** Members by user id. */
export const members = z.record(z.string(), member);
