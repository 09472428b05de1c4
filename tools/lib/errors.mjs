/** Errors whose message is all that a person needs. */
export class SetupError extends Error {
  name = "SetupError";
}

/** Ends a script: a foreseeable error with its message alone, anything else with its stack. */
export const exitOn = (error) => {
  if (error instanceof SetupError) console.error(`\n${error.message}`);
  else console.error(error);
  process.exit(1);
};

/** Prints a help text and ends, where one was asked for. */
export const help = (text) => {
  if (!process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) return;
  console.log(text.trim());
  process.exit(0);
};
