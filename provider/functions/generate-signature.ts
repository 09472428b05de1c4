import { z } from "zod";
import { permission } from "../../schema/service/index.ts";
import { functionKind } from "./contract.ts";

export const generateSignature = functionKind({
  token: "generateSignature",
  doc: "Signs permission decisions of your own permission provider, so that they can be verified as untampered (operation 2).",
  inputs: z.object({ permissions: z.array(permission, "expected a list of permissions").describe("Decisions to sign.") }),
  outputs: z.object({ signature: z.string().describe("Hexadecimal, 64 characters.") }),
  secretOutputs: ["signature"],

  async invoke({ client, signal }, { permissions }) {
    const { data } = await client.generateSignature({ permissions }, { signal });
    return { signature: data.signature };
  },
});
