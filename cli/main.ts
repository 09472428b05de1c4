#!/usr/bin/env node
/** The program `collab`: what Pulumi itself does not do. */
import { Command, type CommanderError } from "commander";
import { commands, usageErrors } from "./commands/index.ts";
import { endQuietlyOnClosedPipe } from "./output.ts";
import { version } from "./version.ts";

/** Exit code of a wrong command line, as shells have it; foreseeable failures of a command are 1. */
const usageError = 2;

/** Ends the process where the parser says so: help and version are no errors. */
const exitWith = (usage: number) => (error: CommanderError) => process.exit(error.exitCode === 0 ? 0 : usage);

const program = new Command("collab")
  .description("Collaboration workspaces as code: what Pulumi itself does not do.")
  .version(version)
  .exitOverride(exitWith(usageError))
  .showHelpAfterError("(add --help for the options)")
  .addHelpText(
    "after",
    `
Examples:
  collab init access --organization acme --ci github
  collab validate
  pulumi preview --json --show-sames | collab report
  collab drift --stack prod
  collab report --help`,
  );

// A command added ready-made does not inherit the settings above by itself.
for (const make of commands) {
  const command = make();
  program.addCommand(command.copyInheritedSettings(program).exitOverride(exitWith(usageErrors.get(command.name()) ?? usageError)));
}

endQuietlyOnClosedPipe();
await program.parseAsync();
