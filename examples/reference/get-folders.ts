// Generated from provider/functions/get-folders.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const pine = new collab.Organization("pine", { organizationId: "pine" });
const projects = new collab.Folder("projects", {
  organizationId: pine.organizationId,
  folderId: "projects",
  folderName: "Projects",
});
const pineFolders = collab.getFolders({ organizationId: projects.organizationId });

export const folders = pineFolders.folders;
