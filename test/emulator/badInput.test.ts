/** Whatever comes in, the answer has the specification's shape (Errors), nothing changes, and the emulator lives on. */
import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { operationNames, operations } from "../../schema/service/index.ts";
import { apiKey, authToken, credentials, start } from "./start.ts";

const path = "/v2/users/add";
const tooLarge = JSON.stringify({ data: { organizationId: "acme", users: [], filler: "x".repeat(11 * 1024 * 1024) } });

it.each([
  ["not JSON", path, { body: "{" }, 400],
  ["no body", path, {}, 400],
  ["no object", path, { body: "[]" }, 400],
  ["no `data` (convention 1)", path, { body: "{}" }, 400],
  ["`data` no object", path, { body: '{"data":[]}' }, 400],
  ["`data` null", path, { body: '{"data":null}' }, 400],
  ["wrong types", path, { body: '{"data":{"organizationId":7,"users":"ada"}}' }, 400],
  ["an empty id", path, { body: '{"data":{"organizationId":"","users":[]}}' }, 400],
  ["an id with half a surrogate pair", path, { body: '{"data":{"organizationId":"\\ud83d","users":[]}}' }, 400],
  ["an empty recipient", "/v2/notifications/add", { body: '{"data":{"organizationId":"a","notifyUsers":[{"userId":""}]}}' }, 400],
  ["the reserved folder id", path, { body: '{"data":{"organizationId":"a","folderId":"root","users":[{"userId":"u"}]}}' }, 400],
  ["a body over 10 MB", path, { body: tooLarge }, 400],
  ["a wrong method", path, { method: "GET" }, 400],
  ["an unknown path", "/v2/users/ad", { body: '{"data":{}}' }, 404],
  ["a path with a trailing slash", `${path}/`, { body: '{"data":{}}' }, 404],
  ["a path that is an object's own member", "/__proto__", { body: '{"data":{}}' }, 404],
  ["no credentials", path, { headers: {}, body: '{"data":{}}' }, 400],
  ["a wrong key", path, { headers: { ...credentials, "x-svc-api-key": "collab-dev-kex" }, body: '{"data":{}}' }, 400],
])("%s", async (_what, target, options, http) => {
  const emulator = await start();
  const answer = await emulator.send(target, options);
  expect(answer.http).toBe(http);
  expect(answer.body).toEqual({ error: { message: expect.any(String), status: http === 404 ? "NOT_FOUND" : "INVALID_ARGUMENT" } });
  expect(JSON.stringify(answer.body)).not.toContain("collab-dev");
  expect(emulator.state().organizations).toEqual({});
});

it("what is no HTTP still gets the shape", async () => {
  const { port } = await start();
  const text = await new Promise<string>((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.on("close", () => resolve(received));
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*"status":"INVALID_ARGUMENT"/);
});

describe.each(operationNames)("%s", (name) => {
  it.each([
    ["nothing but credentials", {}],
    ["members of wrong types", Object.fromEntries(Object.keys(operations[name].data.shape).map((key) => [key, { wrong: [] }]))],
    ["null members", Object.fromEntries(Object.keys(operations[name].data.shape).map((key) => [key, null]))],
  ])("refuses %s", async (_what, data) => {
    const { call, state } = await start();
    const { error } = await call(name, { ...data, apiKey, authToken });
    expect(error).toMatchObject({ status: "INVALID_ARGUMENT", message: expect.stringContaining("data.") });
    expect(state().organizations).toEqual({});
  });
});

it("a bug inside is an INTERNAL error in the shape, rolled back, and shown on stderr", async () => {
  const emulator = await start();
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  // Called by operation 24 after it has created the organization.
  const bug = vi.spyOn(Array.prototype, "flatMap").mockImplementation(() => {
    throw new Error("bug");
  });
  try {
    const { http, error } = await emulator.call("addNotification", { organizationId: "acme", createOrganization: true });
    expect([http, error?.["status"]]).toEqual([500, "INTERNAL"]);
    expect(stderr.mock.calls.flat().join("")).toContain("Error: bug");
  } finally {
    bug.mockRestore();
    stderr.mockRestore();
  }
  expect(emulator.state().organizations).toEqual({});
});
