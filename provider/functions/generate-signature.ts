import { z } from "zod";
import { permission } from "../../schema/service/index.ts";
import { functionKind } from "./contract.ts";

export const generateSignature = functionKind({
  token: "generateSignature",
  doc: "Signs permission decisions of your own permission provider, so that they can be verified as untampered (operation 2).",
  inputs: z.object({ permissions: z.array(permission, "expected a list of permissions").describe("Decisions to sign (operation 2).") }),
  outputs: z.object({ signature: z.string().describe("The signature: hexadecimal, 64 characters. A secret (operation 2).") }),
  secretOutputs: ["signature"],
  operations: ["generateSignature"],
  examples: [
    {
      title: "Sign a decision",
      calls: {
        decision: {
          function: "generateSignature",
          inputs: { permissions: [{ userId: "ada", resourceId: "brand", type: "document", hasAccess: true, accessRole: "editor" }] },
        },
      },
      outputs: { signature: "${decision.signature}" },
    },
  ],

  async invoke({ client, signal }, { permissions }) {
    const { data } = await client.generateSignature({ permissions }, { signal });
    return { signature: data.signature };
  },
});
