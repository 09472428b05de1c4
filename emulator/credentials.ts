/** Credentials of a call (specification, "Authentication", 1 and 2). */
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { CredentialsIn } from "../schema/service/index.ts";
import { ServiceError } from "./errors.ts";
import type { Switches } from "./switches.ts";

export interface Credentials {
  readonly apiKey: string;
  readonly authToken: string;
}

/** Compares in constant time, so that the answer's delay tells nothing but the length. */
const createMatcher = (secret: string): ((given: string) => boolean) => {
  const expected = Buffer.from(secret);
  return (given) => {
    const candidate = Buffer.from(given);
    return candidate.length === expected.length ? timingSafeEqual(candidate, expected) : !timingSafeEqual(expected, expected);
  };
};

const verify = (matches: (given: string) => boolean, given: unknown, where: string, switches: Switches): void => {
  if (typeof given !== "string" || given === "") throw new ServiceError(switches.authFailure, `Missing ${where}.`);
  if (!matches(given)) throw new ServiceError(switches.authFailure, `Wrong ${where}.`);
};

export const createCredentialCheck = ({ apiKey, authToken }: Credentials) => {
  const isApiKey = createMatcher(apiKey);
  const isAuthToken = createMatcher(authToken);
  return {
    /** Throws where headers are wanted and missing or wrong. */
    headers: (wanted: CredentialsIn, headers: IncomingHttpHeaders, switches: Switches): void => {
      if (wanted === "body") return;
      verify(isApiKey, headers["x-svc-api-key"], "header x-svc-api-key", switches);
      verify(isAuthToken, headers["x-svc-auth-token"], "header x-svc-auth-token", switches);
    },
    /** Throws where members of `data` are wanted and missing or wrong. */
    body: (wanted: CredentialsIn, data: Readonly<Record<string, unknown>>, switches: Switches): void => {
      if (wanted === "headers") return;
      verify(isApiKey, data["apiKey"], "data.apiKey", switches);
      verify(isAuthToken, data["authToken"], "data.authToken", switches);
    },
  };
};
