// Generated from provider/resources/document.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const cedar = new collab.Organization("cedar", { organizationId: "cedar" });
const reports = new collab.Folder("reports", {
  organizationId: cedar.organizationId,
  folderId: "reports",
  folderName: "Reports",
});
new collab.Document("annualReport", {
  organizationId: cedar.organizationId,
  folderId: reports.folderId,
  documentId: "annual-report",
  documentName: "Annual report",
});
