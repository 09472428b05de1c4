// Generated from provider/resources/membership-set.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const elm = new collab.Organization("elm", { organizationId: "elm" });
const design = new collab.Folder("design", {
  organizationId: elm.organizationId,
  folderId: "design",
  folderName: "Design",
});
const brand = new collab.Document("brand", {
  organizationId: elm.organizationId,
  folderId: design.folderId,
  documentId: "brand",
  documentName: "Brand book",
});
new collab.MembershipSet(
  "elmMembers",
  {
    organizationId: elm.organizationId,
    members: {
      ada: { accessRole: "editor", name: "Ada Lovelace", email: "ada@elm.example" },
      alan: "viewer",
    },
    folders: { design: { grace: "editor" } },
    documents: { brand: { edsger: "viewer" } },
  },
  { dependsOn: [brand] },
);
