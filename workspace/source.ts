/** Files and globs to text. What cannot be read is a diagnostic, beside everything that could. */
import { isUtf8 } from "node:buffer";
import { globSync, readFileSync, statSync, type Stats } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Diagnostic } from "./diagnostics.ts";

/** A workspace file's text, and its name as messages give it. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface SourceResult {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads files and globs (those of Node's `fs.glob`), relative to `cwd`: each file once.
 */
export const readSources = (files: string | readonly string[], options: { cwd?: string } = {}): SourceResult => {
  const cwd = options.cwd ?? process.cwd();
  const wanted = typeof files === "string" ? [files] : files;
  const diagnostics: Diagnostic[] = [];
  /** By absolute path: two globs may find the same file. */
  const found = new Map<string, string>();
  for (const file of wanted) {
    const matches = expand(file, cwd);
    if (matches.length === 0) diagnostics.push(whole(file, "no file matches this pattern"));
    for (const match of matches) {
      const path = resolve(cwd, match);
      if (!found.has(path)) found.set(path, match.replaceAll(sep, "/"));
    }
  }
  if (wanted.length === 0) diagnostics.push(whole("workspace", "no workspace file is named"));
  const sources: Source[] = [];
  for (const [path, file] of found) {
    const read = readSource(path, file);
    if ("severity" in read) diagnostics.push(read);
    else sources.push(read);
  }
  return { sources, diagnostics };
};

/** About a file as a whole. */
const whole = (file: string, message: string): Diagnostic => ({ file, line: 1, column: 1, severity: "error", message });

/** A name that exists is that file, even where it looks like a pattern. */
const expand = (file: string, cwd: string): string[] => {
  if (!/[*?[{]/.test(file) || status(resolve(cwd, file)) !== undefined) return [file];
  return globSync(file, { cwd }).filter((match) => status(resolve(cwd, match))?.isFile());
};

/** What a path names, if anything. Why it names nothing is found out where it is read. */
const status = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

const readSource = (path: string, file: string): Source | Diagnostic => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return whole(file, reason(error, file));
  }
  if (!isUtf8(bytes)) return notUtf8(bytes, file);
  // Decoding takes the byte order mark away.
  return { file, text: new TextDecoder().decode(bytes) };
};

const reason = (error: unknown, file: string): string => {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EISDIR") return `this is a directory: name its files, for example \`${join(file, "*.yaml").replaceAll(sep, "/")}\``;
  if (code === "EACCES" || code === "EPERM") return "the file may not be read: permission denied";
  return `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
};

/** The first byte that is not UTF-8. A newline is never part of another character, so whole lines can be passed over. */
const notUtf8 = (bytes: Buffer, file: string): Diagnostic => {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return whole(file, "the file is UTF-16, not UTF-8: save it as UTF-8");
  let lineStart = 0;
  let line = 1;
  for (let end = bytes.indexOf(10); end !== -1 && isUtf8(bytes.subarray(lineStart, end)); end = bytes.indexOf(10, lineStart)) {
    lineStart = end + 1;
    line += 1;
  }
  let offset = lineStart;
  let column = 1;
  for (
    let length = characterLength(bytes[offset]);
    isUtf8(bytes.subarray(offset, offset + length));
    length = characterLength(bytes[offset])
  ) {
    offset += length;
    column += 1;
  }
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, "0");
  const message = `not UTF-8: byte 0x${byte} at offset ${offset}: save the file as UTF-8`;
  return { file, line, column, severity: "error", message };
};

const characterLength = (lead = 0): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
