// Generated from provider/resources/membership-guard.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const guard = new collab.MembershipGuard("guard", {
  organizations: { poplar: { members: { ada: "editor", alan: "viewer" } } },
  limits: { organizations: { poplar: { removals: 5, demotions: "10%" } } },
  required: { poplar: ["ada editor"] },
});
const poplar = new collab.Organization("poplar", { organizationId: "poplar" }, { dependsOn: [guard] });
new collab.MembershipSet("poplarMembers", {
  organizationId: poplar.organizationId,
  members: { ada: "editor", alan: "viewer" },
});
