/** Completion of `collab` in shells, made from the commands themselves. Pure. */
import type { Command, Option } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** An option as shells complete it. */
interface Flag {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

const flagOf = ({ long, short, description, required, optional, argChoices }: Option): Flag => ({
  long: long ?? "",
  short: short ?? undefined,
  description,
  takesValue: required || optional,
  choices: argChoices ?? [],
});

const help: Flag = { long: "--help", short: "-h", description: "show the help", takesValue: false, choices: [] };

const flagsOf = (command: Command): Flag[] => [...command.options.map(flagOf), help];

/** In single quotes, for any shell: texts of ours have no backslash in them. */
const quoted = (text: string): string => `'${text.replaceAll("'", "’")}'`;

const bash = (program: Command): string => {
  const values = program.commands.flatMap((command) =>
    flagsOf(command).flatMap(({ long, choices }) =>
      choices.length === 0 ? [] : [`    ${quoted(`${command.name()} ${long}`)}) words=${quoted(choices.join(" "))} ;;`],
    ),
  );
  const flags = program.commands.map(
    (command) =>
      `      ${command.name()}) words=${quoted(
        flagsOf(command)
          .map(({ long }) => long)
          .join(" "),
      )} ;;`,
  );
  return `_collab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then command="$word"; break; fi
  done
  case "$command $previous" in
${values.join("\n")}
    *) case "$command" in
      "") words=${quoted([...program.commands.map((command) => command.name()), "--help", "--version"].join(" "))} ;;
${flags.join("\n")}
      esac
      if [[ -n $command && $current != -* ]]; then words=""; fi ;;
  esac
  COMPREPLY=()
  if [[ -n $words ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  else
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _collab collab
`;
};

/** What zsh takes for syntax inside of a description. */
const forZsh = (text: string): string => text.replace(/[[\]:]/g, (character) => `\\${character}`);

const zsh = (program: Command): string => {
  const described = program.commands.map((command) => `    ${quoted(`${command.name()}:${forZsh(command.summary())}`)}`);
  const cases = program.commands.map((command) => {
    const flags = flagsOf(command).map(({ long, description, takesValue, choices }) => {
      const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(" ")})` : "_files"}` : "";
      return `        ${quoted(`${long}[${forZsh(description)}]${value}`)}`;
    });
    return `    ${command.name()})\n      _arguments \\\n${[...flags, `        '*:file:_files'`].join(" \\\n")} ;;`;
  });
  return `#compdef collab
_collab() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _collab collab
`;
};

const fish = (program: Command): string => {
  const lines = program.commands.flatMap((command) => [
    `complete -c collab -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.summary())}`,
    ...flagsOf(command).map(({ long, short, description, takesValue, choices }) => {
      const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : "";
      const letter = short === undefined ? "" : ` -s ${short.slice(1)}`;
      return `complete -c collab -n '__fish_seen_subcommand_from ${command.name()}' -l ${long.slice(2)}${letter}${value} -d ${quoted(description)}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
};

const scripts: Readonly<Record<Shell, (program: Command) => string>> = { bash, zsh, fish };

/** The script that a shell reads. */
export const completionScript = (shell: Shell, program: Command): string => scripts[shell](program);
