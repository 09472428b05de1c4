// Generated from provider/resources/membership-guard.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const guard = new collab.MembershipGuard("guard", {
  organizations: { oak: { members: { ada: "editor", alan: "viewer" } } },
  limits: { organizations: { oak: { removals: 5, demotions: "10%" } } },
  required: { oak: ["ada editor"] },
});
const oak = new collab.Organization("oak", { organizationId: "oak" }, { dependsOn: [guard] });
new collab.MembershipSet("oakMembers", {
  organizationId: oak.organizationId,
  members: { ada: "editor", alan: "viewer" },
});
