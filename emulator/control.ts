/** Control routes, outside the service's paths: for tests and for looking inside. */
import { z } from "zod";
import type { Access } from "./access.ts";
import { ControlError } from "./errors.ts";
import type { FaultRule } from "./faults.ts";
import type { LoggedRequest } from "./requestLog.ts";
import type { Reply } from "./service.ts";
import type { Snapshot } from "./snapshot/index.ts";

export const controlPrefix = "/_emulator/";

/** What the control routes are made of. */
export interface Controls {
  health(): unknown;
  reset(): void;
  state(): Snapshot;
  replaceState(state: unknown): void;
  requests(): { requests: LoggedRequest[]; dropped: number };
  switches(): unknown;
  changeSwitches(changes: Readonly<Record<string, unknown>>): void;
  faults(): { rules: readonly FaultRule[] };
  setFaults(rules: unknown): void;
  advanceClock(milliseconds: number): void;
  now(): number;
  access(organizationId: string, userId: string): Access;
  /** The service's OpenAPI document. */
  openApi(): unknown;
}

export interface Control {
  answer(method: string, path: string, query: URLSearchParams, body: string | undefined): Reply;
}

const advance = z.strictObject({ advanceMs: z.int().min(0) });
const changes = z.record(z.string(), z.unknown());

const check = <Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> => {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new ControlError(z.prettifyError(parsed.error));
  return parsed.data;
};

const required = (query: URLSearchParams, name: string): string => {
  const value = query.get(name);
  if (!value) throw new ControlError(`The query has no ${name}.`);
  return value;
};

type Handler = (query: URLSearchParams, body: () => unknown) => unknown;

const handlersOf = (controls: Controls): Readonly<Record<string, Handler>> => ({
  "GET health": () => controls.health(),
  "POST reset": () => {
    controls.reset();
    return {};
  },
  "GET state": () => controls.state(),
  "PUT state": (_query, body) => {
    controls.replaceState(body());
    return {};
  },
  "GET requests": () => controls.requests(),
  "GET switches": () => controls.switches(),
  "PUT switches": (_query, body) => {
    controls.changeSwitches(check(changes, body()));
    return controls.switches();
  },
  "GET faults": () => controls.faults(),
  "PUT faults": (_query, body) => {
    controls.setFaults(body());
    return controls.faults();
  },
  "POST clock": (_query, body) => {
    controls.advanceClock(check(advance, body()).advanceMs);
    return { now: new Date(controls.now()).toISOString() };
  },
  "GET access": (query) => controls.access(required(query, "organizationId"), required(query, "userId")),
  "GET openapi.json": () => controls.openApi(),
});

const failure = (http: number, status: string, message: string): Reply => ({
  http,
  body: JSON.stringify({ error: { message, status } }),
});

const parse = (body: string | undefined): unknown => {
  if (body === undefined) throw new ControlError("The body is too large.");
  try {
    return JSON.parse(body);
  } catch {
    throw new ControlError("The body is not JSON.");
  }
};

export const createControl = (controls: Controls): Control => {
  const handlers = handlersOf(controls);
  return {
    answer: (method, path, query, body) => {
      const key = `${method} ${path.slice(controlPrefix.length)}`;
      const handler = Object.hasOwn(handlers, key) ? handlers[key] : undefined;
      if (handler === undefined) {
        const known = Object.keys(handlers).map((one) => one.replace(" ", ` ${controlPrefix}`));
        return failure(404, "NOT_FOUND", `No ${method} ${path}. Known: ${known.join(", ")}.`);
      }
      try {
        return { http: 200, body: JSON.stringify(handler(query, () => parse(body))) };
      } catch (error) {
        if (error instanceof ControlError) return failure(400, "INVALID_ARGUMENT", error.message);
        process.stderr.write(`collab emulator: ${path}: ${error instanceof Error ? error.stack : String(error)}\n`);
        return failure(500, "INTERNAL", "Internal error of the emulator; its stderr says more.");
      }
    },
  };
};
