/** What can go wrong, and how it is answered (specification, "Errors"). */
import type { ErrorStatus } from "../schema/service/index.ts";

/** A foreseeable reason not to start: its message says what to do, so no stack is worth showing. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** A control request, switch, fault or seed that makes no sense: nothing was changed. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}

/** A failure of a whole call; the transaction is rolled back. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: ErrorStatus;

  constructor(status: ErrorStatus, message: string) {
    super(message);
    this.status = status;
  }
}

export const invalid = (message: string): ServiceError => new ServiceError("INVALID_ARGUMENT", message);

/** HTTP status of an error status where the switch `httpStatus` is `mapped`: the usual mapping, as the specification shows none. */
export const httpStatusOf: Record<ErrorStatus, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};
