/** The response envelopes (specification, "What the service does", conventions 2 and 3; "Errors"). */
import { z } from "zod";

/** Statuses the specification shows (`INVALID_ARGUMENT`, `INTERNAL`) and those the field uses with them; others may come. */
export const errorStatuses = [
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "RESOURCE_EXHAUSTED",
  "INTERNAL",
  "UNAVAILABLE",
] as const;
export type ErrorStatus = (typeof errorStatuses)[number];

/** A failure: `error.details` is a map or an array where the failure is partial, `error.code` a number on operation 17. */
export const failureEnvelope = z
  .looseObject({
    error: z.looseObject({
      message: z.string().describe("Human-readable text."),
      status: z.string().describe("Machine-readable status, e.g. `INVALID_ARGUMENT`."),
      code: z.number().describe("Numeric code; user data export only.").optional(),
      details: z
        .union([z.looseObject({}), z.array(z.unknown())])
        .describe("What succeeded and what did not, where a failure is partial.")
        .optional(),
    }),
  })
  .meta({ id: "Failure", description: "A failure response (Errors)." });
export type FailureEnvelope = z.infer<typeof failureEnvelope>;

/** A success with `payload` as `result.data`, and the two page tokens beside it. */
export const successEnvelope = <Payload extends z.ZodType>(payload: Payload) =>
  z.looseObject({
    result: z.looseObject({
      status: z.string().describe("`success` on success."),
      message: z.string().describe("Human-readable text."),
      data: payload,
      pageToken: z.string().nullable().describe("Next page of the v2 document list (operation 8).").optional(),
      nextPageToken: z.string().nullable().describe("Next page of the user data export (operation 17).").optional(),
    }),
  });

/** The top-level envelope of operation 18: no `result`. */
export const jobEnvelope = <Payload extends z.ZodType>(payload: Payload) =>
  z.looseObject({
    status: z.string().describe("`success` on success."),
    message: z.string().describe("Human-readable text."),
    data: payload,
    statusCode: z.number().describe("202."),
  });
