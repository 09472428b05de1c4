/** `collab export`: what the service has, as workspace files. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import type { FoundOrganization, MembersByOrganization } from "../../workspace/export/index.ts";
import { fail } from "../fail.ts";
import { print } from "../output.ts";

interface Options {
  readonly baseUrl?: string;
  readonly apiVersion?: string;
  readonly output?: string;
  readonly import?: string;
  readonly members?: string;
  readonly force?: true;
  readonly quiet?: true;
}

/** Reads the organizations; ends the process where one is not there, or the service cannot be asked. */
const read = async (ids: readonly string[], { baseUrl, apiVersion }: Options): Promise<readonly FoundOrganization[]> => {
  const { CollabError, createClient } = await import("../../provider/client/index.ts");
  const { ConfigurationError, parseConfiguration } = await import("../../provider/configuration.ts");
  const { readOrganization } = await import("../../workspace/export/index.ts");
  try {
    const given = { ...(baseUrl === undefined ? {} : { baseUrl }), ...(apiVersion === undefined ? {} : { apiVersion }) };
    const { connection, settings } = parseConfiguration(given, process.env);
    const client = createClient(connection());
    try {
      const { signal } = new AbortController();
      const hasFolderLists = settings.apiVersion === "v2";
      const found = await Promise.all(ids.map((id) => readOrganization(client, id, { hasFolderLists, signal })));
      const missing = ids.filter((_, index) => found[index] === undefined);
      if (missing.length > 0) fail(`the service has no organization ${missing.join(", ")}.`);
      return found.filter((one) => one !== undefined);
    } finally {
      await client.close();
    }
  } catch (error) {
    if (error instanceof CollabError || error instanceof ConfigurationError) return fail(error.message);
    throw error;
  }
};

const readMembers = async (file: string | undefined, ids: readonly string[]): Promise<MembersByOrganization> => {
  if (file === undefined) return new Map();
  const { MembersFileError, readMembersFile } = await import("../../workspace/export/index.ts");
  try {
    return readMembersFile(readFileSync(file, "utf8"), ids.length === 1 ? ids[0] : undefined);
  } catch (error) {
    if (error instanceof MembersFileError) return fail(`${file}:\n${error.message}`);
    return fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const isFolder = (path: string): boolean => path.endsWith("/") || (existsSync(path) && statSync(path).isDirectory());

/** An organization's id as a file's name. */
const fileName = (organizationId: string): string => `${organizationId.replace(/[^\p{L}\p{N}._-]/gu, "-").replace(/^\.+/, "-")}.yaml`;

/** Writes files, or none where one is there already. */
const write = (files: ReadonlyMap<string, string>, force: boolean): void => {
  const there = [...files.keys()].filter((file) => existsSync(file));
  if (there.length > 0 && !force)
    fail(`${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already. Nothing was written; --force overwrites.`);
  for (const [file, text] of files) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    } catch (error) {
      fail(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
};

const run = async (given: readonly string[], options: Options): Promise<void> => {
  const { importFile, renderWorkspace } = await import("../../workspace/export/index.ts");
  const ids = [...new Set(given)];
  const members = await readMembers(options.members, ids);
  const organizations = await read(ids, options);
  const { output } = options;
  const files = new Map<string, string>();
  const notes: string[] = [];
  const add = (file: string | undefined, some: readonly FoundOrganization[]): void => {
    const rendered = renderWorkspace(some, members);
    notes.push(...rendered.notes);
    if (file === undefined) print(rendered.text);
    else files.set(file, rendered.text);
  };
  if (output !== undefined && isFolder(output)) for (const one of organizations) add(join(output, fileName(one.organizationId)), [one]);
  else add(output, organizations);
  if (options.import !== undefined) files.set(options.import, `${JSON.stringify(importFile(organizations), null, 2)}\n`);
  write(files, options.force === true);
  const unasked = [...members.keys()].filter((id) => !ids.includes(id));
  if (unasked.length > 0) notes.push(`members of ${unasked.join(", ")} are left out: not exported`);
  if (members.size === 0)
    notes.push("members are not in it: no operation lists them. Bring them in with --members, or declare them by hand.");
  if (!options.quiet) for (const note of notes) process.stderr.write(`note: ${note}\n`);
};

export const exportCommand = (): Command =>
  new Command("export")
    .summary("bring an existing workspace under management")
    .description(
      "Reads folders and documents of organizations from the service and writes them as workspace files; the next `pulumi up` adopts them as they are. " +
        "No operation lists members, groups or domains: members can come from a CSV. Needs COLLAB_BASE_URL, COLLAB_API_KEY and COLLAB_AUTH_TOKEN.",
    )
    .argument("<organizations...>", "ids of organizations: no operation lists them")
    .option("-o, --output <path>", "a file, or a folder for a file each; default: stdout")
    .option("--members <csv>", "members: userId,role and, where needed, organizationId, folderId, documentId, name, email, initial")
    .option("--import <file>", "also write what `pulumi import --file` takes, for the native plugin")
    .option("--base-url <address>", "address of the service; default: COLLAB_BASE_URL")
    .option("--api-version <version>", "v1, where the service has only that; default: v2")
    .option("--force", "overwrite files")
    .option("--quiet", "no notes on what the service cannot tell")
    .addHelpText(
      "after",
      `
Exit codes: 0 written, 1 not written, 2 wrong command line.

Examples:
  collab export acme -o workspace.yaml && pulumi up
  collab export acme globex -o organizations/ --members members.csv
  collab export acme -o workspace.yaml --import import.json && pulumi import --file import.json`,
    )
    .action(run);
