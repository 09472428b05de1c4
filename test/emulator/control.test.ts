import { describe, expect, it } from "vitest";
import packageJson from "pulumi-collab/package.json" with { type: "json" };
import { createOpenApiDocument } from "../../schema/service/openapi.ts";
import { start } from "./start.ts";

const seed = { version: 1, organizations: { acme: { members: { ada: "editor" }, documents: { top: {} } } } };
const users = [{ userId: "bob" }];

it("health says state, profile and version", async () => {
  const { send } = await start({ profile: "literal" });
  const { body } = await send("/_emulator/health", { method: "GET" });
  expect(body).toEqual({ status: "ok", version: packageJson.version, profile: "literal", state: ":memory:" });
});

describe("state", () => {
  it("is one JSON that can be put back, elsewhere too", async () => {
    const [one, other] = [await start({ seed }), await start()];
    const { body } = await one.send("/_emulator/state", { method: "GET" });
    expect(body).toEqual(one.state());
    await other.send("/_emulator/state", { method: "PUT", body: JSON.stringify(body) });
    expect(other.state()).toEqual(one.state());
    expect(other.access("acme", "ada").documents).toHaveProperty("top");
  });

  it.each([
    ["an unknown member", { organisations: {} }],
    [
      "a folder without a way to the top",
      { organizations: { acme: { folders: { a: { parentFolderId: "b" }, b: { parentFolderId: "a" } } } } },
    ],
    ["a document in no folder", { organizations: { acme: { documents: { a: { folderId: "none" } } } } }],
    ["an id that no record can hold", JSON.parse('{"organizations":{"__proto__":{}}}')],
    ["an unknown role", { organizations: { acme: { members: { ada: { accessRole: "owner" } } } } }],
  ])("refuses %s, and changes nothing", async (_what, state) => {
    const emulator = await start({ seed });
    const before = emulator.state();
    const { http, error } = await emulator.send("/_emulator/state", { method: "PUT", body: JSON.stringify(state) });
    expect([http, error?.["status"]]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(emulator.state()).toEqual(before);
  });
});

it("reset brings everything back to the start: seed, switches, faults, requests, clock", async () => {
  const emulator = await start({ seed, clock: () => 1000 });
  const before = emulator.state();
  await emulator.call("addUsers", { organizationId: "acme", users });
  emulator.setSwitches({ itemId: "echo", readAfterWrite: "delayed" });
  emulator.faults.set([{ operation: "*", effect: { status: 500 } }]);
  emulator.advanceClock(5000);
  await emulator.send("/_emulator/reset");
  expect(emulator.state()).toEqual(before);
  expect(emulator.switches).toMatchObject({ itemId: "opaque", readAfterWrite: "immediate" });
  expect([emulator.faults.rules, emulator.requests()]).toEqual([[], []]);
  expect((await emulator.send("/_emulator/clock", { body: '{"advanceMs":1}' })).body).toEqual({ now: "1970-01-01T00:00:01.001Z" });
});

it("reset brings the clock back behind a second whose calls were counted", async () => {
  const { advanceClock, call, reset } = await start({ switches: { rateLimit: "1" as "100" }, clock: () => 1000 });
  advanceClock(60_000);
  await call("getUserData", { userId: "ada" });
  reset();
  expect((await call("getUserData", { userId: "ada" })).error).toBeUndefined();
  expect((await call("getUserData", { userId: "ada" })).error).toMatchObject({ status: "RESOURCE_EXHAUSTED" });
  advanceClock(1000);
  expect((await call("getUserData", { userId: "ada" })).error).toBeUndefined();
});

it("serves the OpenAPI document, with itself as the server", async () => {
  const { send } = await start();
  const { body } = await send("/_emulator/openapi.json", { method: "GET" });
  expect(body).toEqual({ ...createOpenApiDocument(), servers: [{ url: "/" }] });
});

it("requests are listed oldest first, redacted, control routes left out", async () => {
  const { call, send } = await start({ clock: () => 0 });
  await call("getAuthToken", { apiKey: "collab-dev-key", authToken: "wrong", userId: "ada" });
  await call("addUsers", { organizationId: "acme", users });
  await send("/v9/none", { body: "{" });
  const { body } = await send("/_emulator/requests", { method: "GET" });
  const rest = { time: "1970-01-01T00:00:00.000Z", durationMs: expect.any(Number) };
  expect(body).toEqual({
    requests: [
      {
        ...rest,
        operation: "v1/auth/token/get",
        path: "/v1/auth/token/get",
        status: 400,
        body: { data: { apiKey: "[secret]", authToken: "[secret]", userId: "ada" } },
      },
      { ...rest, operation: "v2/users/add", path: "/v2/users/add", status: 200, body: { data: { organizationId: "acme", users } } },
      { ...rest, operation: null, path: "/v9/none", status: 404, body: "[not JSON, 1 characters]" },
    ],
    dropped: 0,
  });
});

it("access lists documents, roles and the grants that reach them", async () => {
  const { send } = await start({ seed });
  const { body } = await send("/_emulator/access?organizationId=acme&userId=ada", { method: "GET" });
  const grant = { level: "organization", id: "acme", role: "editor" };
  expect(body).toEqual({
    organizationId: "acme",
    userId: "ada",
    disabled: false,
    grants: [grant],
    documents: { top: { role: "editor", via: [grant] } },
  });
});

it("switches are listed with value, values and meaning", async () => {
  const { send } = await start({ switches: { itemId: "echo" } });
  const { body } = await send("/_emulator/switches", { method: "GET" });
  expect(body).toMatchObject({
    profile: "documented",
    switches: { itemId: { value: "echo", values: ["opaque", "echo"], documented: "opaque", literal: "echo", meaning: expect.any(String) } },
  });
  const changed = await send("/_emulator/switches", { method: "PUT", body: '{"documentsPageSize":10}' });
  expect(changed.body).toMatchObject({ switches: { documentsPageSize: { value: "10" } } });
});

it.each([
  ["GET", "/_emulator/none", undefined, 404],
  ["DELETE", "/_emulator/state", undefined, 404],
  ["GET", "/_emulator/access?userId=ada", undefined, 400],
  ["PUT", "/_emulator/switches", "[]", 400],
  ["PUT", "/_emulator/switches", "{", 400],
  ["PUT", "/_emulator/state", "null", 400],
  ["POST", "/_emulator/clock", '{"advanceMs":-1}', 400],
  ["POST", "/_emulator/clock", '{"advanceMs":"soon"}', 400],
])("%s %s with body %s is refused with %i", async (method, path, body, http) => {
  const { send } = await start();
  const answer = await send(path, { method, ...(body !== undefined && { body }) });
  expect(answer).toMatchObject({ http, error: { message: expect.any(String), status: expect.any(String) } });
});
