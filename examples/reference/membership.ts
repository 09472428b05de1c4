// Generated from provider/resources/membership.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const fir = new collab.Organization("fir", { organizationId: "fir" });
const roadmap = new collab.Document("roadmap", {
  organizationId: fir.organizationId,
  documentId: "roadmap",
  documentName: "Roadmap",
});
new collab.Membership("firAda", {
  organizationId: fir.organizationId,
  userId: "ada",
  accessRole: "editor",
});
new collab.Membership("roadmapAlan", {
  organizationId: fir.organizationId,
  documentId: roadmap.documentId,
  userId: "alan",
  accessRole: "viewer",
  name: "Alan Turing",
});
