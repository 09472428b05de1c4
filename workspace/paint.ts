/** Emphasis in texts for people. Renderers are given a `Paint` and never look at a terminal themselves. */
import { styleText } from "node:util";

export type Emphasis = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Gives a piece of text emphasis, or leaves it as it is. */
export type Paint = (emphasis: Emphasis, text: string) => string;

/** No emphasis: for files, pipes and other programs. */
export const plain: Paint = (_emphasis, text) => text;

/** Colours of a terminal. */
export const colours: Paint = (emphasis, text) => styleText(emphasis, text, { validateStream: false });
