/** Numbers that are held against a target, and tables of them. */
import { format } from "./numbers.ts";

/** A number and what it must not exceed. */
export interface Judged {
  readonly value: number;
  readonly atMost?: number;
}

export const judged = (value: number, atMost: number | undefined): Judged => (atMost === undefined ? { value } : { value, atMost });

/** NaN, what was not measured, meets nothing. */
export const isMet = ({ value, atMost }: Judged): boolean => atMost === undefined || value <= atMost;

/** `1.21 (≤ 1.3 met)` */
export const verdict = (number: Judged): string => {
  const { value, atMost } = number;
  if (atMost === undefined) return format(value);
  const rounded = value >= 100 ? format(value) : String(Number(value.toFixed(2)));
  // A miss by less than what is rounded away must not look like a hit.
  const text = isMet(number) || Number(value.toFixed(2)) > atMost ? rounded : String(value);
  return isMet(number) ? `${text} (≤ ${atMost} met)` : `**${text} (≤ ${atMost} MISSED)**`;
};

/** A Markdown table. */
export const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
