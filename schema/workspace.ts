/**
 * The workspace file: what its authors may write, once. The JSON Schema for editors and the checks of the loader derive from it.
 *
 * Ids are keys. What an id may be stands here as a pattern and is checked over the whole file in `workspace/checks.ts`:
 * zod does not look into a value whose key is wrong, and an author wants all mistakes at once.
 */
import { z } from "zod";
import { acknowledge, limits } from "./limits.ts";
import { accessRole } from "./service/shapes.ts";
import { adopt, domains, groups, id, idPattern, locations, notifications, text, userIds } from "./workspace-parts.ts";

/** The service's literal for "top level" (Folder), so not the id of a folder. */
export const reservedFolderId = "root";

const folderId = z.string().meta({
  description: `Folder id, unique in the organization at every depth; never \`${reservedFolderId}\`.`,
  pattern: idPattern.replace("^", `^(?!${reservedFolderId}$)`),
});

const role = accessRole.meta({ description: "`viewer` reads, `editor` reads and writes. Always given." });

const member = z
  .union([
    role,
    z
      .strictObject({
        role,
        name: text("Display name in this place; wins over `people`.").optional(),
        email: text("E-mail address in this place; wins over `people`.").optional(),
        initial: text("Initials; where absent, the service derives them from the name.").optional(),
        until: z.iso
          .date("a day such as `2026-12-31`")
          .meta({
            description: "The last day (UTC) of the membership. After it, the user counts as not declared here.",
            examples: ["2026-12-31"],
          })
          .optional(),
        reason: text("Why the user has access, for reviewers.").optional(),
        ticket: text("Where it was decided, for reviewers.").optional(),
      })
      .describe("A role, what is shown of the user in this place, and for how long it holds."),
  ])
  .meta({
    id: "member",
    title: "Member",
    description: "A role, or a role with name, email, initial, until, reason or ticket.",
    examples: ["viewer", "editor", { role: "viewer", name: "Alan Turing" }],
  });

/** Members by user id: in a workspace file, or alone in a file of their own. */
export const membersMap = z.record(id("User id."), member);
export type MembersDeclaration = z.infer<typeof membersMap>;

const membersFrom = (where: string) =>
  z
    .array(text("Path or glob, relative to this file."))
    .meta({
      description: `Files with more members of ${where}: CSV with a header (\`userId,role\`, and what else members have), YAML or JSON. Each user once, here and there together.`,
      examples: [["members/acme.csv"]],
    })
    .optional();

const members = (where: string) =>
  membersMap
    .meta({
      description: `Who has access to ${where}, by user id. Absent: nothing is managed here; what was granted by an earlier declaration is removed. \`{}\`: managed, and nobody.`,
      examples: [{ ada: "editor", alan: { role: "viewer", name: "Alan Turing" } }],
    })
    .optional();

const required = (where: string) =>
  z
    .union([z.array(text("User id.")), z.record(id("User id."), role)], "a list of user ids, or a map of user ids to roles")
    .meta({
      description: `Users that must be members of ${where}: a file without them is refused, and so is a change that makes a viewer of an editor. With a role: at least that one.`,
      examples: [["ada"], { ada: "editor" }],
    })
    .optional();

const document = z
  .strictObject({
    name: text("Display name of the document."),
    adopt: adopt.optional(),
    members: members("this document"),
    membersFrom: membersFrom("this document"),
    required: required("this document"),
    locations,
    notifications,
  })
  .meta({ id: "document", title: "Document", description: "A document.", examples: [{ name: "Roadmap" }] });

const documents = z
  .record(id("Document id, unique in the organization."), document)
  .meta({ id: "documents", description: "Documents that lie here, by document id.", examples: [{ roadmap: { name: "Roadmap" } }] })
  .optional();

type Member = z.infer<typeof member>;
type Document = z.infer<typeof document>;

const folderOnDelete = z
  .union(
    [
      z.literal("retain"),
      z
        .strictObject({ moveTo: text("Id of a folder of the same organization, or `root`.") })
        .describe("The folder moves, with all that lies in it."),
    ],
    "`retain` or `{ moveTo: <folder id> }`",
  )
  .meta({
    description: "What happens when the folder is no longer declared: nothing (`retain`, default), or it moves into another folder.",
  });

/** A folder as it is written: it nests. */
export interface FolderDeclaration {
  name: string;
  adopt?: z.infer<typeof adopt> | undefined;
  onDelete?: z.infer<typeof folderOnDelete> | undefined;
  members?: MembersDeclaration | undefined;
  membersFrom?: string[] | undefined;
  required?: z.infer<ReturnType<typeof required>>;
  folders?: Record<string, FolderDeclaration> | undefined;
  documents?: Record<string, Document> | undefined;
}

const folder: z.ZodType<FolderDeclaration> = z
  .strictObject({
    name: text("Display name of the folder."),
    adopt: adopt.optional(),
    onDelete: folderOnDelete.optional(),
    members: members("this folder and its documents"),
    membersFrom: membersFrom("this folder and its documents"),
    required: required("this folder"),
    get folders() {
      return folders;
    },
    documents,
  })
  .meta({ id: "folder", title: "Folder", description: "A folder.", examples: [{ name: "Design" }] });

const folders = z
  .record(folderId, folder)
  .meta({ id: "folders", description: "Folders that lie here, by folder id.", examples: [{ design: { name: "Design" } }] })
  .optional();

const organization = z
  .strictObject({
    disabled: z.boolean().describe("`true` takes everybody's access to all documents away. Absent: never touched.").optional(),
    onDelete: z
      .enum(["retain", "disable"])
      .meta({ description: "What happens when the organization is no longer declared: nothing (`retain`, default), or it is disabled." })
      .optional(),
    members: members("the whole organization"),
    membersFrom: membersFrom("the whole organization"),
    required: required("the organization"),
    limits: limits.optional(),
    acknowledge: acknowledge.optional(),
    reassert: text("Any text: when it changes, all grants of the organization are sent again.").optional(),
    groups,
    domains: domains.optional(),
    folders,
    documents,
  })
  .meta({ id: "organization", title: "Organization", description: "An organization." });

const person = z
  .strictObject({
    name: text("Display name.").optional(),
    email: text("E-mail address.").optional(),
  })
  .meta({
    id: "person",
    title: "Person",
    description: "What is shown of a user, wherever the user is a member.",
    examples: [{ name: "Ada Lovelace", email: "ada@acme.example" }],
  });

/** One workspace file. Several files make one workspace together. */
export const workspaceFile = z
  .strictObject({
    version: z.literal(1).describe("Version of this format: 1."),
    adopt: adopt
      .meta({
        description:
          "What happens to folders, documents and groups that exist already, where they do not say it themselves: `same` (default) takes over what is as declared, `overwrite` brings it to the declared state, `never` refuses.",
      })
      .optional(),
    limits: limits.optional(),
    acknowledge: acknowledge.optional(),
    departed: userIds(
      "Users who have left: they are removed from every declared organization, known or not. They may be members of nothing.",
    ),
    domains: domains.optional(),
    people: z
      .record(id("User id."), person)
      .meta({
        description: "Names and e-mail addresses, once for all places, by user id. Gives no access.",
        examples: [{ ada: { name: "Ada Lovelace", email: "ada@acme.example" } }],
      })
      .optional(),
    organizations: z
      .record(id("Organization id."), organization)
      .meta({
        description: "What is managed, by organization id.",
        examples: [{ acme: { members: { ada: "editor" }, documents: { roadmap: { name: "Roadmap" } } } }],
      })
      .optional(),
  })
  .meta({
    title: "Collaboration workspace",
    description: "Organizations, folders, documents and their members, declared for pulumi-collab.",
    examples: [{ version: 1, organizations: { acme: { members: { ada: "editor" } } } }],
  });

export type WorkspaceDeclaration = z.infer<typeof workspaceFile>;
export type OrganizationDeclaration = z.infer<typeof organization>;
export type Adopt = z.infer<typeof adopt>;
export type MemberDeclaration = Member;
export type DocumentDeclaration = Document;
export type PersonDeclaration = z.infer<typeof person>;

/** JSON Schema (draft 2020-12) of the workspace file, for editors. */
export const workspaceJsonSchema = () => z.toJSONSchema(workspaceFile, { target: "draft-2020-12", io: "input" });
