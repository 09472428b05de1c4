/** Operations 1 and 2. */
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { requests } from "../requests.ts";
import { dataOf, type Check, type Service } from "../service.ts";

const claimsOf = async ({ call }: Service) => decodeJwt(dataOf<{ token: string }>(await call("getAuthToken", requests.getAuthToken)).token);

const sign = async ({ call }: Service, changes: object = {}) => {
  const permissions = requests.generateSignature.permissions.map((permission) => ({ ...permission, ...changes }));
  return dataOf<{ signature: string }>(await call("generateSignature", { permissions })).signature;
};

export const tokens = {
  "1a": async (service) => {
    expect(await claimsOf(service)).toMatchObject({ userId: "ada", organizationId: "acme", isAdmin: true, email: "ada@example.com" });
  },
  "1b": async (service) => {
    const { iat = 0, exp = 0 } = await claimsOf(service);
    expect(exp - iat).toBe(48 * 60 * 60);
  },
  "1c": async ({ call, switches }) => {
    const { error } = await call("getAuthToken", { ...requests.getAuthToken, authToken: undefined });
    expect(error?.["status"]).toBe(switches.authFailure);
  },
  "2a": async (service) => expect(await sign(service)).toMatch(/^[0-9a-f]{64}$/),
  "2b": async (service) => {
    const signature = await sign(service);
    expect(await sign(service)).toBe(signature);
    for (const change of [{ hasAccess: false }, { accessRole: "editor" }, { userId: "bob" }, { resourceId: "secret" }, { expiresAt: 10 }]) {
      expect(await sign(service, change), JSON.stringify(change)).not.toBe(signature);
    }
  },
} satisfies Record<string, Check>;
