/** Redaction of bodies and headers, wherever one is logged: `apiKey` and `authToken` travel in bodies too (Authentication, 2). */

const secretFields = new Set([
  "apikey",
  "authtoken",
  "token",
  "signature",
  "x-svc-api-key",
  "x-svc-auth-token",
  "authorization",
  "proxy-authorization",
]);

/** Stands in for a secret. */
export const redacted = "[secret]";

/** A copy of any JSON value in which the values of secret members are replaced by `[secret]`. */
export const redact = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redact);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, secretFields.has(key.toLowerCase()) && member != null ? redacted : redact(member)]),
  );
};
