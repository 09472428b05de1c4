/** The commands, in the order of the help. */
import type { Command } from "commander";
import { emulatorCommand } from "./emulator.ts";
import { reportCommand } from "./report.ts";
import { validateCommand } from "./validate.ts";

export const commands: readonly (() => Command)[] = [validateCommand, reportCommand, emulatorCommand];
