/** How much of who has access may change at once, and what somebody said yes to. Part of the workspace file, and of what is derived from it. */
import { z } from "zod";

const count = (description: string, expected = "a whole number") => z.int().min(0, expected).meta({ description });

/** `25%`, `12.5%`, at most `100%`. */
const percentage = /^(100(\.0+)?|[1-9]?\d(\.\d+)?)%$/;

/** Said of what is none. */
const expected = "a number such as `10`, or a percentage such as `25%`";

const limit = (what: string) =>
  z
    .union(
      [
        count("Grants.", expected),
        z.string().regex(percentage, expected).meta({ description: "Part of the grants that were there before." }),
      ],
      expected,
    )
    .meta({ description: `How many grants may ${what} in one \`up\`: a number, or a percentage of the grants that were there before.` })
    .optional();

/** Limits to what one `up` may change. What is not limited here has its default, or the ceiling of the stack's configuration. */
export const limits = z
  .strictObject({
    removals: limit("be taken away"),
    demotions: limit("change from editor to viewer"),
    promotions: limit("change from viewer to editor"),
    exemptBelow: count("Percentages do not count where fewer grants than this were there before.").optional(),
  })
  .meta({
    id: "limits",
    title: "Limits",
    description: "How many grants may change in one `up`. More fails the preview, and nothing is written.",
    examples: [{ removals: "25%", demotions: 10, promotions: 5, exemptBelow: 10 }],
  });
export type Limits = z.infer<typeof limits>;

/** Agreement to one change that exceeds limits: exactly that one, by the digest of the grants before and after. */
export const acknowledge = z
  .strictObject({
    removals: count("Grants that are taken away.").optional(),
    demotions: count("Grants that change from editor to viewer.").optional(),
    promotions: count("Grants that change from viewer to editor.").optional(),
    digest: z.string().min(1).meta({ description: "Digest of the grants before and after, as the error prints it." }),
  })
  .meta({
    id: "acknowledge",
    title: "Acknowledgement",
    description: "Agrees to exactly one change beyond the limits; the error that refuses the change prints this line.",
    examples: [{ removals: 42, digest: "3f1c9a" }],
  });
export type Acknowledge = z.infer<typeof acknowledge>;
