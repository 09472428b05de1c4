/** The commands, in the order of the help. */
import type { Command } from "commander";
import { completionCommand } from "./completion.ts";
import { driftCommand } from "./drift.ts";
import { emulatorCommand } from "./emulator.ts";
import { exportCommand } from "./export.ts";
import { initCommand } from "./init.ts";
import { reportCommand } from "./report.ts";
import { validateCommand } from "./validate.ts";

export const commands: readonly (() => Command)[] = [
  initCommand,
  validateCommand,
  reportCommand,
  driftCommand,
  exportCommand,
  emulatorCommand,
  completionCommand,
];

/**
 * Exit codes of a wrong command line, by command, where it is not 2 as shells have it: an exit code 2 of `drift` says that there is drift, and a
 * typing error must not read so.
 */
export const usageErrors: ReadonlyMap<string, number> = new Map([["drift", 1]]);
