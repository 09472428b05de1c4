/** Operation 19. */
import { entries, itemId, route } from "./route.ts";
import { missing } from "./scope.ts";

export const updateDisabledState = route("updateDisabledState", ({ organizationIds, disabled }, context) => {
  const { organizations } = context.store;
  const result = entries();
  for (const organization of organizationIds) {
    const id = itemId(context, organization, "organization", organization);
    // Created (stated rule) or reported (shown in a response): the specification says both.
    if (organizations.exists(organization) || context.switches.disableUnknown === "create") {
      organizations.setDisabled(organization, disabled);
      result[organization] = { success: true, id, message: disabled ? "Organization disabled." : "Organization enabled." };
    } else {
      result[organization] = { success: false, id, message: missing.organization };
    }
  }
  return { message: "Disabled state updated successfully.", data: result };
});
