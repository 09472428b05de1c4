/** A function: a read that is not a resource. It knows no adapter, as the resource kinds do not. */
import type { z } from "zod";
import type { OperationName } from "../../schema/service/index.ts";
import type { Context } from "../resources/contract.ts";
import type { Example } from "../resources/example.ts";

export interface FunctionKind<InputShape extends z.ZodObject = z.ZodObject, OutputShape extends z.ZodObject = z.ZodObject> {
  /** `getFolders`. */
  readonly token: string;
  /** One paragraph for the reference. */
  readonly doc: string;
  readonly inputs: InputShape;
  readonly outputs: OutputShape;
  /** Outputs that must never be shown. */
  readonly secretOutputs: readonly (keyof z.output<OutputShape> & string)[];
  /** Operations that it may call. */
  readonly operations: readonly OperationName[];
  /** Runnable programs, the simplest first. */
  readonly examples: readonly [Example, ...Example[]];
  invoke(context: Pick<Context, "client" | "settings" | "signal">, inputs: z.output<InputShape>): Promise<z.output<OutputShape>>;
}

/** Fixes the types of a function from its shapes. */
export const functionKind = <InputShape extends z.ZodObject, OutputShape extends z.ZodObject>(
  kind: FunctionKind<InputShape, OutputShape>,
): FunctionKind<InputShape, OutputShape> => kind;
