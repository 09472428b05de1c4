import { z } from "zod";
import { resourceKind } from "./contract.ts";
import { domainName, removeDomains } from "./domains.ts";
import { identifiedBy, notImported } from "./identity.ts";
import { unreadable } from "./steps.ts";

const inputs = z.object({
  domain: domainName,
  onDelete: z
    .enum(["remove", "retain"], "expected remove or retain")
    .describe("What deleting the resource does: the domain is removed from the list (`remove`), or nothing (operation 22).")
    .optional(),
});

export const allowedDomain = resourceKind({
  token: "AllowedDomain",
  doc:
    "A domain that is meant to be allowed. No operation adds or lists domains: add it in the service's console; deleting the resource removes it from the list, " +
    "unless `onDelete: retain`.",
  inputs,
  computed: z.object({}),
  identity: { ...identifiedBy("AllowedDomain", "domain"), parse: notImported("AllowedDomain", "no operation lists domains") },
  replaceOn: ["domain"],
  defaults: { onDelete: "remove" },
  steps: {
    create: {
      operations: [],
      doc: "No operation adds domains: the declaration is recorded, and a warning says that the domain is added in the service's console.",
    },
    read: unreadable("the allowed domains"),
    update: { operations: [], doc: "`onDelete` is recorded." },
    delete: { operations: ["deleteDomains"], doc: 'The domain is removed from the allowed ones, unless `onDelete` is `"retain"`.' },
  },
  examples: [
    {
      title: "A domain that is allowed as long as it is declared",
      resources: { acmeDomain: { kind: "AllowedDomain", inputs: { domain: "acme.example" } } },
    },
  ],

  read: (_context, state) => Promise.resolve(state),

  create({ log }, declared) {
    log.warn(`domain ${declared.domain} is recorded, not added: no operation adds domains. Add it in the service's console.`);
    return Promise.resolve({ inputs: declared, computed: {} });
  },

  update: (_context, _state, declared) => Promise.resolve({ inputs: declared, computed: {} }),

  async delete(context, { inputs: { domain, onDelete } }) {
    if (onDelete === "retain") return;
    for (const { error } of await removeDomains(context, [domain])) throw error;
  },
});
