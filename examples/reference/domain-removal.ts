// Generated from provider/resources/domain-removal.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

new collab.DomainRemoval("oldDomains", { domains: ["old.example", "*.preview.example"] });
