import { z } from "zod";
import { idOf } from "../resources/fields.ts";
import { functionKind } from "./contract.ts";

export const getAuthToken = functionKind({
  token: "getAuthToken",
  doc: "A client token (JWT) for a user, valid for 48 hours (operation 1). Every run makes a new one.",
  inputs: z.object({
    userId: idOf("user"),
    organizationId: idOf("organization").optional(),
    isAdmin: z.boolean("expected true or false").describe("Whether the user is an administrator.").optional(),
    email: z.string("expected text").describe("E-mail address of the user.").optional(),
  }),
  outputs: z.object({ token: z.string().describe("The token.") }),
  secretOutputs: ["token"],

  async invoke({ client, signal }, { userId, ...userProperties }) {
    const { data } = await client.getAuthToken({ userId, userProperties }, { signal });
    return { token: data.token };
  },
});
