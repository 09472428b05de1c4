/** What zod found, each at its place and in words that say what to do. */
import type { z } from "zod";
import { accessRole } from "../schema/service/shapes.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { fieldsOf, isDay, sampleOf, schemaAt } from "./shape.ts";
import { entriesOf, entryAt, fromProperty } from "./tree.ts";
import type { SourceFile, Span, YamlEntry, YamlNode, YamlScalar } from "./tree.ts";
import { isCollection, kinds, nearest, say, show, subjectOf } from "./words.ts";
import type { Kind, Subject } from "./words.ts";

/** A file, and what may stand in it. */
export interface Written {
  readonly source: SourceFile;
  readonly tree: YamlNode;
  readonly schema: z.ZodType;
}

/** What one entry looks like. */
const samples: Record<Kind | "file", string> = {
  file: "version: 1",
  person: "ada: { name: Ada Lovelace }",
  organization: "acme: { members: { ada: editor } }",
  member: "ada: editor",
  folder: "design: { name: Design }",
  document: "roadmap: { name: Roadmap }",
  group: "reviewers: { name: Reviewers }",
  location: "intro: { locationName: Introduction }",
  notification: "review: { displayBodyMessage: The roadmap is ready for review. }",
};

const roles = accessRole.options;
const inWords = (values: readonly unknown[]): string => {
  const shown = values.map((value) => `\`${String(value)}\``);
  return [shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter((part) => part !== "").join(" or ");
};
const rolesInWords = inWords(roles);

/** One issue, explained. */
export class Explanation {
  readonly #written: Written;
  readonly #issue: z.core.$ZodIssue;
  readonly #path: readonly string[];
  /** The entry that the path leads to; absent, where it is the whole file or is missing. */
  readonly #entry: YamlEntry | undefined;
  /** The innermost entry that is there. */
  readonly #nearest: YamlEntry | undefined;
  readonly #subject: Subject;

  constructor(written: Written, issue: z.core.$ZodIssue) {
    this.#written = written;
    this.#issue = issue;
    this.#path = issue.path.map((part) => fromProperty(String(part)));
    this.#subject = subjectOf(this.#path);
    let entry: YamlEntry | undefined;
    for (const key of this.#path) {
      this.#nearest = entry;
      entry = entryAt(entry?.node ?? (this.#nearest === undefined ? written.tree : undefined), key);
      if (entry === undefined) break;
    }
    this.#entry = entry;
    this.#nearest = entry ?? this.#nearest;
  }

  diagnostics(): Diagnostic[] {
    const issue = this.#issue;
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => this.#unknown(fromProperty(key)));
    if (issue.code === "invalid_union") return this.#union(issue);
    if (this.#entry === undefined && this.#path.length > 0) return [this.#missing()];
    // zod measures whatever has a length; that a list is no text is said already.
    if (issue.code === "too_small" && this.#entry?.node.kind !== "scalar") return [];
    return [this.#at(this.#entry?.value, this.#wrong(issue))];
  }

  /** What may be a scalar, a list or a map: the way it is written says which of them it was meant to be. */
  #union(issue: z.core.$ZodIssueInvalidUnion): Diagnostic[] {
    const { errors, path } = issue;
    const asParts = errors.find((found) => found.every((one) => one.path.length > 0 || one.code === "unrecognized_keys"));
    if (this.#entry !== undefined && this.#entry.node.kind !== "scalar" && asParts)
      return asParts.flatMap((one) => new Explanation(this.#written, { ...one, path: [...path, ...one.path] }).diagnostics());
    const isRole = this.#subject.kind === "member" && this.#subject.field === undefined;
    return [this.#at(this.#entry?.value, isRole ? this.#wrongRole() : this.#wrongForm(issue.message))];
  }

  #unknown(key: string): Diagnostic {
    const known = fieldsOf(this.#schema());
    const meant = nearest(key, known);
    const advice = meant === undefined ? `known are ${known.map((name) => `\`${name}\``).join(", ")}` : `did you mean \`${meant}\`?`;
    const place = entriesOf(this.#entry?.node ?? this.#written.tree).get(key)?.key;
    return this.#at(place, `unknown field ${show(key)} of ${say(this.#subject)}: ${advice}`);
  }

  #missing(): Diagnostic {
    const { field, kind } = this.#subject;
    const advice =
      field === "version"
        ? "begin the file with `version: 1`"
        : field === "role"
          ? `write ${roles.map((role) => `\`role: ${role}\``).join(" or ")}`
          : `every ${field?.includes(".") ? show(field.replace(/\.[^.]*$/, "")) : (kind ?? "file")} has one`;
    return this.#at(this.#nearest?.key, `${say(this.#subject)} is missing: ${advice}`);
  }

  #wrong(issue: z.core.$ZodIssue): string {
    const node = this.#entry?.node ?? this.#written.tree;
    const { field } = this.#subject;
    if (field === "role") return this.#wrongRole();
    if (field === "version" && node.kind === "scalar" && node.value === "1")
      return "`version` is a number: write `version: 1`, without quotes";
    if (field === "version") return `version ${written(node)} of the format is not known: write \`version: 1\``;
    if (issue.code === "too_small" && issue.origin !== "string") return this.#wrongForm(issue.message);
    if (issue.code === "too_small") return `${say(this.#subject)} is empty: write a text${this.#orLeaveOut()}`;
    if (issue.code === "invalid_value") return this.#wrongValue(node, issue.values);
    if (issue.code === "invalid_format") return this.#wrongForm(issue.message);
    if (issue.code !== "invalid_type") return `${say(this.#subject)} is wrong: ${issue.message}`;
    if (isNull(node)) return `${say(this.#subject)} has no value: ${this.#forNull(issue.expected)}`;
    if (issue.expected === "string" && isDay(this.#schema())) return this.#wrongForm(issue.message);
    if (issue.expected === "string") {
      const advice = node.kind === "scalar" ? `: put it in quotes, \`"${node.source}"\`` : "";
      return `${say(this.#subject)} must be text, not ${typeOf(node)}${advice}`;
    }
    if (issue.expected === "boolean") {
      const meant = node.kind === "scalar" ? meantBoolean(node) : undefined;
      return `${say(this.#subject)} must be \`true\` or \`false\`, not ${typeOf(node)}${meant === undefined ? "" : `: write \`${meant}\``}`;
    }
    if (issue.expected === "int" || issue.expected === "number") return this.#wrongForm("a whole number");
    const sample = this.#sample();
    const advice = sample === undefined ? "" : `: write for example \`${sample}\``;
    return `${say(this.#subject)} must be ${issue.expected === "array" ? "a list" : "a map"}, not ${typeOf(node)}${advice}`;
  }

  #wrongValue(node: YamlNode, values: readonly unknown[]): string {
    if (isNull(node)) return `${say(this.#subject)} has no value: write ${inWords(values)}, or leave it out`;
    const meant = node.kind === "scalar" ? nearest(node.source, values.map(String)) : undefined;
    const advice = meant === undefined ? "" : `: did you mean \`${meant}\`?`;
    return `${say(this.#subject)} must be ${inWords(values)}, not ${typeOf(node)}${advice}`;
  }

  #wrongForm(expected: string): string {
    const node = this.#entry?.node ?? this.#written.tree;
    if (isNull(node)) return `${say(this.#subject)} has no value: write ${expected}, or leave it out`;
    return `${say(this.#subject)} must be ${expected}, not ${typeOf(node)}`;
  }

  #schema(): z.ZodType | undefined {
    return schemaAt(this.#written.schema, this.#issue.path.map(String));
  }

  #sample(): string | undefined {
    const { field } = this.#subject;
    if (isCollection(field)) return samples[kinds[field]];
    return field === undefined ? samples[this.#subject.kind ?? "file"] : sampleOf(this.#schema());
  }

  #forNull(expected: string): string {
    const { field, kind } = this.#subject;
    if (expected === "array") return "write `[]` where it is empty, or leave it out";
    if (expected === "boolean") return "write `true` or `false`, or leave it out";
    if (expected === "string") return `write a text${this.#orLeaveOut()}`;
    if (field === "members") return "write `{}` where nobody is a member, or leave it out where members are not managed";
    if (field !== undefined || kind === "organization") return "write `{}` where it is empty, or leave it out";
    return `write for example \`${samples[kind ?? "file"]}\``;
  }

  /** A name is required of folders, documents and groups; everything else that is text is optional. */
  #orLeaveOut(): string {
    const { kind, field } = this.#subject;
    return field === "name" && kind !== "person" && kind !== "member" ? "" : ", or leave it out";
  }

  #wrongRole(): string {
    const node = this.#entry?.node ?? this.#written.tree;
    const { id = "" } = this.#subject;
    if (isNull(node)) return `member ${show(id)} has no role: write ${rolesInWords}`;
    if (node.kind !== "scalar") return `the role of member ${show(id)} must be ${rolesInWords}, not ${typeOf(node)}`;
    const meant = nearest(node.source, roles);
    const advice = meant === undefined ? `write ${rolesInWords}` : `did you mean \`${meant}\`?`;
    return `${show(node.source)} is not a role for member ${show(id)}: ${advice}`;
  }

  #at(span: Span | undefined, message: string): Diagnostic {
    return this.#written.source.diagnose(span ?? { start: 0, end: 0 }, message);
  }
}

const isNull = (node: YamlNode) => node.kind === "scalar" && node.value === null;

const written = (node: YamlNode) => (node.kind === "scalar" ? show(node.source) : typeOf(node));

/** What the author may have taken for a boolean. */
const meantBoolean = ({ source }: YamlScalar): boolean | undefined => {
  if (/^(true|yes|on|1)$/i.test(source)) return true;
  return /^(false|no|off|0)$/i.test(source) ? false : undefined;
};

const typeOf = (node: YamlNode): string => {
  if (node.kind === "map") return "a map";
  if (node.kind === "list") return "a list";
  if (node.value === null) return "empty";
  return `the ${typeof node.value === "string" ? "text" : typeof node.value} ${show(node.source)}`;
};
