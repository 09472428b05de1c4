/** Members from CSV (RFC 4180): a header that names the columns, and a line for each member. */
import { CsvError, type InfoRecord, parse } from "csv-parse/sync";
import type { SourceFile, Span, YamlEntry } from "../tree.ts";
import { nearest, show } from "../words.ts";
import { aliases, type MembersTree, membersOfRows, type Row } from "./rows.ts";

const columns = ["userId", "role", "name", "email", "initial", "until", "reason", "ticket"];

/** A record of csv-parse, with what it was made of. */
interface Line {
  readonly record: readonly string[];
  readonly span: Span;
}

/** The members of a CSV file. */
export const readCsv = (source: SourceFile): MembersTree => {
  try {
    const [header, ...lines] = parseLines(source);
    if (header === undefined) return { diagnostics: [source.diagnose(source.line(1), "the file is empty: begin it with `userId,role`")] };
    return new CsvReader(source, header).read(lines);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = { lines: Number(Reflect.get(error, "lines")), raw: Reflect.get(error, "raw") };
    return { diagnostics: [source.diagnose(source.line(firstLine(where)), inWords(error))] };
  }
};

const parseLines = (source: SourceFile): Line[] => {
  const options = { info: true, raw: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const;
  const [firstOfFile = ""] = source.text.split("\n", 1);
  // Spreadsheets of many countries write semicolons.
  const delimiter = firstOfFile.includes(";") && !firstOfFile.includes(",") ? ";" : ",";
  const records = parse(source.text, { ...options, delimiter, record_delimiter: ["\r\n", "\n", "\r"] });
  // What `raw` and `info` add to a record is not in csv-parse's types.
  return (records as unknown as { record: string[]; raw: string; info: InfoRecord }[]).map(({ record, raw, info: { lines } }) => ({
    record,
    span: source.line(firstLine({ lines, raw })),
  }));
};

/** csv-parse counts to the end of a record, which may have begun lines before. */
const firstLine = ({ lines, raw }: { readonly lines: number; readonly raw?: unknown }): number => {
  const inside = typeof raw === "string" ? raw.replaceAll(/^\s+|[\r\n]+$/g, "").match(/\r\n|\n|\r/g) : null;
  return lines - (inside?.length ?? 0);
};

const inWords = ({ code, message }: CsvError): string => {
  if (code === "CSV_QUOTE_NOT_CLOSED") return "a value begins with a quote here, and the quote is never closed";
  const advice = 'put the whole value in quotes, and write `""` for a quote in it';
  if (code === "INVALID_OPENING_QUOTE") return `a quote stands inside of a value: ${advice}`;
  if (code === "CSV_INVALID_CLOSING_QUOTE") return `something stands after the closing quote of a value: ${advice}`;
  return `not valid CSV: ${message}`;
};

class CsvReader {
  readonly #source: SourceFile;
  readonly #header: Line;
  readonly #columns: readonly string[];

  constructor(source: SourceFile, header: Line) {
    this.#source = source;
    this.#header = header;
    this.#columns = header.record.map((written) => {
      const isMeant = (name: string) => name.toLowerCase() === written.toLowerCase();
      const name = [...columns, ...aliases.keys()].find(isMeant) ?? written;
      return aliases.get(name) ?? name;
    });
  }

  read(lines: readonly Line[]): MembersTree {
    const wrong = this.#wrongHeader();
    if (wrong.length > 0) return { diagnostics: wrong.map((message) => this.#source.diagnose(this.#header.span, message)) };
    const tooLong = lines.filter(({ record }) => record.length > this.#columns.length);
    const { tree, diagnostics } = membersOfRows(
      this.#source,
      lines.map((line) => this.#row(line)),
    );
    const surplus = tooLong.map(({ record, span }) =>
      this.#source.diagnose(
        span,
        `the line has ${record.length} values, and the header ${this.#columns.length} columns: put a value with a comma in quotes`,
      ),
    );
    return { ...(tree ? { tree } : {}), diagnostics: [...diagnostics, ...surplus] };
  }

  #wrongHeader(): string[] {
    const wrong = this.#columns.flatMap((name, index) => {
      if (this.#columns.indexOf(name) < index) return [`column ${show(name)} is repeated`];
      if (columns.includes(name)) return [];
      const meant = nearest(name, columns);
      const advice =
        meant === undefined ? `known are ${columns.map((column) => `\`${column}\``).join(", ")}` : `did you mean \`${meant}\`?`;
      return [`unknown column ${show(name)}: ${advice}`];
    });
    const missing = ["userId", "role"].filter((column) => !this.#columns.includes(column));
    const beginning = "the first line names the columns, for example `userId,role,name,email`";
    return [...wrong, ...missing.map((column) => `column \`${column}\` is missing: ${beginning}`)];
  }

  /** An empty value is none. */
  #row({ record, span }: Line): Row {
    const fields = new Map<string, YamlEntry>();
    let user: YamlEntry | undefined;
    this.#columns.forEach((column, index) => {
      const value = record[index] ?? "";
      if (value === "") return;
      const entry: YamlEntry = { key: span, value: span, node: { kind: "scalar", value, source: value } };
      if (column === "userId") user = entry;
      else fields.set(column, entry);
    });
    return { span, user, fields };
  }
}
