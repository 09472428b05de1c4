/** Functions as a program calls them: arguments plain or as outputs, the result as an output. They run in the program, previews included. */
import * as pulumi from "./sdk.ts";
import type { z } from "zod";
import { type CollabClient, createClient } from "../client/index.ts";
import { type Configuration, configurationKeys, parseConfiguration } from "../configuration.ts";
import type { FunctionKind } from "../functions/contract.ts";
import { messageOf } from "../resources/errors.ts";
import type { Arguments } from "./resource-class.ts";

let shared: { readonly configuration: Configuration; client?: CollabClient } | undefined;

/** One client a program, configured as the resources are. */
const connect = () => {
  if (!shared) {
    const config = new pulumi.Config("collab");
    const entries = configurationKeys.flatMap((key) => {
      const value = config.get(key);
      return value === undefined ? [] : [[key, value] as const];
    });
    shared = { configuration: parseConfiguration(Object.fromEntries(entries), process.env) };
  }
  shared.client ??= createClient(shared.configuration.connection());
  return { client: shared.client, settings: shared.configuration.settings };
};

/** A function of the package: the result is an output; what is secret in it stays so. */
export type Invoke<InputShape extends z.ZodObject, OutputShape extends z.ZodObject> = (
  args: Arguments<InputShape>,
) => pulumi.Output<pulumi.Unwrap<z.output<OutputShape>>>;

/**
 * Makes a function callable from programs.
 *
 * @throws RunError, through the output, with what was wrong with the arguments or what the service said
 */
export const invoker =
  <InputShape extends z.ZodObject, OutputShape extends z.ZodObject>(
    kind: FunctionKind<InputShape, OutputShape>,
  ): Invoke<InputShape, OutputShape> =>
  (args) => {
    const result = pulumi.output<object>({ ...args }).apply(async (known) => {
      const parsed = kind.inputs.safeParse(known);
      if (!parsed.success) {
        const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
        throw new pulumi.RunError(`collab.${kind.token}: ${wrong.join("; ")}`);
      }
      try {
        return await kind.invoke({ ...connect(), signal: AbortSignal.timeout(10 * 60_000) }, parsed.data);
      } catch (error) {
        throw new pulumi.RunError(`collab.${kind.token}: ${messageOf(error)}`);
      }
    });
    // Wrapped as a whole: an output knows only one secrecy, and a part of a secret must not slip out with the rest.
    return kind.secretOutputs.length > 0 ? pulumi.secret(result) : pulumi.output(result);
  };
