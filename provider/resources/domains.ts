/** What the kinds of domains share: the service removes allowed domains; adding them is done in its console (operation 22). */
import { z } from "zod";
import { domainPattern } from "../../schema/service/index.ts";
import type { Context } from "./contract.ts";
import { failuresOf, isAbsent } from "./items.ts";

/** A domain as it is declared; the service matches it without its scheme. */
export const domainName = z
  .string("expected text")
  .regex(domainPattern, "expected a domain such as acme.example or *.acme.example")
  .describe("A domain; it may have a scheme and a wildcard subdomain (operation 22).");

/** Removes domains; one that is not in the list is removed already. */
export const removeDomains = async ({ client, signal }: Context, domains: readonly string[]) =>
  failuresOf(await client.each("deleteDomains", {}, domains, { signal }), isAbsent);
