/** One service under test, and calls of which every answer is held against the specification. */
import { expect } from "vitest";
import type { Emulator, Switches } from "../../../emulator/index.ts";
import {
  failureEnvelope,
  jobEnvelope,
  operations,
  successEnvelope,
  type Operation,
  type OperationName,
} from "../../../schema/service/index.ts";
import { credentials, sender, type Answer } from "../../emulator/start.ts";
import { organizationId } from "./world.ts";

export interface Service extends Pick<Emulator, "state" | "setState" | "access" | "advanceClock" | "switches"> {
  /** Calls with credentials, then lets `pause` pass, so that neither lag nor rate decides what a check sees. */
  call(name: OperationName, data: unknown): Promise<Answer>;
  /** Calls, with no time passing afterwards. */
  callAtOnce(name: OperationName, data: unknown): Promise<Answer>;
  /** Sends anything to an operation. */
  send(name: OperationName, options: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Answer>;
}

/** Check of one clause, under the switches in force. */
export type Check = (service: Service) => Promise<void>;

/** Milliseconds: what a write needs to be seen under `readAfterWrite: delayed`, and a fraction of the rate limit's second. */
const pause = 300;

/** What `httpStatus: mapped` makes of an error's status. */
const mapped: Readonly<Record<string, number>> = {
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

/** Holds an answer against the operation's envelopes and the HTTP status that goes with them. */
const expectEnvelope = (operation: Operation, { http, body, error }: Answer, { httpStatus }: Switches): void => {
  const isJob = operation.envelope === "job";
  const success = isJob ? jobEnvelope(operation.result) : successEnvelope(operation.result);
  const problem = (error === undefined ? success : failureEnvelope).safeParse(body).error;
  if (problem) throw new Error(`${operation.path} answered ${JSON.stringify(body).slice(0, 500)}: ${problem.message}`);
  if (error !== undefined) {
    const status = { mapped: mapped[String(error["status"])], always200: 200, always400: 400 }[httpStatus];
    expect([http, Object.keys(body)]).toEqual([status, ["error"]]);
    return;
  }
  const fields = isJob ? ["status", "message", "data", "statusCode"] : ["result"];
  const outer = isJob ? body : body["result"];
  expect([http, Object.keys(body), outer]).toMatchObject([isJob ? 202 : 200, fields, { status: "success" }]);
};

export const serviceOf = (emulator: Emulator): Service => {
  const sendTo = sender(emulator.url);
  const send: Service["send"] = async (name, options) => {
    const answer = await sendTo(`/${operations[name].path}`, options);
    expectEnvelope(operations[name], answer, emulator.switches);
    return answer;
  };
  const callAtOnce: Service["call"] = (name, data) => send(name, { headers: credentials, body: JSON.stringify({ data }) });
  return {
    get switches() {
      return emulator.switches;
    },
    state: emulator.state,
    setState: emulator.setState,
    access: emulator.access,
    advanceClock: emulator.advanceClock,
    send,
    callAtOnce,
    call: async (name, data) => {
      const answer = await callAtOnce(name, data);
      emulator.advanceClock(pause);
      return answer;
    },
  };
};

/** The `id` of a per-item entry: the id sent, or a text of the service's own (switch `itemId`). */
export const itemId = ({ switches }: Service, id: string): unknown =>
  switches.itemId === "echo" ? id : expect.not.stringMatching(`^${id}$`);

/** `result.data` as an object or an array, whatever it holds. */
export const dataOf = <Data = Record<string, Record<string, unknown>>>({ data }: Answer): Data => data as Data;

/** The ids of the documents that a user reaches, sorted. */
export const reached = (service: Service, user: string, organization = organizationId): string[] =>
  Object.keys(service.access(organization, user).documents).toSorted();

export const acme = (service: Service) => {
  const organization = service.state().organizations[organizationId];
  if (organization === undefined) throw new Error("The organization is gone.");
  return organization;
};

export const times = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);
