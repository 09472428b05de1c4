// Generated from provider/resources/disabled-state.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

new collab.DisabledState("paused", {
  organizationIds: ["juniper", "larch"],
  disabled: true,
  onDelete: "enable",
});
