// Generated from provider/resources/folder.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const birch = new collab.Organization("birch", { organizationId: "birch" });
const handbook = new collab.Folder("handbook", {
  organizationId: birch.organizationId,
  folderId: "handbook",
  folderName: "Handbook",
});
new collab.Folder("onboarding", {
  organizationId: birch.organizationId,
  folderId: "onboarding",
  folderName: "Onboarding",
  parentFolderId: handbook.folderId,
});
