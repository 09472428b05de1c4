/** The JSON of Pulumi's `preview`, `up` and `refresh`, to what is needed of it here. Both forms: one value, and a stream of events. */
import { z } from "zod";

/** Properties as the engine shows them. */
export type Properties = Readonly<Record<string, unknown>>;

/** One side of a step. */
export interface ResourceState {
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Why the last run did not finish this resource; empty where it did. */
  readonly unfinished: readonly string[];
  readonly retained: boolean;
}

/** What the engine does, would do or saw with one resource of ours. */
export interface ResourceStep {
  readonly op: string;
  /** `Folder`. */
  readonly kind: string;
  /** The resource's name in the program. */
  readonly name: string;
  readonly old: ResourceState | undefined;
  readonly new: ResourceState | undefined;
  /** An `up` that failed at this resource, or ended before it was done. */
  readonly failed: boolean;
}

export interface EngineMessage {
  readonly severity: "error" | "warning" | "info";
  readonly text: string;
}

/** One run of the engine, as far as it is about this package. */
export interface EngineRun {
  readonly of: "preview" | "update";
  readonly project: string | undefined;
  readonly stack: string | undefined;
  /** The stack's configuration as text; secrets are masked by the engine. */
  readonly config: Readonly<Record<string, string>>;
  readonly steps: readonly ResourceStep[];
  readonly messages: readonly EngineMessage[];
  /** Whether unchanged resources are among the steps. */
  readonly complete: boolean;
  readonly failed: boolean;
}

/** The text is not what Pulumi writes; the message says what it is and how to get the right one. */
export class RunFormatError extends Error {
  override readonly name = "RunFormatError";
}

const state = z
  .object({
    inputs: z.record(z.string(), z.unknown()).nullish(),
    outputs: z.record(z.string(), z.unknown()).nullish(),
    initErrors: z.array(z.string()).nullish(),
    retainOnDelete: z.boolean().nullish(),
  })
  .nullish();
const config = z.record(z.string(), z.unknown()).nullish();
const diagnostic = z.object({ severity: z.string(), message: z.string().default("") });

const digestShape = z.object({
  config,
  steps: z.array(z.object({ op: z.string(), urn: z.string(), oldState: state, newState: state })).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});
type Digest = z.infer<typeof digestShape>;

const metadata = z.object({ metadata: z.object({ op: z.string(), urn: z.string(), old: state, new: state }) }).optional();
const eventShape = z.object({
  preludeEvent: z.object({ config }).optional(),
  resourcePreEvent: metadata,
  resOutputsEvent: metadata,
  resOpFailedEvent: metadata,
  diagnosticEvent: diagnostic.optional(),
  summaryEvent: z.object({ isPreview: z.boolean().default(false), result: z.string().default("succeeded") }).optional(),
});

/** A URN of ours: both `pulumi-nodejs:dynamic/collab:Folder` and the plugin's `collab:index:Folder`. */
const urnShape = /^urn:pulumi:(?<stack>[^:]+)::(?<project>[^:]+)::(?:.*[$])?(?<type>[^:$]+:[^$]*?)::(?<name>.+)$/su;
const ownType = /(?:^collab:(?:[^:]*:)?|[/]collab:)(?<kind>[A-Za-z]+)$/u;

const stateOf = (raw: z.infer<typeof state>): ResourceState | undefined =>
  raw
    ? { inputs: raw.inputs ?? {}, outputs: raw.outputs ?? {}, unfinished: raw.initErrors ?? [], retained: raw.retainOnDelete ?? false }
    : undefined;

class Collector {
  readonly steps = new Map<string, ResourceStep>();
  readonly messages: EngineMessage[] = [];
  config: Record<string, string> = {};
  project: string | undefined;
  stack: string | undefined;
  /** Unchanged resources among the steps, of whatever package. */
  same = 0;
  /** What has begun and not ended. */
  readonly #open = new Set<string>();

  /** An `up` that is at an end: what it has begun and not ended has failed. */
  close(): void {
    for (const urn of this.#open) {
      const step = this.steps.get(urn);
      if (step && step.op !== "same") this.steps.set(urn, { ...step, failed: true });
    }
  }

  begin(urn: string): void {
    this.#open.add(urn);
  }

  end(urn: string): void {
    this.#open.delete(urn);
  }

  step(urn: string, op: string, old: z.infer<typeof state>, next: z.infer<typeof state>, failed = false): void {
    const { stack, project, type = "", name = "" } = urnShape.exec(urn)?.groups ?? {};
    this.stack ??= stack;
    this.project ??= project;
    const kind = ownType.exec(type)?.groups?.["kind"];
    if (op === "same") this.same += 1;
    if (kind === undefined) return;
    const known = this.steps.get(urn);
    const [before, after] = [stateOf(old), stateOf(next)];
    // A replacement is several steps: what was is in one, what will be in another, and one of them may have both.
    const replacing = op !== known?.op && known !== undefined && /replace/.test(op + known.op);
    this.steps.set(urn, {
      op: replacing ? "replace" : op,
      kind,
      name,
      old: replacing ? (known.old ?? before) : before,
      new: replacing ? (op === "delete-replaced" ? known.new : (after ?? known.new)) : after,
      failed: failed || (known?.failed ?? false),
    });
  }

  message({ severity, message }: z.infer<typeof diagnostic>): void {
    const text = message.trim();
    const known =
      severity === "error" || severity === "warning" || severity === "info" ? severity : severity === "info#err" ? "info" : undefined;
    if (known === undefined || text === "" || this.messages.some((one) => one.text === text)) return;
    this.messages.push({ severity: known, text });
  }

  configure(values: z.infer<typeof config>): void {
    this.config = Object.fromEntries(
      Object.entries(values ?? {}).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    );
  }

  run(of: EngineRun["of"], complete: boolean, failed: boolean): EngineRun {
    const { project, stack, config: settings, messages } = this;
    const steps = [...this.steps.values()];
    return {
      of,
      project,
      stack,
      config: settings,
      steps,
      messages,
      complete,
      failed: failed || messages.some(({ severity }) => severity === "error"),
    };
  }
}

const fromDigest = ({ config: settings, steps, diagnostics, changeSummary }: Digest): EngineRun => {
  const collector = new Collector();
  collector.configure(settings);
  for (const { op, urn, oldState, newState } of steps ?? []) collector.step(urn, op, oldState, newState);
  for (const one of diagnostics ?? []) collector.message(one);
  // The summary counts all unchanged resources; the steps have them only where they were asked for.
  return collector.run("preview", collector.same >= (changeSummary?.["same"] ?? 0), false);
};

const fromEvents = (lines: readonly string[]): EngineRun => {
  const collector = new Collector();
  let of: EngineRun["of"] = "update";
  let result = "succeeded";
  for (const line of lines) {
    const event = eventShape.safeParse(parseJson(line));
    if (!event.success) continue;
    const { preludeEvent, resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent, summaryEvent } = event.data;
    if (preludeEvent) collector.configure(preludeEvent.config);
    for (const one of [resourcePreEvent, resOutputsEvent, resOpFailedEvent]) {
      if (!one) continue;
      const { urn, op, old, new: next } = one.metadata;
      if (one === resourcePreEvent) collector.begin(urn);
      else collector.end(urn);
      collector.step(urn, op, old, next, one === resOpFailedEvent);
    }
    if (diagnosticEvent) collector.message(diagnosticEvent);
    if (summaryEvent) {
      if (summaryEvent.isPreview) of = "preview";
      result = summaryEvent.result;
    }
  }
  if (of === "update") collector.close();
  return collector.run(of, true, result !== "succeeded");
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const hint = "Make it with `pulumi preview --json --show-sames > preview.json`.";

/**
 * Reads what `pulumi preview --json`, `pulumi up --json` or a stream of engine events has written.
 *
 * @throws RunFormatError where it is neither
 */
export const readRun = (text: string): EngineRun => {
  if (text.trim() === "") throw new RunFormatError(`There is nothing in it. ${hint}`);
  const whole = parseJson(text);
  if (whole !== undefined) {
    const digest = digestShape.safeParse(whole);
    if (digest.success && (digest.data.steps || digest.data.changeSummary || digest.data.diagnostics)) return fromDigest(digest.data);
  }
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  if (lines.some((line) => /^\{"sequence":\d+,/.test(line))) return fromEvents(lines);
  throw new RunFormatError(`This is not the JSON of a preview or an update. ${hint}`);
};
