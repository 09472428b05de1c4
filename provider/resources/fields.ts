/** Inputs that several kinds share. */
import { z } from "zod";

/** Where the specification says what an id is of. */
const sources = {
  organization: "Organization",
  folder: "Folder",
  "parent folder": "Folder",
  "folder to move it to": "operation 5",
  document: "Document",
  location: "Location",
  user: "User",
  group: "Organization user group",
  notification: "Notification",
} as const;

// Control characters cannot be seen in a review, and a lone surrogate cannot travel to the engine.
const noIdCharacter = /[\p{Cc}\p{Cs}]/u;

/** Whether a text can be an id: what {@link idOf} says, without a schema for each of very many. */
export const isId = (text: string): boolean => text !== "" && !noIdCharacter.test(text);

/** An id that the declaration names; the service keeps it as it is. */
export const idOf = (what: keyof typeof sources) =>
  z
    .string("expected text")
    .min(1, "expected a non-empty id")
    .refine((id) => !noIdCharacter.test(id), "expected an id without control characters")
    .describe(`Identifier of the ${what}, as declared; taken as it is written (${sources[what]}).`);

/** A list of ids; what it lists has no order. */
export const idsOf = (what: keyof typeof sources, description: string) =>
  z.array(idOf(what), "expected a list of ids").min(1, "expected at least one").describe(description);

export const nameOf = (what: "folder" | "document" | "group") =>
  z.string("expected text").describe(`Display name of the ${what} (${sources[what]}).`);

const flag = (description: string) => z.boolean("expected true or false").describe(description).optional();

export const createOrganization = flag(
  "Create the organization with this call where it does not exist; for organizations that the same program declares (operations 6, 12, 20, 24).",
);

export const createFolder = flag(
  "Create the folder with this call where it does not exist; for folders that the same program declares (operations 6, 12).",
);

export const adopt = z
  .enum(["same", "overwrite", "never"], "expected same, overwrite or never")
  .describe(
    "What to do when it exists already: `same` takes it over if it is as declared, `overwrite` brings it to the declared state, `never` refuses (provider).",
  )
  .optional();

const firstChild = z.object({
  member: z
    .object({
      userId: idOf("user"),
      accessRole: z.enum(["viewer", "editor"], "expected viewer or editor").describe("The member's role (User)."),
      name: z.string().describe("Display name of the user (User).").optional(),
      email: z.string().describe("E-mail address of the user (User).").optional(),
      initial: z.string().describe("Initials; the service derives them from the name where absent (User).").optional(),
    })
    .describe("The first member (operation 12).")
    .optional(),
  document: z
    .object({ documentId: idOf("document"), documentName: nameOf("document") })
    .describe("The first document; taken rather than the member, as it gives nobody access (operation 6).")
    .optional(),
  folderId: idOf("folder").optional(),
});

/** The first thing in a folder, for services that create nothing from an empty list. */
export const first = firstChild
  .describe(
    "The first member or document that the program declares in the folder: a service that creates nothing from an empty list creates its parent with it (operations 6, 12).",
  )
  .optional();

/** The first thing in an organization; a group is one too. */
export const firstOfOrganization = firstChild
  .extend({
    group: z
      .object({ groupId: idOf("group"), groupName: nameOf("group") })
      .describe("The first user group; taken rather than the member, as it gives nobody access (operation 20).")
      .optional(),
  })
  .describe(
    "The first member, document or group that the program declares, at the folder `folderId` where one is given: a service that creates nothing from an empty list creates its parent with it (operations 6, 12, 20).",
  )
  .optional();
export type First = z.infer<typeof firstOfOrganization>;
