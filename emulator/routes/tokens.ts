/** Operations 1 and 2. */
import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { invalid } from "../errors.ts";
import { route } from "./route.ts";

const lifetimeSeconds = 48 * 60 * 60;

/** A JWT that the holder of the auth token can verify: HS256 with the auth token as key. It encodes user and properties (Authentication, 3). */
export const getAuthToken = route("getAuthToken", async ({ userId, userProperties }, { authToken, now }) => {
  const { organizationId, isAdmin, email } = userProperties ?? {};
  const issuedAt = Math.floor(now / 1000);
  const token = await new SignJWT({ userId, organizationId, isAdmin, email })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(new TextEncoder().encode(authToken));
  return { message: "Token generated successfully.", data: { token } };
});

/** JSON with sorted members: the same decisions have the same signature. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  );
};

/** HMAC-SHA256 of the decisions (as JSON with sorted members), with the auth token as key: 64 hexadecimal characters. */
export const generateSignature = route("generateSignature", ({ permissions }, { authToken }) => {
  if (permissions.length === 0) throw invalid("data.permissions: nothing to sign.");
  const signature = createHmac("sha256", authToken)
    .update(JSON.stringify(canonical(permissions)))
    .digest("hex");
  return { message: "Signature generated successfully.", data: { signature } };
});
