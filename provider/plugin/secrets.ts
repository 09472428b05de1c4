/** What must not be shown: values that the program marked as secret. They stay marked on every way back, and out of every text. */
import { redacted } from "../../schema/service/index.ts";
import { isUnknown } from "../bag.ts";

/** A part of a text is looked for from this length on; anything shorter only where it is the whole value. */
const shortest = 4;

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

export class Secrets {
  readonly #paths = new Set<string>();
  readonly #texts = new Set<string>();

  /** Remembers that what is at a path is secret. */
  note(path: readonly string[], value: unknown): void {
    this.#paths.add(keyOf(path));
    this.#remember(value);
  }

  #remember(value: unknown): void {
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) this.#remember(member);
    } else if ((typeof value === "string" && value !== "" && !isUnknown(value)) || typeof value === "number") {
      this.#texts.add(String(value));
    }
  }

  /** Takes over what others know. */
  join(others: Secrets): void {
    for (const path of others.#paths) this.#paths.add(path);
    for (const text of others.#texts) this.#texts.add(text);
  }

  /** Whether anything at all is secret. */
  get any(): boolean {
    return this.#paths.size > 0 || this.#texts.size > 0;
  }

  /** Whether a property, or something in it, was marked. */
  touches(property: string): boolean {
    const start = keyOf([property]).slice(0, -1);
    return [...this.#paths].some((path) => path === `${start}]` || path.startsWith(`${start},`));
  }

  /** Whether a value has to be marked: its place was, or its text is one that was. */
  covers(path: readonly string[], value: unknown): boolean {
    if (this.#paths.has(keyOf(path))) return true;
    if (typeof value !== "string" || isUnknown(value)) return false;
    return this.#texts.has(value) || [...this.#texts].some((text) => text.length >= shortest && value.includes(text));
  }

  /** A text for people, without the secrets in it. */
  hide(text: string): string {
    return [...this.#texts]
      .toSorted((one, other) => other.length - one.length)
      .reduce((shown, secret) => this.#without(shown, secret), text);
  }

  /** Short ones stand as a word of their own; inside of other words they are chance. */
  #without(text: string, secret: string): string {
    const spellings = [...new Set([secret, JSON.stringify(secret).slice(1, -1)])];
    if (secret.length >= shortest) return spellings.reduce((shown, spelling) => shown.replaceAll(spelling, redacted), text);
    const escaped = spellings.map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu"), redacted);
  }
}
