/** `pulumi import`: from an id to a resource as the service shows it. */
import type { Context, State } from "./contract.ts";
import { RefusedError } from "./errors.ts";
import { adopted } from "./identity.ts";
import type { AnyKind, Properties } from "./lifecycle.ts";
import type { Sight } from "./observe.ts";

/** What a read showed; an import has nothing else to go by. */
export const shown = <Seen>(found: Sight<Seen>, id: string): Seen => {
  if (found.readable) return found.seen;
  throw new RefusedError(
    `${JSON.stringify(id)} cannot be imported: the service's reads are switched off (advanced queries, in its console). ` +
      `Switch them on. Or: ${adopted}`,
  );
};

/**
 * The resource that `pulumi import` asks for; undefined where the service has none.
 *
 * @throws RefusedError where the id is none of the kind's, or the kind cannot be imported
 */
export const importResource = async (kind: AnyKind, context: Context, id: string): Promise<State<Properties, Properties> | undefined> => {
  for (const [key, value] of Object.entries(kind.identity.parse(id))) {
    const wrong = kind.inputs.shape[key]?.safeParse(value).error?.issues[0];
    if (wrong) throw new RefusedError(`${JSON.stringify(id)} cannot be imported: ${key} ${JSON.stringify(value)}: ${wrong.message}.`);
  }
  if (!kind.import) throw new RefusedError(`${kind.token} ${JSON.stringify(id)} cannot be imported. ${adopted}`);
  return kind.import(context, id);
};
