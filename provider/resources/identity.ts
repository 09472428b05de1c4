/** How resources are named: the ids of their inputs, joined to one; and how `pulumi import` gets from such a name back to the ids. */
import type { Identity } from "./contract.ts";
import { RefusedError } from "./errors.ts";

/** Joins ids to a Pulumi id; `/` and `%` inside an id are percent-encoded so that it can be taken apart again. */
export const joinId = (...ids: readonly string[]): string => ids.map((id) => id.replaceAll("%", "%25").replaceAll("/", "%2F")).join("/");

const splitId = (id: string): string[] => id.split("/").map((part) => part.replaceAll("%2F", "/").replaceAll("%25", "%"));

/** An identity that is made of some inputs, all of them texts. */
interface Joined<Key extends string> extends Identity<Record<Key, string>> {
  parse(id: string): Record<Key, string>;
}

/** A name of the values of some inputs, in their order: `organizationId/folderId`. */
export const identifiedBy = <const Key extends string>(token: string, ...keys: readonly Key[]): Joined<Key> => {
  const format = keys.join("/");
  return {
    format,
    render: (inputs) => joinId(...keys.map((key) => inputs[key])),
    parse(id) {
      const ids = splitId(id);
      // What does not come back as it was given was not written by us: a `%` that stands for nothing, for one.
      if (ids.length !== keys.length || ids.includes("") || joinId(...ids) !== id) {
        throw new RefusedError(
          `${JSON.stringify(id)} is not the id of ${/^[AEIOU]/.test(token) ? "an" : "a"} ${token}: expected ${format}, ` +
            "where a / inside an id is written %2F and a % is written %25. Import it again under that id.",
        );
      }
      return Object.fromEntries(keys.map((key, index) => [key, ids[index]])) as Record<Key, string>;
    },
  };
};

/** What a kind without reads does instead of an import. */
export const adopted = "Declare it: the first `up` takes over what is there already.";

/**
 * The `parse` of a kind that no operation reads: an import could only invent its inputs.
 *
 * @param why which operation is missing
 * @param instead what to do
 */
export const notImported =
  (token: string, why: string, instead = adopted) =>
  (id: string): never => {
    throw new RefusedError(`${token} ${JSON.stringify(id)} cannot be imported: ${why}. ${instead}`);
  };
