// Generated from provider/resources/notification.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const maple = new collab.Organization("maple", { organizationId: "maple" });
const launchPlan = new collab.Document("launchPlan", {
  organizationId: maple.organizationId,
  documentId: "launch-plan",
  documentName: "Launch plan",
});
new collab.Notification("launchPlanReady", {
  organizationId: maple.organizationId,
  documentId: launchPlan.documentId,
  notificationId: "launch-plan-ready",
  actionUser: { userId: "ada", name: "Ada Lovelace" },
  displayHeadlineMessageTemplate: "{actionUser} has finished the launch plan",
  displayHeadlineMessageTemplateData: { actionUser: { userId: "ada", name: "Ada Lovelace" } },
  displayBodyMessage: "Comments are welcome until Friday.",
  notifyUsers: [{ userId: "alan" }, { userId: "grace" }],
});
