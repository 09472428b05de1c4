// Generated from provider/functions/get-documents.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const rowan = new collab.Organization("rowan", { organizationId: "rowan" });
const minutes = new collab.Document("minutes", {
  organizationId: rowan.organizationId,
  documentId: "minutes",
  documentName: "Minutes",
});
const rowanDocuments = collab.getDocuments({ organizationId: minutes.organizationId });

export const documents = rowanDocuments.documents;
