// Generated from provider/resources/allowed-domain.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

new collab.AllowedDomain("acmeDomain", { domain: "acme.example" });
