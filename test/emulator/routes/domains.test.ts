import { expect, it } from "vitest";
import { start } from "../start.ts";

const seed = { version: 1, allowedDomains: ["example.com", "https://app.example.com", "*.example.org"] };

it("operation 22 removes domains, returned without the scheme; a wildcard is a name like any other", async () => {
  const { call, state } = await start({ seed });
  const { data } = await call("deleteDomains", { domains: ["https://example.com/", "app.example.com", "http://*.example.org"] });
  expect(data).toEqual({ domainsRemoved: ["example.com", "app.example.com", "*.example.org"] });
  expect(state().allowedDomains).toEqual([]);
});

it("operation 22, partial case: the existing ones go, the error says which", async () => {
  const { call, state } = await start({ seed });
  const { error, http } = await call("deleteDomains", { domains: ["EXAMPLE.com", "none.example.net"] });
  expect(http).toBe(500);
  expect(error).toEqual({
    message: expect.stringContaining("skipped"),
    status: "INTERNAL",
    details: { domainsRemoved: ["example.com"], skippedDomains: ["none.example.net"] },
  });
  expect(state().allowedDomains).toHaveLength(2);
});

it("operation 22 without domains does nothing", async () => {
  const { call } = await start({ seed });
  expect((await call("deleteDomains", { domains: [] })).data).toEqual({ domainsRemoved: [] });
});
