/** Domains: the service keeps one list for all organizations, so what is said of one domain must agree everywhere. */
import type { Found, TreeOfFile } from "../levels.ts";
import { child, entriesOf, itemsOf, type YamlNode } from "../tree.ts";
import { show } from "../words.ts";
import { type Findings, placeOf } from "./findings.ts";

export const checkDomains = (findings: Findings, files: readonly TreeOfFile[]): void => {
  const allowed = new Map<string, Found>();
  const removed: { readonly domain: string; readonly found: Found }[] = [];
  for (const { source, tree } of files) {
    const places = [tree, ...[...entriesOf(child(tree, "organizations")).values()].map(({ node }) => node)];
    for (const domains of places.map((node) => child(node, "domains"))) {
      for (const entry of itemsOf(child(domains, "allowed"))) {
        const domain = domainOf(entry.node);
        if (domain === undefined) continue;
        findings.once(allowed, bare(domain), { source, entry }, () => `domain ${show(domain)} is allowed twice`);
      }
      for (const entry of itemsOf(child(domains, "removed"))) {
        const domain = domainOf(entry.node);
        if (domain !== undefined) removed.push({ domain, found: { source, entry } });
      }
    }
  }
  for (const { domain, found } of removed) {
    const other = allowed.get(bare(domain));
    if (other) findings.error(found, `domain ${show(domain)} is removed here, and allowed at ${placeOf(other)}: take one of them out`);
  }
};

const domainOf = (node: YamlNode): string | undefined => {
  const written = node.kind === "map" ? child(node, "domain") : node;
  return written?.kind === "scalar" && typeof written.value === "string" ? written.value : undefined;
};

/** The service matches domains without their scheme. */
const bare = (domain: string): string => domain.replace(/^[a-z][a-z\d+.-]*:\/\//i, "").toLowerCase();
