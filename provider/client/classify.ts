/** From what a failure says to its code. By `error.status` first: the HTTP status may be always 200 or always 400. */
import type { Operation } from "../../schema/service/index.ts";
import type { ErrorCode } from "./errors.ts";

const byStatus: Readonly<Record<string, ErrorCode>> = {
  INVALID_ARGUMENT: "invalid",
  OUT_OF_RANGE: "invalid",
  UNIMPLEMENTED: "invalid",
  FAILED_PRECONDITION: "precondition",
  UNAUTHENTICATED: "unauthorized",
  PERMISSION_DENIED: "unauthorized",
  NOT_FOUND: "not-found",
  ALREADY_EXISTS: "already-exists",
  RESOURCE_EXHAUSTED: "rate-limited",
  INTERNAL: "internal",
  UNKNOWN: "internal",
  DATA_LOSS: "internal",
  UNAVAILABLE: "unavailable",
  ABORTED: "unavailable",
  DEADLINE_EXCEEDED: "unavailable",
};

const byHttpStatus: Readonly<Record<number, ErrorCode>> = {
  400: "invalid",
  401: "unauthorized",
  403: "unauthorized",
  404: "not-found",
  409: "already-exists",
  412: "precondition",
  429: "rate-limited",
  500: "internal",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

const ofCredentials = /api[\s_-]?key|auth[\s_-]?token|credential|unauthori[sz]ed|unauthenticated|authentication/i;
const ofAbsence = /\b(does not exist|not found)\b/i;

/** The code of a failure that the service described. */
export const classify = (row: Operation, status: string | undefined, httpStatus: number, message: string): ErrorCode => {
  const code = byStatus[status ?? ""] ?? byHttpStatus[httpStatus] ?? "internal";
  if (code !== "invalid") return code;
  // INVALID_ARGUMENT is all the specification shows, for wrong credentials too (operation 1).
  if (ofCredentials.test(message)) return "unauthorized";
  return row.effect === "read" && ofAbsence.test(message) ? "not-found" : code;
};

/** The code of an answer that is not the service's (a proxy's page), where its HTTP status says that it will pass. */
export const classifyForeign = (httpStatus: number): ErrorCode => {
  const code = byHttpStatus[httpStatus];
  return code === "rate-limited" || code === "unavailable" || code === "internal" ? code : "protocol";
};
