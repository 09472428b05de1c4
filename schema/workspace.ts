/**
 * The workspace file: what its authors may write, once. The JSON Schema for editors and the checks of the loader derive from it.
 *
 * Ids are keys. What an id may be stands here as a pattern and is checked over the whole file in `workspace/checks.ts`:
 * zod does not look into a value whose key is wrong, and an author wants all mistakes at once.
 */
import { z } from "zod";
import { accessRole } from "./service/shapes.ts";

/** What stands between the parts of a resource's Pulumi id, and what no log or terminal should be given. */
const idPattern = String.raw`^[^/\u0000-\u001f\u007f-\u009f]+$`;

/** The service's literal for "top level" (Folder), so not the id of a folder. */
export const reservedFolderId = "root";

const id = (description: string) => z.string().meta({ description, pattern: idPattern });
const folderId = z.string().meta({
  description: `Folder id, unique in the organization at every depth; never \`${reservedFolderId}\`.`,
  pattern: idPattern.replace("^", `^(?!${reservedFolderId}$)`),
});
const text = (description: string) => z.string().min(1).meta({ description });

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
      })
      .describe("A role, and what is shown of the user in this place."),
  ])
  .meta({
    id: "member",
    title: "Member",
    description: "A role, or a role with name, email or initial.",
    examples: ["viewer", "editor", { role: "viewer", name: "Alan Turing" }],
  });

const members = (where: string) =>
  z
    .record(id("User id."), member)
    .meta({
      description: `Who has access to ${where}, by user id. Absent: nothing is managed here; what was granted by an earlier declaration is removed. \`{}\`: managed, and nobody.`,
      examples: [{ ada: "editor", alan: { role: "viewer", name: "Alan Turing" } }],
    })
    .optional();

const document = z
  .strictObject({
    name: text("Display name of the document."),
    members: members("this document"),
  })
  .meta({ id: "document", title: "Document", description: "A document.", examples: [{ name: "Roadmap" }] });

const documents = z
  .record(id("Document id, unique in the organization."), document)
  .meta({ id: "documents", description: "Documents that lie here, by document id.", examples: [{ roadmap: { name: "Roadmap" } }] })
  .optional();

type Member = z.infer<typeof member>;
type Document = z.infer<typeof document>;

/** A folder as it is written: it nests. */
export interface FolderDeclaration {
  name: string;
  members?: Record<string, Member> | undefined;
  folders?: Record<string, FolderDeclaration> | undefined;
  documents?: Record<string, Document> | undefined;
}

const folder: z.ZodType<FolderDeclaration> = z
  .strictObject({
    name: text("Display name of the folder."),
    members: members("this folder and its documents"),
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
    members: members("the whole organization"),
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
export type PersonDeclaration = z.infer<typeof person>;
export type MembersDeclaration = Record<string, Member>;
export type DocumentsDeclaration = Record<string, Document>;

/** JSON Schema (draft 2020-12) of the workspace file, for editors. */
export const workspaceJsonSchema = () => z.toJSONSchema(workspaceFile, { target: "draft-2020-12", io: "input" });
