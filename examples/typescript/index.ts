import * as collab from "pulumi-collab";

const { organizationId } = new collab.Organization("acme", { organizationId: "acme" });
const { folderId } = new collab.Folder("design", { organizationId, folderId: "design", folderName: "Design" });
const brand = new collab.Document("brand", { organizationId, folderId, documentId: "brand", documentName: "Brand book" });

const grants = {
  members: { ada: { accessRole: "editor", name: "Ada Lovelace", email: "ada@acme.example" }, alan: "viewer" },
  folders: { design: { grace: "editor" } },
  documents: { brand: { edsger: "viewer" } },
} as const;

export const members = new collab.MembershipSet("acme", { organizationId, ...grants }, { dependsOn: brand }).id;
