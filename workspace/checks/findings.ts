/** What checks found, while they look. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Found } from "../levels.ts";

/** `workspace.yaml:3:5`. */
export const placeOf = ({ source, entry }: Found): string => {
  const { file, line, column } = source.place(entry.key.start);
  return `${file}:${line}:${column}`;
};

export class Findings {
  readonly errors: Diagnostic[] = [];
  /** Of use only where nothing is wrong: what cannot be read may be what they miss. */
  readonly warnings: Diagnostic[] = [];

  error({ source, entry }: Found, message: string): void {
    this.errors.push(source.diagnose(entry.key, message));
  }

  warn({ source, entry }: Found, message: string, code?: "expiry"): void {
    this.warnings.push({ ...source.diagnose(entry.key, message, "warning"), ...(code === undefined ? {} : { code }) });
  }

  /** Remembers the first of each id, and reports every other one. */
  once<Place extends Found>(seen: Map<string, Place>, id: string, found: Place, message: () => string): void {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, found);
    else this.twice(first, found, message());
  }

  /** Reported at the later of the two, whichever was come upon first. */
  twice(one: Found, other: Found, message: string): void {
    const inOrder = one.source !== other.source || one.entry.key.start <= other.entry.key.start;
    const [first, second] = inOrder ? [one, other] : [other, one];
    const same = first.entry.key === second.entry.key;
    this.error(second, `${message}: ${same ? "an alias repeats it" : `first at ${placeOf(first)}`}`);
  }
}
