import { z } from "zod";
import { idOf } from "../resources/fields.ts";
import { functionKind } from "./contract.ts";

const features = ["comments", "reactions", "recordings", "notifications"] as const;
const items = (description: string) =>
  z.array(z.unknown()).describe(`${description}; the shape of an item is not specified (operation 17).`);

export const getUserData = functionKind({
  token: "getUserData",
  doc: "Everything that the service has of a user: comments, reactions, recordings and notifications, all pages (operation 17). May take several seconds.",
  inputs: z.object({ userId: idOf("user"), organizationId: idOf("organization").optional() }),
  outputs: z.object({
    comments: items("Comments that the user created or is involved in"),
    reactions: items("Reactions that the user created"),
    recordings: items("Recordings that the user created"),
    notifications: items("Notifications that the user is involved in"),
  }),
  secretOutputs: [],
  operations: ["getUserData"],
  examples: [
    {
      title: "Everything that the service has of a user",
      calls: { adaData: { function: "getUserData", inputs: { userId: "ada" } } },
      outputs: { comments: "${adaData.comments}" },
    },
  ],

  async invoke({ client, signal }, { userId, organizationId }) {
    const data: Record<(typeof features)[number], unknown[]> = { comments: [], reactions: [], recordings: [], notifications: [] };
    for await (const page of client.userData({ userId, organizationId }, { signal })) {
      for (const feature of features) data[feature].push(...page[feature]);
    }
    return data;
  },
});
