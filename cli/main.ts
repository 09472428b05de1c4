#!/usr/bin/env node
/** The program `collab`: what Pulumi itself does not do. */
import { Command } from "commander";
import { commands } from "./commands/index.ts";
import { endQuietlyOnClosedPipe } from "./output.ts";
import { version } from "./version.ts";

/** Exit code of a wrong command line, as shells have it; foreseeable failures of a command are 1. */
const usageError = 2;

const program = new Command("collab")
  .description("Collaboration workspaces as code: what Pulumi itself does not do.")
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : usageError))
  .showHelpAfterError("(add --help for the options)")
  .addHelpText(
    "after",
    `
Examples:
  collab validate
  collab emulator --port 0
  collab emulator --help`,
  );

// A command added ready-made does not inherit the settings above by itself.
for (const make of commands) program.addCommand(make().copyInheritedSettings(program));

endQuietlyOnClosedPipe();
await program.parseAsync();
