/** Inputs that several kinds share. */
import { z } from "zod";

/** An id that the declaration names; the service keeps it as it is. */
export const idOf = (what: string) =>
  z
    .string("expected text")
    .min(1, "expected a non-empty id")
    // Control characters cannot be seen in a review, and a lone surrogate cannot travel to the engine.
    .refine((id) => !/[\p{Cc}\p{Cs}]/u.test(id), "expected an id without control characters")
    .describe(`Identifier of the ${what}, as declared; taken as it is written.`);

/** A list of ids; what it lists has no order. */
export const idsOf = (what: string, description: string) =>
  z.array(idOf(what), "expected a list of ids").min(1, "expected at least one").describe(description);

export const nameOf = (what: string) => z.string("expected text").describe(`Display name of the ${what}.`);

const flag = (description: string) => z.boolean("expected true or false").describe(description).optional();

export const createOrganization = flag(
  "Create the organization with this call where it does not exist; for organizations that the same program declares.",
);

export const createFolder = flag("Create the folder with this call where it does not exist; for folders that the same program declares.");

export const adopt = z
  .enum(["same", "overwrite", "never"], "expected same, overwrite or never")
  .describe(
    "What to do when it exists already: `same` (default) takes it over if it is as declared, `overwrite` brings it to the declared state, `never` refuses.",
  )
  .optional();

/** The first thing in an organization or folder, for services that create nothing from an empty list. */
export const first = z
  .object({
    member: z
      .object({
        userId: idOf("user"),
        accessRole: z.enum(["viewer", "editor"], "expected viewer or editor"),
        name: z.string().optional(),
        email: z.string().optional(),
        initial: z.string().optional(),
      })
      .optional(),
    document: z.object({ documentId: idOf("document"), documentName: nameOf("document") }).optional(),
    folderId: idOf("folder").optional(),
  })
  .describe(
    "The first member or document that the program declares, at the folder `folderId` where one is given: a service that creates nothing from an empty list creates its parent with it.",
  )
  .optional();
export type First = z.infer<typeof first>;
