/** Faults on demand: rules that make calls fail, hang, or lose their answer. */
import { z } from "zod";
import { itemResults, operationAt, operationNames, operations, type ErrorStatus } from "../schema/service/index.ts";
import { ControlError, httpStatusOf } from "./errors.ts";

const effect = z.union(
  [
    z.strictObject({
      status: z.int().min(200).max(599).describe("HTTP status of the answer; nothing is done."),
      body: z.unknown().describe("Body of the answer, as JSON; a text is sent as it is.").optional(),
      retryAfter: z
        .union([z.int().min(0), z.string()])
        .describe("Header Retry-After: seconds, or a date.")
        .optional(),
    }),
    z.strictObject({ dropBefore: z.literal(true).describe("The socket is closed; nothing is done.") }),
    z.strictObject({ dropAfter: z.literal(true).describe("It is done, then the socket is closed without an answer.") }),
    z.strictObject({ delayMs: z.int().min(0).describe("It is done that much later.") }),
    z.strictObject({
      failItems: z.array(z.string()).min(1).describe("Ids of the items that fail, in a success envelope."),
      message: z.string().describe("Their message.").optional(),
    }),
  ],
  {
    error: "one of {status, body, retryAfter}, {dropBefore: true}, {dropAfter: true}, {delayMs}, {failItems: [ids], message}",
  },
);

const rule = z.strictObject({
  operation: z.string().describe("The operation's path, e.g. `v2/users/add`, or `*` for all."),
  when: z
    .strictObject({
      probability: z.number().min(0).max(1).describe("Chance that a call is hit.").optional(),
      count: z.int().min(1).describe("How many calls are hit; without it, all.").optional(),
      skip: z.int().min(0).describe("How many calls pass before the first is hit.").optional(),
    })
    .describe("Empty: always.")
    .default({}),
  effect,
});

const rulesShape = z.strictObject({ rules: z.array(rule) });

export type FaultEffect = z.output<typeof effect>;
export type FaultRule = z.input<typeof rule>;

export interface Faults {
  /** The rules that are in force. */
  readonly rules: readonly FaultRule[];
  /** Replaces all rules. Throws a `ControlError`, and changes nothing, where one makes no sense. */
  set(rules: readonly FaultRule[]): void;
  clear(): void;
}

const check = (value: unknown): z.output<typeof rulesShape>["rules"] => {
  const parsed = rulesShape.safeParse(value);
  if (!parsed.success) throw new ControlError(`Not fault rules:\n${z.prettifyError(parsed.error)}`);
  for (const { operation, effect: wanted } of parsed.data.rules) {
    const name = operationAt(operation);
    if (name === undefined && operation !== "*") {
      const known = operationNames.map((one) => operations[one].path).join(", ");
      throw new ControlError(`Unknown operation "${operation}".\nKnown: *, ${known}.`);
    }
    if ("failItems" in wanted && name !== undefined && !hasItemResults(name)) {
      throw new ControlError(`Operation ${operation} has no per-item entries that could fail.`);
    }
  }
  return parsed.data.rules;
};

const hasItemResults = (name: keyof typeof operations): boolean =>
  operations[name].result === itemResults || name === "deleteUserGroupUsers";

/** The rules, and the decision for each call: the first rule that hits. */
export const createFaults = (random: () => number) => {
  let active: { rule: z.output<typeof rule>; seen: number; hit: number }[] = [];
  const setFrom = (value: unknown): void => {
    active = check(value).map((one) => ({ rule: one, seen: 0, hit: 0 }));
  };
  const decide = (operation: string): FaultEffect | undefined => {
    for (const state of active) {
      if (state.rule.operation !== operation && state.rule.operation !== "*") continue;
      const { probability = 1, count = Number.POSITIVE_INFINITY, skip = 0 } = state.rule.when;
      state.seen += 1;
      if (state.seen <= skip || state.hit >= count || random() >= probability) continue;
      state.hit += 1;
      return state.rule.effect;
    }
    return undefined;
  };
  const faults: Faults = {
    get rules() {
      return active.map((state) => state.rule);
    },
    set: (rules) => setFrom({ rules }),
    clear: () => setFrom({ rules: [] }),
  };
  return { faults, setFrom, decide };
};

/** The status that belongs to an HTTP status, for a fault that gives no body. */
export const statusOfHttp = (http: number): ErrorStatus =>
  (Object.keys(httpStatusOf) as ErrorStatus[]).find((status) => httpStatusOf[status] === http) ??
  (http >= 500 ? "UNAVAILABLE" : "INVALID_ARGUMENT");
