// Generated from provider/resources/location.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const oak = new collab.Organization("oak", { organizationId: "oak" });
const homepage = new collab.Document("homepage", {
  organizationId: oak.organizationId,
  documentId: "homepage",
  documentName: "Homepage",
});
new collab.Location("hero", {
  organizationId: oak.organizationId,
  documentId: homepage.documentId,
  location: { id: "hero", locationName: "Hero image" },
});
