import { z } from "zod";
import { resourceKind } from "./contract.ts";
import { domainName, removeDomains } from "./domains.ts";
import { identifiedBy, notImported } from "./identity.ts";

const inputs = z.object({
  domain: domainName,
  onDelete: z
    .enum(["remove", "retain"], "expected remove or retain")
    .describe("What deleting the resource does: the domain is removed from the list (`remove`, default), or nothing.")
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
