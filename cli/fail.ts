/** Ends the process because of something the user can put right: the message alone, exit code 1. */
export const fail = (message: string): never => {
  process.stderr.write(`collab: ${message}\n`);
  process.exit(1);
};
