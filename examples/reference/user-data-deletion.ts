// Generated from provider/resources/user-data-deletion.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

new collab.UserDataDeletion("farewell", {
  userIds: ["oscar"],
  confirm: ["oscar"],
  organizationIds: ["acme"],
});
