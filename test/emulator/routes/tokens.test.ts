import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { apiKey, authToken, start } from "../start.ts";

describe("operation 1, auth token", () => {
  it("issues a JWT of 48 hours that encodes user and properties, without credentials in headers", async () => {
    const { send } = await start({ clock: () => 1_700_000_000_000 });
    const userProperties = { organizationId: "acme", isAdmin: true, email: "ada@example.com" };
    const body = JSON.stringify({ data: { apiKey, authToken, userId: "ada", userProperties } });
    const { data } = await send("/v1/auth/token/get", { headers: {}, body });
    const { token } = data as { token: string };
    const key = new TextEncoder().encode(authToken);
    const { payload } = await jwtVerify(token, key, { currentDate: new Date(1_700_000_001_000) });
    expect(payload).toEqual({ userId: "ada", sub: "ada", ...userProperties, iat: 1_700_000_000, exp: 1_700_000_000 + 48 * 3600 });
    await expect(jwtVerify(token, key, { currentDate: new Date(1_700_000_000_000 + 48 * 3600 * 1000 + 1000) })).rejects.toThrow("exp");
  });

  it.each([
    [{ apiKey, userId: "ada" }, "Missing data.authToken."],
    [{ apiKey: "wrong", authToken, userId: "ada" }, "Wrong data.apiKey."],
  ])("names what is missing or wrong, not its value: %j", async (data, message) => {
    const { call } = await start();
    expect((await call("getAuthToken", data)).error).toEqual({ status: "INVALID_ARGUMENT", message });
  });
});

const sign = async (call: Awaited<ReturnType<typeof start>>["call"], permissions: object[]) =>
  ((await call("generateSignature", { permissions })).data as { signature: string }).signature;

describe("operation 2, signature", () => {
  const permission = { userId: "ada", resourceId: "top", type: "document", hasAccess: true, accessRole: "viewer", expiresAt: 9 };

  it("is 64 hexadecimal characters, the same for the same decisions only", async () => {
    const { call } = await start();
    const signature = await sign(call, [permission]);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(await sign(call, [Object.fromEntries(Object.entries(permission).toReversed())])).toBe(signature);
    expect(await sign(call, [{ ...permission, hasAccess: false }])).not.toBe(signature);
  });

  it("depends on the auth token", async () => {
    const [one, other] = [await start(), await start({ authToken: "other" })];
    const signature = await sign(one.call, [permission]);
    const body = JSON.stringify({ data: { permissions: [permission] } });
    const answer = await other.send("/v2/auth/generate_signature", {
      headers: { "x-svc-api-key": apiKey, "x-svc-auth-token": "other" },
      body,
    });
    expect(answer.data).not.toEqual({ signature });
  });
});
