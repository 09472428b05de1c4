/** What commands write: results on stdout, everything else on stderr; colours only where a person looks. */
import { colours, type Paint, plain } from "../workspace/paint.ts";

/** Whether a stream is a terminal that wants colours: https://no-color.org, and terminals that have none. */
export const wantsColour = (stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean =>
  stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";

/** The emphasis that stdout can show. */
export const stdoutPaint = (): Paint => (wantsColour(process.stdout) ? colours : plain);

/** Writes a result; the process ends by itself when the reader has it all. */
export const print = (text: string): void => void process.stdout.write(text);

/** Who reads may stop early (`collab … | head`): that is no failure. */
export const endQuietlyOnClosedPipe = (): void => {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    throw error;
  });
};
