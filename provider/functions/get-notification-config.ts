import { z } from "zod";
import { notificationConfig } from "../../schema/service/index.ts";
import { idOf } from "../resources/fields.ts";
import { functionKind } from "./contract.ts";

export const getNotificationConfig = functionKind({
  token: "getNotificationConfig",
  doc: "A user's notification settings in an organization, or for some of its documents (operation 23).",
  inputs: z.object({
    organizationId: idOf("organization"),
    userId: idOf("user"),
    documentIds: z
      .array(idOf("document"), "expected a list of ids")
      .describe("Documents whose settings are read; absent: those of the organization (operation 23).")
      .optional(),
  }),
  outputs: z.object({
    configs: z.array(notificationConfig).describe("The settings, without the API key that the service adds to them (operation 23)."),
  }),
  secretOutputs: [],
  operations: ["getNotificationConfig"],
  examples: [
    {
      title: "What a member is notified of",
      resources: {
        willow: { kind: "Organization", inputs: { organizationId: "willow" } },
        willowAda: { kind: "Membership", inputs: { organizationId: "${willow.organizationId}", userId: "ada", accessRole: "viewer" } },
      },
      calls: {
        adaSettings: {
          function: "getNotificationConfig",
          inputs: { organizationId: "${willow.organizationId}", userId: "${willowAda.userId}" },
        },
      },
      outputs: { settings: "${adaSettings.configs}" },
    },
  ],

  async invoke({ client, signal }, { organizationId, userId, documentIds }) {
    if (!documentIds) return { configs: (await client.getNotificationConfig({ organizationId, userId }, { signal })).data };
    const configs = [];
    for (const outcome of (await client.each("getNotificationConfig", { organizationId, userId }, documentIds, { signal })).values()) {
      if (!outcome.ok) throw outcome.error;
      configs.push(...z.array(notificationConfig).parse(outcome.value ?? []));
    }
    return { configs };
  },
});
