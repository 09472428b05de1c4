#!/usr/bin/env node
/** The program `collab`: what Pulumi itself does not do. */
import { createRequire } from "node:module";
import { Command } from "commander";
import { emulatorCommand } from "./commands/emulator.ts";

// The package by its own name: the way to it differs between sources and dist.
const { version } = createRequire(import.meta.url)("pulumi-collab/package.json") as { version: string };

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
  collab emulator --port 0
  collab emulator --help`,
  );

// A command added ready-made does not inherit the settings above by itself.
for (const command of [emulatorCommand()]) program.addCommand(command.copyInheritedSettings(program));

await program.parseAsync();
