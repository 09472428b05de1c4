import { inspect } from "node:util";

/** The error that some work ends with; fails where there is none. */
export const errorOf = async (work: Promise<unknown>): Promise<Error> => {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome && outcome.error instanceof Error) return outcome.error;
  throw new Error(`expected an error, got ${inspect(outcome)}`);
};
