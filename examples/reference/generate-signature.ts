// Generated from provider/functions/generate-signature.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const decision = collab.generateSignature({
  permissions: [{ userId: "ada", resourceId: "brand", type: "document", hasAccess: true, accessRole: "editor" }],
});

export const signature = decision.signature;
