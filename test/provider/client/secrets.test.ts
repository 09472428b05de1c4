import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { channels, createClient } from "../../../provider/client/index.ts";
import { error, fake, ok, type Reply } from "./fake.ts";

const traces: { name: string; message: unknown }[] = [];
const listen = (message: unknown, name: string | symbol): void => void traces.push({ name: String(name), message });
afterEach(() => {
  for (const name of Object.values(channels)) unsubscribe(name, listen);
  traces.length = 0;
});

/** What a service or a proxy that echoes everything may answer. */
const echoes: [string, Reply][] = [
  ["a message", error("INVALID_ARGUMENT", "Unknown key planted-api-key with planted-auth-token.", 401)],
  ["a page, just where a long text is cut", { status: 403, body: `<html>${"x".repeat(145)} planted-api-key planted-auth-token` }],
  ["a page that will pass", { status: 502, body: "<p>planted-auth-token</p>" }],
  ["a lost connection", { drop: "planted-api-key" }],
  ["a field that does not fit", ok({ token: { authToken: "planted-auth-token" } })],
  ["an item", ok({ a: { success: false, message: "planted-api-key", seen: { authToken: "planted-auth-token" } } })],
  ["a result that is no success", { body: { result: { status: "odd", message: "planted-api-key" } } }],
];

describe("a planted secret is shown nowhere", () => {
  it.each(echoes)("%s", async (_, reply) => {
    for (const name of Object.values(channels)) subscribe(name, listen);
    const notices: unknown[] = [];
    const { client } = fake(() => reply, { maxRetries: 1, onRetry: (notice) => notices.push(notice) });
    const problems: unknown[] = [await client.getAuthToken({ userId: "ada" }).catch((caught: unknown) => caught)];
    problems.push(...(await client.each("addUsers", { organizationId: "o" }, [{ userId: "a" }])).values());
    const seen = inspect([problems, traces, notices], { depth: 20, showHidden: true }) + JSON.stringify([problems, traces]);
    expect(seen).not.toMatch(/planted|plante/);
    expect(traces.length).toBeGreaterThan(3);
  });

  it("not in errors of options either", () => {
    const options = { baseUrl: "http://service.example", apiKey: "planted-api-key", authToken: "planted" };
    expect(() => createClient({ ...options, authToken: "planted\n" })).toThrow(/^client option authToken: expected printable characters/);
    expect(() => createClient({ ...options, apiKey: "" })).toThrow("apiKey");
    expect(() => createClient({ ...options, baseUrl: "service.example" })).toThrow("baseUrl");
    expect(() => createClient({ ...options, baseUrl: "http://ada:100%@service.example" })).toThrow(/^client option baseUrl: .*%25/);
    expect(() => createClient({ ...options, maxItemsPerCall: 0 })).toThrow("maxItemsPerCall: expected a whole number, at least 1, got 0");
  });
});

it("a secret is hidden however a page or a log spells it", async () => {
  const secrets = { apiKey: `k"e<y&1'2\\3`, authToken: "to+ken/42==" };
  for (const secret of Object.values(secrets)) {
    const page = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
    for (const spelled of [secret, JSON.stringify({ data: { x: secret } }), encodeURIComponent(secret), `<b>${page}</b>`]) {
      const { client } = fake(() => ({ status: 403, body: `Refused: ${spelled}` }), secrets);
      const problem: unknown = await client.getDocuments({ organizationId: "o" }).catch((caught: unknown) => caught);
      expect(String(problem)).toContain("Refused: ");
      expect(String(problem)).toContain("[secret]");
      expect(String(problem)).not.toMatch(/k.*&(amp;)?1|to\+ken|%2B/);
    }
  }
});

it("a user and password in the address go to the gateway, and are not shown", async () => {
  const { client, calls } = fake(() => ({ drop: "ECONNREFUSED" }), { baseUrl: "http://ada:pass%20word@service.example/", maxRetries: 0 });
  const problem: unknown = await client.getDocuments({ organizationId: "o" }).catch((caught: unknown) => caught);
  expect(calls[0]?.headers["authorization"]).toBe(`Basic ${Buffer.from("ada:pass word").toString("base64")}`);
  expect(String(problem)).toContain("Is the service running at http://service.example?");
  expect(inspect(problem, { depth: 9, showHidden: true })).not.toMatch(/pass word|pass%20/);
});

describe("tracing", () => {
  it("tells requests, answers and waits", async () => {
    for (const name of Object.values(channels)) subscribe(name, listen);
    const { client } = fake((_, index) => (index === 0 ? error("UNAVAILABLE", "Away.", 503) : ok(null)));
    await client.deleteLocationData({ documentId: "d", location: {} });
    const about = { operation: "deleteLocationData", path: "v1/organizations/documents/locations/data/delete" };
    expect(traces).toMatchObject([
      {
        name: channels.request,
        message: { ...about, attempt: 1, body: { data: { documentId: "d", apiKey: "[secret]", authToken: "[secret]" } } },
      },
      { name: channels.response, message: { ...about, attempt: 1, httpStatus: 503, body: { error: { message: "Away." } } } },
      { name: channels.retry, message: { ...about, attempt: 1, delayMs: 200 } },
      { name: channels.request, message: { ...about, attempt: 2 } },
      { name: channels.response, message: { ...about, attempt: 2, httpStatus: 200, durationMs: 0 } },
    ]);
  });
});
