/** Operation 22. */
import { invalid } from "../errors.ts";
import type { Switches } from "../switches.ts";
import { route } from "./route.ts";

/** What is compared: names are case-insensitive, and a wildcard (`*.example.com`) is a name like any other. */
const normalize = (domain: string, { domainMatch }: Switches): string => {
  const bare = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/\/+$/, "");
  return domainMatch === "schemeAndWww" ? bare.replace(/^www\./, "") : bare;
};

export const deleteDomains = route("deleteDomains", ({ domains }, context) => {
  const { store, switches } = context;
  if (switches.domainsMax === "100" && domains.length > 100) throw invalid("data.domains: at most 100 a call.");
  const allowed = Map.groupBy(store.organizations.domains(), (domain) => normalize(domain, switches));
  const domainsRemoved: string[] = [];
  const skippedDomains: string[] = [];
  for (const name of new Set(domains.map((domain) => normalize(domain, switches)))) {
    const stored = allowed.get(name);
    for (const domain of stored ?? []) store.organizations.removeDomain(domain);
    (stored ? domainsRemoved : skippedDomains).push(name);
  }
  if (skippedDomains.length > 0) {
    const message = "Some domains were removed; non-existing domains were skipped.";
    return { status: "INTERNAL", message, details: { domainsRemoved, skippedDomains } };
  }
  return { message: "Domain(s) removed successfully.", data: { domainsRemoved } };
});
