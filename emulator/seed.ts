/** A seed file: the workspace-file format, plus what only the service's console or its users could bring about. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { accessRole } from "../schema/service/index.ts";
import { StartError } from "./errors.ts";
import { initialsOf } from "./routes/users.ts";
import { parseSnapshot, type Snapshot, type SnapshotInput } from "./snapshot/index.ts";
import { root } from "./store/folders.ts";

const text = z.string().min(1);
const person = { name: z.string().optional(), email: z.string().optional() };
const member = z.union([
  accessRole,
  z.strictObject({
    role: accessRole.optional(),
    ...person,
    context: z.record(z.string(), z.unknown()).describe("Context permissions (operation 24).").optional(),
  }),
]);
const members = z.record(text, member).default({});
const access = z.enum(["public", "restricted"]).default("public");

const document = z.strictObject({ name: z.string().optional(), access, members });
const documents = z.record(text, document).default({});

const folder = z.strictObject({
  name: z.string().optional(),
  access,
  inheritAccessFromParent: z.boolean().default(true),
  members,
  get folders() {
    return z.record(text, folder).default({});
  },
  documents,
});

const seed = z.strictObject({
  version: z.literal(1),
  people: z.record(text, z.strictObject(person)).default({}),
  organizations: z
    .record(
      text,
      z.strictObject({
        disabled: z.boolean().default(false),
        members,
        folders: z.record(text, folder).default({}),
        documents,
        groups: z.record(text, z.strictObject({ name: z.string().optional(), users: z.array(text).default([]) })).default({}),
      }),
    )
    .default({}),
  allowedDomains: z.array(text).default([]),
});

type Seed = z.output<typeof seed>;
type Members = Seed["organizations"][string]["members"];
type Folders = Seed["organizations"][string]["folders"];
type Documents = Seed["organizations"][string]["documents"];
type Organization = NonNullable<SnapshotInput["organizations"]>[string];

const optional = <Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });

const toOrganization = (given: Seed["organizations"][string], people: Seed["people"], now: number): Organization => {
  const result = {
    disabled: given.disabled,
    users: {} as NonNullable<Organization["users"]>,
    folders: {} as NonNullable<Organization["folders"]>,
    documents: {} as NonNullable<Organization["documents"]>,
  };
  const toMembers = (listed: Members) =>
    Object.fromEntries(
      Object.entries(listed).map(([id, entry]) => {
        const { role, context, ...own } = typeof entry === "string" ? { role: entry } : entry;
        const profile = { ...people[id], ...own };
        result.users[id] = {
          ...result.users[id],
          ...profile,
          ...optional("initial", profile.name === undefined ? undefined : initialsOf(profile.name)),
          ...optional("context", context),
        };
        return [id, optional("accessRole", role)];
      }),
    );
  const addDocuments = (listed: Documents, folderId: string | undefined): void => {
    for (const [id, one] of Object.entries(listed)) {
      result.documents[id] = {
        ...optional("documentName", one.name),
        ...optional("folderId", folderId),
        accessType: one.access,
        members: toMembers(one.members),
      };
    }
  };
  const addFolders = (listed: Folders, parentFolderId: string): void => {
    for (const [id, one] of Object.entries(listed)) {
      result.folders[id] = {
        folderName: one.name ?? id,
        parentFolderId,
        accessType: one.access,
        inheritAccessFromParent: one.inheritAccessFromParent,
        createdAt: now,
        lastUpdated: now,
        members: toMembers(one.members),
      };
      addFolders(one.folders, id);
      addDocuments(one.documents, id);
    }
  };
  addFolders(given.folders, root);
  addDocuments(given.documents, undefined);
  const userGroups = Object.entries(given.groups).map(([id, { name, users }]) => [id, { ...optional("groupName", name), users }]);
  return { ...result, members: toMembers(given.members), userGroups: Object.fromEntries(userGroups) };
};

/** Checks a seed and makes a state of it. `now` is when its folders were created. */
export const parseSeed = (value: unknown, now: number): Snapshot => {
  const parsed = seed.safeParse(value);
  if (!parsed.success) throw new StartError(`The seed is not valid:\n${z.prettifyError(parsed.error)}`);
  const { organizations, people, allowedDomains } = parsed.data;
  const entries = Object.entries(organizations).map(([id, one]) => [id, toOrganization(one, people, now)]);
  return parseSnapshot({ organizations: Object.fromEntries(entries), allowedDomains });
};

/** Reads a seed file: YAML, of which JSON is a part. */
export const readSeedFile = (path: string): unknown => {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    throw new StartError(`The seed file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  try {
    return parse(content);
  } catch (error) {
    throw new StartError(`The seed file ${path} is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
};
