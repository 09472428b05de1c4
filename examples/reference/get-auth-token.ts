// Generated from provider/functions/get-auth-token.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const session = collab.getAuthToken({
  userId: "ada",
  organizationId: "acme",
  email: "ada@acme.example",
});

export const token = session.token;
