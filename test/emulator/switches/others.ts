/** Domains, notifications and locations. */
import { expect } from "vitest";
import { type Check, type Checks, organizationId } from "./check.ts";

const manyDomains =
  (status: string): Check =>
  async ({ call }) => {
    const domains = Array.from({ length: 101 }, (_, index) => `d${index}.example`);
    expect((await call("deleteDomains", { domains })).error).toMatchObject({ status });
  };
const wwwMatches =
  (matches: boolean): Check =>
  async ({ call }) => {
    const { data, error } = await call("deleteDomains", { domains: ["https://www.example.com"] });
    if (matches) expect(data).toEqual({ domainsRemoved: ["example.com"] });
    else expect(error).toMatchObject({ details: { domainsRemoved: [], skippedDomains: ["www.example.com"] } });
  };
const notifiesAll =
  (recipients: string[]): Check =>
  async ({ call, state }) => {
    await call("addNotification", { organizationId, notificationId: "n" });
    expect(state().organizations["acme"]?.notifications["n"]?.recipients).toEqual(recipients);
  };
const migrate =
  (after: object): Check =>
  async (emulator) => {
    const { call, state } = emulator;
    const scope = { apiKey: "collab-dev-key", authToken: "collab-dev-token", organizationId, documentId: "top" };
    await call("updateLocation", { ...scope, migrate: { oldLocation: { id: "a" }, newLocation: { page: 1 } } });
    await call("updateLocation", { ...scope, migrate: { oldLocation: { id: "a" }, newLocation: { id: "b", line: 2 } } });
    expect(state().organizations["acme"]?.documents["top"]?.locations).toEqual({ b: after });
  };

export const others = {
  domainsMax: { "100": manyDomains("INVALID_ARGUMENT"), unlimited: manyDomains("INTERNAL") },
  domainMatch: { schemeAndWww: wwwMatches(true), scheme: wwwMatches(false) },
  notifyAllDefault: { true: notifiesAll(["ada"]), false: notifiesAll([]) },
  locationMerge: { replace: migrate({ id: "b", line: 2 }), merge: migrate({ id: "b", page: 1, line: 2 }) },
} satisfies Partial<Checks>;
