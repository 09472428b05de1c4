/** The declared schema applied to one file: zod's issues, each at its place and in words that say what to do. */
import type { z } from "zod";
import { accessRole } from "../schema/service/shapes.ts";
import { workspaceFile } from "../schema/workspace.ts";
import type { WorkspaceDeclaration } from "../schema/workspace.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { entriesOf, fromProperty, toPlain } from "./tree.ts";
import type { SourceFile, Span, YamlEntry, YamlNode, YamlScalar } from "./tree.ts";
import { isCollection, kinds, nearest, say, sayOwner, show, subjectOf } from "./words.ts";
import type { Kind, Subject } from "./words.ts";

export interface ValidateResult {
  readonly declaration?: WorkspaceDeclaration;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything in one file that the schema does not allow. */
export const validate = (source: SourceFile, tree: YamlNode): ValidateResult => {
  const result = workspaceFile.safeParse(toPlain(tree));
  if (result.success) return { declaration: result.data, diagnostics: [] };
  return { diagnostics: result.error.issues.flatMap((issue) => new Explanation(source, tree, issue).diagnostics()) };
};

/** What each kind of thing may hold; the root has no kind. */
const fields: Record<Kind | "file", readonly string[]> = {
  file: ["version", "people", "organizations"],
  person: ["name", "email"],
  organization: ["disabled", "members", "folders", "documents"],
  member: ["role", "name", "email", "initial"],
  folder: ["name", "members", "folders", "documents"],
  document: ["name", "members"],
};

/** What one entry looks like. */
const samples: Record<Kind | "file", string> = {
  file: "version: 1",
  person: "ada: { name: Ada Lovelace }",
  organization: "acme: { members: { ada: editor } }",
  member: "ada: editor",
  folder: "design: { name: Design }",
  document: "roadmap: { name: Roadmap }",
};

const roles = accessRole.options;
const rolesInWords = roles.map((role) => `\`${role}\``).join(" or ");

class Explanation {
  readonly #source: SourceFile;
  readonly #issue: z.core.$ZodIssue;
  readonly #tree: YamlNode;
  readonly #path: readonly string[];
  /** The entry that the path leads to; absent, where it is the whole file or is missing. */
  readonly #entry: YamlEntry | undefined;
  /** The innermost entry that is there. */
  readonly #nearest: YamlEntry | undefined;
  readonly #subject: Subject;

  constructor(source: SourceFile, tree: YamlNode, issue: z.core.$ZodIssue) {
    this.#source = source;
    this.#tree = tree;
    this.#issue = issue;
    this.#path = issue.path.map((part) => fromProperty(String(part)));
    this.#subject = subjectOf(this.#path);
    let entry: YamlEntry | undefined;
    for (const key of this.#path) {
      this.#nearest = entry;
      entry = entriesOf(entry?.node ?? (this.#nearest === undefined ? tree : undefined)).get(key);
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

  /** A member is a role or a map: the way it is written says which of the two it was meant to be. */
  #union({ errors, path }: z.core.$ZodIssueInvalidUnion): Diagnostic[] {
    if (this.#entry?.node.kind !== "map") return [this.#at(this.#entry?.value, this.#wrongRole())];
    const [, asMap = []] = errors;
    return asMap.flatMap((issue) => new Explanation(this.#source, this.#tree, { ...issue, path: [...path, ...issue.path] }).diagnostics());
  }

  #unknown(key: string): Diagnostic {
    const known = fields[this.#subject.kind ?? "file"];
    const meant = nearest(key, known);
    const advice = meant === undefined ? `known are ${known.map((name) => `\`${name}\``).join(", ")}` : `did you mean \`${meant}\`?`;
    const place = entriesOf(this.#entry?.node ?? this.#tree).get(key)?.key;
    return this.#at(place, `unknown field ${show(key)} of ${sayOwner(this.#subject)}: ${advice}`);
  }

  #missing(): Diagnostic {
    const { field, kind } = this.#subject;
    const advice =
      field === "version"
        ? "begin the file with `version: 1`"
        : field === "role"
          ? `write ${roles.map((role) => `\`role: ${role}\``).join(" or ")}`
          : `every ${kind ?? "file"} has one`;
    return this.#at(this.#nearest?.key, `${say(this.#subject)} is missing: ${advice}`);
  }

  #wrong(issue: z.core.$ZodIssue): string {
    const node = this.#entry?.node ?? this.#tree;
    const { field, kind } = this.#subject;
    if (field === "role") return this.#wrongRole();
    if (field === "version" && node.kind === "scalar" && node.value === "1")
      return "`version` is a number: write `version: 1`, without quotes";
    if (field === "version") return `version ${written(node)} of the format is not known: write \`version: 1\``;
    if (issue.code === "too_small") return `${say(this.#subject)} is empty: write a text${this.#orLeaveOut()}`;
    if (issue.code !== "invalid_type") return `${say(this.#subject)} is wrong: ${issue.message}`;
    if (isNull(node)) return `${say(this.#subject)} has no value: ${this.#forNull(issue.expected)}`;
    if (issue.expected === "string") {
      const advice = node.kind === "scalar" ? `: put it in quotes, \`"${node.source}"\`` : "";
      return `${say(this.#subject)} must be text, not ${typeOf(node)}${advice}`;
    }
    if (issue.expected === "boolean") {
      const meant = node.kind === "scalar" ? meantBoolean(node) : undefined;
      return `${say(this.#subject)} must be \`true\` or \`false\`, not ${typeOf(node)}${meant === undefined ? "" : `: write \`${meant}\``}`;
    }
    const sample = isCollection(field) ? samples[kinds[field]] : samples[kind ?? "file"];
    return `${say(this.#subject)} must be a map, not ${typeOf(node)}: write for example \`${sample}\``;
  }

  #forNull(expected: string): string {
    const { field, kind } = this.#subject;
    if (expected === "boolean") return "write `true` or `false`, or leave it out";
    if (expected === "string") return `write a text${this.#orLeaveOut()}`;
    if (field === "members") return "write `{}` where nobody is a member, or leave it out where members are not managed";
    if (field !== undefined || kind === "organization") return "write `{}` where it is empty, or leave it out";
    return `write for example \`${samples[kind ?? "file"]}\``;
  }

  /** A name is required of folders and documents; everything else that is text is optional. */
  #orLeaveOut(): string {
    const { kind } = this.#subject;
    return kind === "folder" || kind === "document" ? "" : ", or leave it out";
  }

  #wrongRole(): string {
    const node = this.#entry?.node ?? this.#tree;
    const { id = "" } = this.#subject;
    if (isNull(node)) return `member ${show(id)} has no role: write ${rolesInWords}`;
    if (node.kind !== "scalar") return `the role of member ${show(id)} must be ${rolesInWords}, not ${typeOf(node)}`;
    const meant = nearest(node.source, roles);
    const advice = meant === undefined ? `write ${rolesInWords}` : `did you mean \`${meant}\`?`;
    return `${show(node.source)} is not a role for member ${show(id)}: ${advice}`;
  }

  #at(span: Span | undefined, message: string): Diagnostic {
    return this.#source.diagnose(span ?? { start: 0, end: 0 }, message);
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
