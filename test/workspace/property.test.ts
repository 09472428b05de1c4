import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { MemberEntry, Members } from "../../workspace/model.ts";
import { workspaceOf } from "./text.ts";

const id = fc
  .oneof(fc.string({ minLength: 1, unit: "binary" }), fc.constantFrom("__proto__", "constructor", "null", "007", "yes", "<<", "a b", "-"))
  .filter((text) => !/[/\p{Cc}]|^root$/u.test(text));
const text = fc.string({ minLength: 1, unit: "binary" });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const until = fc.integer({ min: 0, max: 300_000 }).map((days) => new Date(Date.UTC(2100, 0, 1 + days)).toISOString().slice(0, 10));
const member = fc.record(
  { accessRole: fc.constantFrom("viewer", "editor"), name: text, email: text, initial: text, until, reason: text, ticket: text },
  { requiredKeys: ["accessRole"] },
);
const members = optional(fc.uniqueArray(fc.tuple(id, member), { selector: ([userId]) => userId, maxLength: 4 }));
const item = fc.record({ id, name: text, members, parent: fc.nat() });
const items = fc.uniqueArray(item, { selector: (one) => one.id, maxLength: 6 });
const organization = fc.record({ id, disabled: optional(fc.boolean()), members, folders: items, documents: items });
const organizations = fc.uniqueArray(organization, { selector: (one) => one.id, maxLength: 3 });

type Item = typeof item extends fc.Arbitrary<infer Value> ? Value : never;
type Organization = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;

/** The folder that one lies in: one of those before it, or none. */
const parentOf = (folders: readonly Item[], before: number, { parent }: Item) => folders.slice(0, before)[parent % (before + 1)]?.id;

/** A map as YAML: blocks or in one line, its keys quoted or, where that is safe, not. */
type Tree = string | boolean | [key: string, value: Tree][];
const render = (tree: Tree, style: { flow: boolean; quote: boolean }, indent: string): string => {
  if (!Array.isArray(tree)) return typeof tree === "boolean" ? ` ${tree}` : ` ${scalar(tree, style.quote)}`;
  if (tree.length === 0) return " {}";
  if (style.flow) return ` { ${tree.map(([key, value]) => `${scalar(key, style.quote)}:${render(value, style, "")}`).join(", ")} }`;
  return tree.map(([key, value]) => `\n${indent}${scalar(key, style.quote)}:${render(value, style, `${indent}  `)}`).join("");
};
const scalar = (content: string, quote: boolean) =>
  !quote && /^[a-z][\w ]*\w$/i.test(content) && !/^(null|true|false)$/i.test(content) ? content : JSON.stringify(content);

const renderMembers = (entries: Item["members"]): [string, Tree][] =>
  entries === undefined
    ? []
    : [
        [
          "members",
          entries.map(([userId, { accessRole, ...shown }]): [string, Tree] => [
            userId,
            Object.keys(shown).length === 0 ? accessRole : [["role", accessRole], ...Object.entries(shown)],
          ]),
        ],
      ];

const renderLevel = ({ folders, documents }: Organization, parent: string | undefined): [string, Tree][] => [
  [
    "folders",
    folders
      .filter((folder, index) => parentOf(folders, index, folder) === parent)
      .map((folder): [string, Tree] => [
        folder.id,
        [["name", folder.name], ...renderMembers(folder.members), ...renderLevel({ folders, documents } as Organization, folder.id)],
      ]),
  ],
  [
    "documents",
    documents
      .filter((document) => parentOf(folders, folders.length, document) === parent)
      .map((document): [string, Tree] => [document.id, [["name", document.name], ...renderMembers(document.members)]]),
  ],
];

const renderOrganization = (declared: Organization): [string, Tree] => [
  declared.id,
  [
    ...(declared.disabled === undefined ? [] : [["disabled", declared.disabled] as [string, Tree]]),
    ...renderMembers(declared.members),
    ...renderLevel(declared, undefined),
  ],
];

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const plainMembers = (entries: Members | undefined) => entries && [...entries];
const expectedMembers = (entries: Item["members"]) => entries as [string, MemberEntry][] | undefined;

test("what is declared is what is read, however it is written", () => {
  fc.assert(
    fc.property(organizations, fc.boolean(), fc.boolean(), (declared, flow, quote) => {
      const text = `version: 1\norganizations:${render(declared.map(renderOrganization), { flow, quote }, "  ")}\n`;
      const read = workspaceOf(text).organizations;
      for (const { folders } of read)
        for (const [index, { parentFolderId }] of folders.entries())
          expect(parentFolderId === undefined || folders.slice(0, index).some(({ folderId }) => folderId === parentFolderId)).toBe(true);
      expect(
        read.map(({ organizationId, disabled, members, folders, documents }) => ({
          id: organizationId,
          disabled,
          members: plainMembers(members),
          folders: folders
            .map((one) => ({ id: one.folderId, name: one.folderName, parent: one.parentFolderId, members: plainMembers(one.members) }))
            .toSorted(byId),
          documents: documents
            .map((one) => ({ id: one.documentId, name: one.documentName, parent: one.folderId, members: plainMembers(one.members) }))
            .toSorted(byId),
        })),
      ).toEqual(
        declared.map(({ id, disabled, members, folders, documents }) => ({
          id,
          disabled,
          members: expectedMembers(members),
          folders: folders
            .map((one, index) => ({
              id: one.id,
              name: one.name,
              parent: parentOf(folders, index, one),
              members: expectedMembers(one.members),
            }))
            .toSorted(byId),
          documents: documents
            .map((one) => ({
              id: one.id,
              name: one.name,
              parent: parentOf(folders, folders.length, one),
              members: expectedMembers(one.members),
            }))
            .toSorted(byId),
        })),
      );
    }),
    { numRuns: 200 },
  );
});
