/** `collab:limits` and `collab:required`: what the stack's configuration says of how far a declaration may go, as JSON. */
import { z } from "zod";
import { limits } from "../../../schema/limits.ts";
import { expectedRequirement, parseRequirement } from "./required.ts";

/** A text of JSON; everything that is wrong with it is said, with its place inside. */
const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);

const unknownKeys = (known: string) => ({
  error: ({ code }: { readonly code?: string }) => (code === "unrecognized_keys" ? `no other keys than ${known}` : "an object"),
});
const scope = z.strictObject(limits.shape, unknownKeys("removals, demotions, promotions and exemptBelow")).optional();

/** `{"organization": {"removals": "10%"}, "workspace": {"removals": 100}}` */
export const ceilingsSetting = json(z.strictObject({ organization: scope, workspace: scope }, unknownKeys("organization and workspace")));

const requirements = z.record(
  z.string(),
  z.array(
    z.string(expectedRequirement).transform((line, context) => {
      const requirement = parseRequirement(line);
      if (!requirement) context.addIssue({ code: "custom", message: expectedRequirement });
      return requirement ?? z.NEVER;
    }),
    "a list of lines",
  ),
  "an object: a list of lines for each organization",
);

/** `{"acme": ["ada editor", "grace folder=design"]}` */
export const requiredSetting = json(requirements);
