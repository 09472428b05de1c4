/** Typed Pulumi classes, derived from the kinds. */
import * as pulumi from "./sdk.ts";
import type { z } from "zod";
import type { AnyKind } from "../resources/lifecycle.ts";
import { withoutContradiction } from "./contradictions.ts";
import { parentsDeclared } from "./parents-declared.ts";
import { registration } from "./served-by.ts";

/** Arguments of a class: every input plain, as a promise, or as another resource's output. */
export type Arguments<Shape extends z.ZodObject> = {
  [Key in keyof z.input<Shape>]: pulumi.Input<z.input<Shape>[Key]>;
};

/** Outputs of a resource, one per property. */
export type Outputs<Shape extends z.ZodObject> = {
  readonly [Key in keyof z.output<Shape>]-?: pulumi.Output<z.output<Shape>[Key]>;
};

/** A class of resources. */
export interface ResourceClass<Args, Properties> {
  /**
   * Declares a resource.
   *
   * @param name unique among the program's resources of this kind
   * @param args what is declared
   * @param opts Pulumi's options; `deleteBeforeReplace` is on unless they say otherwise
   */
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource & Properties;
  readonly prototype: pulumi.CustomResource & Properties;
}

/** Registers with the engine; the typed classes below differ in arguments and outputs only. */
class WorkspaceResource extends pulumi.CustomResource {
  constructor(kind: AnyKind, name: string, inputs: pulumi.Inputs, opts: pulumi.CustomResourceOptions = {}) {
    // Outputs that are no inputs are declared as undefined, or the SDK would not make properties of them.
    const properties = [...Object.keys(kind.inputs.shape), ...Object.keys(kind.computed.shape)];
    const absent = Object.fromEntries(properties.map((key) => [key, undefined]));
    const declared = withoutContradiction(kind.token, name, inputs);
    const given = { ...absent, ...parentsDeclared(kind, inputs), ...declared };
    const { type, inputs: registered, options } = registration(kind.token, given, opts);
    const limit = Error.stackTraceLimit;
    // The SDK takes a stack for each of four promises a property, to name those that leak, and maps it to sources: half of what a resource
    // costs. Where the program stands in the source it finds by a stack of its own, without a limit.
    if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 0;
    try {
      super(type, name, registered, options);
    } finally {
      Error.stackTraceLimit = limit;
    }
  }
}

/**
 * The class of a kind.
 *
 * @param encode turns what a program writes into the kind's inputs, where the two differ
 */
export const resourceClass = <
  InputShape extends z.ZodObject,
  ComputedShape extends z.ZodObject,
  Args extends object = Arguments<InputShape>,
>(
  kind: { readonly token: string; readonly inputs: InputShape; readonly computed: ComputedShape } & AnyKind,
  encode?: (name: string, args: Args, opts: pulumi.CustomResourceOptions | undefined) => pulumi.Inputs,
): ResourceClass<Args, Outputs<InputShape> & Outputs<ComputedShape>> => {
  const Class = class extends WorkspaceResource {
    constructor(name: string, args: Args, opts?: pulumi.CustomResourceOptions) {
      super(kind, name, encode ? encode(name, args, opts) : { ...args }, opts);
    }
  };
  Object.defineProperty(Class, "name", { value: kind.token });
  // The properties are made by the SDK from the names above: no type can follow that.
  return Class as unknown as ResourceClass<Args, Outputs<InputShape> & Outputs<ComputedShape>>;
};
