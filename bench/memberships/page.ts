/** What was measured, and what it is held against. */
import { describeMachine, type Machine } from "../lib/machine.ts";
import { format, median } from "../lib/numbers.ts";

/** One `up`. */
interface Cost {
  readonly seconds: number;
  readonly calls: number;
}

/** The same `up` in both ways, one after the other. */
export interface Round {
  readonly alone: Cost;
  readonly coalesced: Cost;
}

/** Medians of the rounds. */
export interface Row {
  readonly way: "state written after each step" | "PULUMI_SKIP_CHECKPOINTS=true";
  readonly seconds: number;
  readonly secondsAlone: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** The most of all rounds. */
  readonly calls: number;
  readonly callsAlone: number;
  readonly most: { readonly ratio: number; readonly calls: number };
}

export interface Results {
  readonly machine: Machine;
  readonly memberships: number;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

export const rowOf = (way: Row["way"], memberships: number, rounds: readonly Round[]): Row => ({
  way,
  seconds: median(rounds.map(({ coalesced }) => coalesced.seconds)),
  secondsAlone: median(rounds.map(({ alone }) => alone.seconds)),
  ratio: median(rounds.map(({ alone, coalesced }) => coalesced.seconds / alone.seconds)),
  calls: Math.max(...rounds.map(({ coalesced }) => coalesced.calls)),
  callsAlone: median(rounds.map(({ alone }) => alone.calls)),
  most: { ratio: 1.2, calls: memberships / 2 },
});

export const isMet = ({ ratio, calls, most }: Row): boolean => ratio <= most.ratio && calls <= most.calls;

const verdict = (value: number, text: string, most: number): string =>
  value <= most ? `${text} (≤ ${most} met)` : `**${text} (≤ ${most} MISSED)**`;

export const toMarkdown = ({ machine, memberships, rounds, rows }: Results): string => {
  const lines = rows.map(({ way, seconds, secondsAlone, ratio, calls, callsAlone, most }) =>
    [
      way,
      seconds.toFixed(1),
      secondsAlone.toFixed(1),
      verdict(ratio, ratio.toFixed(2), most.ratio),
      verdict(calls, format(calls), most.calls),
      format(callsAlone),
    ].join(" | "),
  );
  return `# Single memberships

${memberships.toLocaleString("en")} \`Membership\` resources of one organization, created in one \`up\` at default parallelism, with calls coalesced and
without, in turn; ${rounds} rounds, by \`npm run bench -- memberships\`. ${describeMachine(machine)}.

- **s**: wall time of the command, median of the rounds; **alone**: without coalescing.
- **ratio**: coalesced to alone, median of the rounds' ratios.
- **calls**: that the emulator logged, the most of all rounds.

| engine | s | alone, s | ratio | calls | alone, calls |
|---|---|---|---|---|---|
${lines.map((line) => `| ${line} |`).join("\n")}

Nearly all of the time is the engine's: it writes its whole state after each step. Many members belong in a \`MembershipSet\` (\`scale.md\`).
`;
};
