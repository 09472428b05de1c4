/** The commands, in the order of the help. */
import type { Command } from "commander";
import { emulatorCommand } from "./emulator.ts";
import { validateCommand } from "./validate.ts";

export const commands: readonly (() => Command)[] = [validateCommand, emulatorCommand];
