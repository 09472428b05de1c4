/** What `collab report --format json` writes, once. The JSON Schema under `schema/json/` derives from it. */
import { z } from "zod";
import { accessRole } from "./service/shapes.ts";

const count = (description: string) => z.int().min(0).describe(description);

const place = z
  .strictObject({
    level: z.enum(["organization", "folder", "document"]),
    id: z.string().describe("Id of the organization, folder or document."),
    name: z.string().describe("Display name, where one is declared.").optional(),
  })
  .meta({ id: "place", description: "Where access holds." });

const access = z
  .strictObject({
    role: accessRole,
    grants: z.array(place.extend({ role: accessRole })).describe("Declared grants that reach the place; those that give the role first."),
    assumed: z.boolean().describe("Whether the role rests on what the specification does not say: see `assumptions`."),
  })
  .meta({ id: "access", description: "Effective access, over all declared levels." });

const person = {
  userId: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
};

const accessChange = z
  .strictObject({
    ...person,
    at: place,
    change: z.enum(["gains", "loses", "promoted", "demoted"]),
    before: access.nullable(),
    after: access.nullable(),
    except: z.array(place.extend({ role: accessRole })).describe("Places inside where the user keeps what grants of their own give."),
    lastPath: z.boolean().describe("Afterwards nothing that is declared gives the user anything in this organization."),
  })
  .meta({
    id: "accessChange",
    description:
      "A change of effective access at the broadest place where it holds; what lies inside has the same change unless it is listed itself.",
  });

const ineffective = z
  .strictObject({
    ...person,
    at: place,
    before: accessRole.nullable().describe("Role of the grant at this place."),
    after: accessRole.nullable(),
    effective: access.nullable().describe("What the user has there, before and after."),
  })
  .meta({ id: "ineffective", description: "A grant that changes without changing what the user can do." });

const thing = z
  .strictObject({
    kind: z.string().describe("Resource kind: `Folder`, `Document`, `UserGroup`, …"),
    id: z.string(),
    change: z.enum(["created", "changed", "replaced", "no longer managed", "removed"]),
    details: z.array(z.string()).describe("What changes, one a line."),
  })
  .meta({ id: "thing", description: "A change of something that is no grant." });

const organization = z
  .strictObject({
    organizationId: z.string().describe("Empty: what is about the whole workspace."),
    disabled: z
      .strictObject({
        before: z.boolean().nullable().describe("Null: not declared."),
        after: z.boolean().nullable(),
        users: count("Users with declared grants, who lose or get back all access with a switch."),
      })
      .describe("Present where the organization is, was or will be switched off. Access is listed as it is while the organization is on.")
      .optional(),
    unknown: z.boolean().describe("Some members are not known before the `up`: what is said of access is a part.").optional(),
    restrictedDocuments: z.array(place).describe("Documents that grants on the organization do not reach, as last read."),
    access: z.array(accessChange),
    ineffective: z.array(ineffective),
    profiles: z
      .array(z.strictObject({ ...person, fields: z.array(z.enum(["name", "email", "initial"])) }))
      .describe("Users whose name, e-mail address or initials change."),
    things: z.array(thing),
    unsure: z.array(z.strictObject({ ...person, at: place })).describe("Grants that an earlier run may or may not have made."),
  })
  .meta({ id: "organization", description: "Everything that changes in one organization." });

/** The report. */
export const report = z
  .strictObject({
    version: z.literal(1),
    project: z.string().optional(),
    stack: z.string().optional(),
    of: z.enum(["preview", "update"]).describe("A preview says what would happen; an update, what did."),
    failed: z.boolean().describe("The engine ended with an error: `messages` says which."),
    complete: z.boolean().describe("False: the engine was not asked for unchanged resources, so inherited access may be missing."),
    totals: z.strictObject({
      organizations: count("Organizations with changes."),
      users: count("Users whose effective access changes."),
      gains: count("Entries of `access`, by change."),
      loses: count("Entries of `access`, by change."),
      promoted: count("Entries of `access`, by change."),
      demoted: count("Entries of `access`, by change."),
      lastPath: count("Users who lose the last declared path into an organization."),
      ineffective: count("Grants that change without effect."),
    }),
    organizations: z.array(organization).describe("By id."),
    renames: z
      .array(z.strictObject({ organizationId: z.string(), from: z.string(), to: z.string(), email: z.string() }))
      .describe("A user id that goes and one that comes with the same e-mail address: possibly one person."),
    lasting: z
      .array(z.strictObject({ what: z.string(), count: count("How many."), examples: z.array(z.string()).describe("At most five.") }))
      .describe("What no operation of the service can undo."),
    calls: z
      .array(
        z.strictObject({
          number: z.int().describe("Of the operation, in the specification."),
          operation: z.string().describe("Path."),
          calls: count("Calls."),
          items: count("Items in them."),
          atMost: z.boolean().describe("What is already as declared needs no call: then it is fewer."),
        }),
      )
      .describe("Of a preview: calls that write, by operation; reads come on top."),
    budgets: z
      .array(
        z.strictObject({
          scope: z.string(),
          budget: z.string(),
          used: count("Grants."),
          allowed: count("Grants.").nullable(),
          of: count("Grants before."),
        }),
      )
      .describe("How much of each limit the change uses; empty where the program declares no guard."),
    messages: z
      .array(z.strictObject({ severity: z.enum(["error", "warning", "info"]), text: z.string() }))
      .describe("What the engine said."),
    assumptions: z.array(z.string()).describe("What the specification does not say, and this report assumes."),
    notes: z.array(z.string()).describe("What this report cannot know."),
  })
  .meta({ title: "Report of a change", description: "What a preview or an update of a collaboration workspace means for people." });

export type Report = z.infer<typeof report>;
export type OrganizationReport = z.infer<typeof organization>;
export type AccessChange = z.infer<typeof accessChange>;
export type Ineffective = z.infer<typeof ineffective>;
export type Access = z.infer<typeof access>;
export type Place = z.infer<typeof place>;
export type Thing = z.infer<typeof thing>;

/** JSON Schema (draft 2020-12) of the report. */
export const reportJsonSchema = () => z.toJSONSchema(report, { target: "draft-2020-12" });
