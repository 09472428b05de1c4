// Generated from provider/resources/user-group.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const hazel = new collab.Organization("hazel", { organizationId: "hazel" });
new collab.UserGroup("reviewers", {
  organizationId: hazel.organizationId,
  groupId: "reviewers",
  groupName: "Reviewers",
  removedUserIds: ["mallory"],
});
