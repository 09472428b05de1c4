/**
 * Runs work whose outputs reject. Pulumi ends a program at the first of them; here the promises that an output has beside its value would
 * count as unhandled.
 */
export const toleratingUnhandled = async (work: () => Promise<void>): Promise<void> => {
  const unhandled = (): void => {};
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", unhandled);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    process.off("unhandledRejection", unhandled);
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
};
