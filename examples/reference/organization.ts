// Generated from provider/resources/organization.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

new collab.Organization("acme", { organizationId: "acme", disabled: false, onDelete: "disable" });
