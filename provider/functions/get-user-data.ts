import { z } from "zod";
import { idOf } from "../resources/fields.ts";
import { functionKind } from "./contract.ts";

const features = ["comments", "reactions", "recordings", "notifications"] as const;
const items = z.array(z.unknown()).describe("The service's own objects; their shape is not specified.");

export const getUserData = functionKind({
  token: "getUserData",
  doc: "Everything that the service has of a user: comments, reactions, recordings and notifications, all pages (operation 17). May take several seconds.",
  inputs: z.object({ userId: idOf("user"), organizationId: idOf("organization").optional() }),
  outputs: z.object({ comments: items, reactions: items, recordings: items, notifications: items }),
  secretOutputs: [],

  async invoke({ client, signal }, { userId, organizationId }) {
    const data: Record<(typeof features)[number], unknown[]> = { comments: [], reactions: [], recordings: [], notifications: [] };
    for await (const page of client.userData({ userId, organizationId }, { signal })) {
      for (const feature of features) data[feature].push(...page[feature]);
    }
    return data;
  },
});
