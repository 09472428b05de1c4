import { z } from "zod";
import { idOf } from "../resources/fields.ts";
import { functionKind } from "./contract.ts";

export const getAuthToken = functionKind({
  token: "getAuthToken",
  doc: "A client token (JWT) for a user, valid for 48 hours (operation 1). Every run makes a new one.",
  inputs: z.object({
    userId: idOf("user"),
    organizationId: idOf("organization").optional(),
    isAdmin: z.boolean("expected true or false").describe("Whether the user is an administrator (operation 1).").optional(),
    email: z.string("expected text").describe("E-mail address of the user (operation 1).").optional(),
  }),
  outputs: z.object({ token: z.string().describe("The token (JWT), valid for 48 hours. A secret (operation 1).") }),
  secretOutputs: ["token"],
  operations: ["getAuthToken"],
  examples: [
    {
      title: "A token for a user of an organization",
      calls: { session: { function: "getAuthToken", inputs: { userId: "ada", organizationId: "acme", email: "ada@acme.example" } } },
      outputs: { token: "${session.token}" },
    },
  ],

  async invoke({ client, signal }, { userId, ...userProperties }) {
    const { data } = await client.getAuthToken({ userId, userProperties }, { signal });
    return { token: data.token };
  },
});
