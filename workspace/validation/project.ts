/** A Pulumi project as far as its files tell: the `collab:` settings of the project and of each of its stacks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import type { Diagnostic } from "../diagnostics.ts";
import { SourceFile, type Span } from "../tree.ts";

/** One `collab:` setting. */
export interface Setting {
  /** As the engine hands it over: text; undefined where it is encrypted. */
  readonly value: string | undefined;
  readonly span: Span;
}

/** By key, without the `collab:` prefix. */
export type Settings = ReadonlyMap<string, Setting>;

/** `Pulumi.<stack>.yaml`. */
export interface StackFile {
  readonly stack: string;
  readonly source: SourceFile;
  readonly settings: Settings;
}

export interface Project {
  /** `Pulumi.yaml`; absent where the folder has none. */
  readonly settings: Settings;
  /** By name. */
  readonly stacks: readonly StackFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const prefix = "collab:";
const start: Span = { start: 0, end: 0 };

/** Reads the project of a folder; a folder without one is a project without settings. */
export const readProject = (folder: string): Project => {
  const projectFile = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  const project = projectFile === undefined ? undefined : readSettings(projectFile);
  const stackFolder = join(folder, project?.stackFolder ?? "");
  const stacks: StackFile[] = [];
  const diagnostics: Diagnostic[] = [...(project?.diagnostics ?? [])];
  for (const name of existsSync(stackFolder) ? readdirSync(stackFolder).toSorted() : []) {
    const stack = /^Pulumi\.(.+)\.ya?ml$/.exec(name)?.[1];
    if (stack === undefined) continue;
    const read = readSettings(join(stackFolder, name));
    diagnostics.push(...read.diagnostics);
    stacks.push({ stack, source: read.source, settings: read.settings });
  }
  return { settings: project?.settings ?? new Map(), stacks, diagnostics };
};

interface Read {
  readonly source: SourceFile;
  readonly settings: Settings;
  /** The project's `stackConfigDir`. */
  readonly stackFolder: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const readSettings = (path: string): Read => {
  const source = new SourceFile(path, readFileSync(path, "utf8"));
  const document = parseDocument(source.text);
  const diagnostics = document.errors.map(({ pos: [from, to], message }) =>
    source.diagnose({ start: from, end: to }, message.split("\n")[0] ?? message),
  );
  if (diagnostics.length > 0 || !isMap(document.contents)) return { source, settings: new Map(), stackFolder: undefined, diagnostics };
  const config = document.contents.get("config", true);
  const folder = document.contents.get("stackConfigDir");
  return {
    source,
    settings: isMap(config) ? settingsOf(config) : new Map(),
    stackFolder: typeof folder === "string" ? folder : undefined,
    diagnostics,
  };
};

const settingsOf = (config: YAMLMap): Settings => {
  const settings = new Map<string, Setting>();
  for (const { key, value } of config.items) {
    if (!isScalar(key) || typeof key.value !== "string" || !key.value.startsWith(prefix)) continue;
    const [from, to] = key.range ?? [start.start, start.end];
    const plain: unknown = isMap(value) || isScalar(value) ? value.toJSON() : (Object(value) as { toJSON?: () => unknown }).toJSON?.();
    settings.set(key.value.slice(prefix.length), { value: textOf(plain), span: { start: from, end: to } });
  }
  return settings;
};

/** A value as the engine hands it over: what is not text is JSON. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    if ("secure" in value) return undefined;
    // A project's file may say more of a setting than its value.
    if ("value" in value) return textOf(value.value);
    if ("default" in value) return textOf(value.default);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
};
