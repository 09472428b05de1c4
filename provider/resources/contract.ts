/**
 * What a resource kind is, to both adapters (dynamic resources and the native plugin). A kind knows neither: it gets inputs that were
 * checked, a state that was recorded, and a context; it answers with the state that the service is in now.
 */
import type { z } from "zod";
import type { OperationName } from "../../schema/service/index.ts";
import type { Audit } from "../audit/entry.ts";
import type { CollabClient } from "../client/index.ts";
import type { Settings } from "../configuration.ts";
import type { Example } from "./example.ts";

/** What is recorded of a resource: the inputs as they hold in the service, and what only the service knows. */
export interface State<Inputs, Computed> {
  readonly inputs: Inputs;
  readonly computed: Computed;
}

/** A finding about one input: `property` is a path such as `folders.design`, `reason` says what was expected and what to do. */
export interface Failure {
  readonly property: string;
  readonly reason: string;
}

/** Messages for the person at the terminal; each is shown on the resource or, where an adapter cannot, on the stack. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Progress: replaced by the next one, not kept in the log. */
  status(message: string): void;
}

/** What a handler may use. Nothing here reaches the network before the client is asked for. */
export interface Context {
  /** The service. Throws where the credentials or the address are not configured. */
  readonly client: CollabClient;
  readonly settings: Settings;
  readonly log: Log;
  /** Ends when the run is cancelled or the handler's deadline has passed. */
  readonly signal: AbortSignal;
  /**
   * What this run declares, by kind and identity: a replacement, or a resource under a new name, never takes away what is declared now.
   */
  readonly declared: ReadonlyMap<string, unknown>;
  /** Where what is sent is recorded; absent where nobody asked for it. */
  readonly audit?: Audit | undefined;
  /** Waits, in milliseconds; injected so that tests need no clock. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Inputs of the resources of this run, by kind and identity: for kinds that must look at others. */
export interface RunMemory {
  /** As this run declares them. */
  readonly declared: ReadonlyMap<string, unknown>;
  /** As an earlier run declared them. */
  readonly before: ReadonlyMap<string, unknown>;
  /** As they were recorded, where this run has compared them already. */
  readonly recorded: ReadonlyMap<string, unknown>;
}

/** How a resource is named in the service, and how that name becomes a Pulumi id. */
export interface Identity<Inputs> {
  /** For people: `organizationId/folderId`. */
  readonly format: string;
  render(inputs: Inputs): string;
  /**
   * The inputs that an id stands for, as `pulumi import` gives it.
   *
   * @throws RefusedError that names the id and what was expected, or says that the kind cannot be imported and what to do instead
   */
  parse(id: string): Partial<Inputs>;
}

/** Inputs as far as they are known: in a preview they may come from what other resources will be. */
export interface Known<Inputs> {
  /** What is known and has its shape; of a value that is known in parts, these. */
  readonly inputs: Partial<Inputs>;
  /** Inputs that are not known, or not as a whole: nothing follows from what they lack. */
  readonly unknown: ReadonlySet<string>;
}

/** One difference that Diff found; `none` leaves the state as it is. */
export interface Difference {
  /** Inputs that differ from what is recorded. */
  readonly changed: readonly string[];
  /** Said to the person, without stopping anything. */
  readonly warnings?: readonly string[];
}

/** What one step of a resource's life does in the service, for the reference; the suite of the kinds holds the calls against it. */
export interface Step {
  /** Operations that it may call. None: the service has nothing for it, or nothing is asked of it. */
  readonly operations: readonly OperationName[];
  /** What happens, and what the service cannot do. */
  readonly doc: string;
}

/** One page of what the service has. */
export interface Page {
  /** Ids as `identity.render` makes them, and names for people. */
  readonly items: readonly { readonly id: string; readonly name: string }[];
  /** Token of the next page; absent on the last one. */
  readonly next?: string | undefined;
}

/** How the service lists a kind. */
export interface Listing {
  /** What a query says. */
  readonly inputs: z.ZodObject;
  /** @param page absent `token`: the first page; `size` is a wish */
  page(
    context: Context,
    query: Readonly<Record<string, unknown>>,
    page: { readonly token?: string | undefined; readonly size?: number | undefined },
  ): Promise<Page>;
}

/** A resource kind: one file. Everything else (class, diff, validation, documentation) is derived from this. */
export interface ResourceKind<
  InputShape extends z.ZodObject = z.ZodObject,
  ComputedShape extends z.ZodObject = z.ZodObject,
  Inputs = z.output<InputShape>,
  Computed = z.output<ComputedShape>,
> {
  /** Last part of the type's name: `Folder`. */
  readonly token: string;
  /** One paragraph for the reference. */
  readonly doc: string;
  readonly inputs: InputShape;
  readonly computed: ComputedShape;
  /** What a program writes, where that differs from the inputs. */
  readonly args?: z.ZodObject;
  readonly identity: Identity<Inputs>;
  /** Inputs whose change makes another resource of it. */
  readonly replaceOn: readonly (keyof Inputs & string)[];
  /** Inputs whose change `check` or `diff` refuses, unless a setting allows it. */
  readonly refuseOn?: readonly (keyof Inputs & string)[];
  /** Inputs that say how to create, or how far a change may go: a change of them alone is no change. */
  readonly createOnly?: readonly (keyof Inputs & string)[];
  /** Defaults that make two ways of saying the same equal. */
  readonly defaults?: Partial<Inputs>;
  readonly steps: Readonly<Record<"create" | "read" | "update" | "delete", Step>>;
  /** Runnable programs, the simplest first. */
  readonly examples: readonly [Example, ...Example[]];
  /** Checks beyond the shape; pure. `old` is what was declared before, if anything. */
  check?(known: Known<Inputs>, settings: Settings, old: Inputs | undefined): readonly Failure[];
  /**
   * Inputs in the form that changes least against what was declared before, of those that are given; pure and idempotent. Each is brought
   * there by itself: others may not be known yet.
   */
  normalize?(inputs: Partial<Inputs>, old: Inputs | undefined, settings: Settings): Partial<Inputs>;
  /** Said to the person in every preview, of what is declared; pure. */
  notices?(known: Known<Inputs>, settings: Settings): readonly string[];
  /** Adds to the derived diff, or refuses the change by throwing a `RefusedError`; pure. */
  diff?(state: State<Inputs, Computed>, known: Known<Inputs>, settings: Settings, found: Difference, run: RunMemory): Difference;
  /**
   * What can be said in a preview of computed properties, before they are computed; all others are unknown then. Pure.
   *
   * @param state what is recorded, where the resource is there already
   */
  foreseen?(inputs: Inputs, state?: State<Inputs, Computed>): Partial<Computed>;
  /** The state as the service has it now; undefined where the resource is gone. */
  read(context: Context, state: State<Inputs, Computed>): Promise<State<Inputs, Computed> | undefined>;
  /**
   * What the service has under an id that `identity.parse` takes, as a declaration would have it; undefined where there is nothing. Absent
   * where no operation reads the kind: `identity.parse` then says what to do instead.
   */
  import?(context: Context, id: string): Promise<State<Inputs, Computed> | undefined>;
  /** Absent where no operation lists the kind. */
  readonly list?: Listing;
  /** Observes, ensures, and returns what the service now says. Adopts what is already as declared. */
  create(context: Context, inputs: Inputs): Promise<State<Inputs, Computed>>;
  update(context: Context, state: State<Inputs, Computed>, inputs: Inputs): Promise<State<Inputs, Computed>>;
  /** What is already gone is done. */
  delete(context: Context, state: State<Inputs, Computed>): Promise<void>;
  /** In place of delete where this run declares the same identity again: takes away only what the heir does not have. Default: nothing. */
  release?(context: Context, state: State<Inputs, Computed>, heir: Inputs): Promise<void>;
}

/** Fixes the types of a kind from its shapes. */
export const resourceKind = <InputShape extends z.ZodObject, ComputedShape extends z.ZodObject>(
  kind: ResourceKind<InputShape, ComputedShape>,
): ResourceKind<InputShape, ComputedShape> => kind;
