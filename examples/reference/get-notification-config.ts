// Generated from provider/functions/get-notification-config.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const willow = new collab.Organization("willow", { organizationId: "willow" });
const willowAda = new collab.Membership("willowAda", {
  organizationId: willow.organizationId,
  userId: "ada",
  accessRole: "viewer",
});
const adaSettings = collab.getNotificationConfig({
  organizationId: willow.organizationId,
  userId: willowAda.userId,
});

export const settings = adaSettings.configs;
