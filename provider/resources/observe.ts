/** How handlers look at the service: with patience where a write may not be visible yet, and without where nothing was written. */
import { CollabError } from "../client/index.ts";
import type { Context } from "./contract.ts";

/** Waits between looks after a write, in milliseconds: a write may become visible late. */
const patience = [0, 100, 200, 400, 800] as const;

/**
 * Looks until `accept` is content, at most six times.
 *
 * @param look `fresh` asks for a call of its own: what others read a moment ago may be what the write has not reached yet
 * @returns the last thing seen, accepted or not
 */
export const lookUntil = async <Seen>(
  context: Context,
  look: (fresh: boolean) => Promise<Seen>,
  accept: (seen: Seen) => boolean,
): Promise<Seen> => {
  let seen = await look(false);
  for (const wait of patience) {
    if (accept(seen)) return seen;
    await context.sleep(wait);
    seen = await look(true);
  }
  return seen;
};

/** What a read answered; `unreadable` where the service's option for reads is off (operation 3, preconditions). */
export type Sight<Seen> = { readonly readable: true; readonly seen: Seen } | { readonly readable: false };

/** Reads, and tells "reads are switched off" apart from every other failure. */
export const sight = async <Seen>(look: () => Promise<Seen>): Promise<Sight<Seen>> => {
  try {
    return { readable: true, seen: await look() };
  } catch (error) {
    if (error instanceof CollabError && error.code === "precondition") return { readable: false };
    throw error;
  }
};

/** The state as it was recorded, where the service's reads are switched off; said once. */
export const trusted = <Recorded>({ log }: Context, state: Recorded): Recorded => {
  log.warn("the service's reads are switched off (advanced queries, in its console): a refresh shows what the last `up` recorded.");
  return state;
};
