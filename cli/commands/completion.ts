/** `collab completion`: what a shell reads to complete commands and options. */
import { Argument, Command } from "commander";
import { completionScript, type Shell, shells } from "../completion.ts";
import { print } from "../output.ts";

export const completionCommand = (): Command =>
  new Command("completion")
    .summary("print a shell's completion script")
    .description("Prints the script with which a shell completes commands, options and their values.")
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .addHelpText(
      "after",
      `
Examples:
  source <(collab completion bash)                                       in ~/.bashrc
  source <(collab completion zsh)                                        in ~/.zshrc, after compinit
  collab completion fish > ~/.config/fish/completions/collab.fish`,
    )
    .action((shell: Shell, _options, command: Command) => print(completionScript(shell, command.parent ?? command)));
