/** Histories that once ended otherwise than declared: what was recorded was taken for what holds, though an answer had been lost. */
import { describe, test } from "vitest";
import type { Step } from "./arbitrary.ts";
import type { Edit } from "./declaration.ts";
import { play } from "./history.ts";

const step = (changes: Partial<Step>): Step => ({ revert: false, edits: [], interference: [], faults: [], refresh: false, ...changes });
const cut = (...operations: readonly string[]) =>
  operations.map((operation) => ({ operation, when: {}, effect: { dropAfter: true as const } }));
const service = { profile: "documented", configured: true, probes: false, maxRetries: 0 } as const;

const changes: readonly { readonly name: string; readonly operation: string; readonly edits: readonly Edit[]; readonly change: Edit }[] = [
  {
    name: "an organization is switched off",
    operation: "v2/organizations/access/disablestate/update",
    edits: [{ slot: "organization", at: "acme", value: { disabled: false } }],
    change: { slot: "organization", at: "acme", value: { disabled: true } },
  },
  {
    name: "organizations are switched off together",
    operation: "v2/organizations/access/disablestate/update",
    edits: [{ slot: "disabledState", at: "all", value: { organizationIds: ["globex"], disabled: false } }],
    change: { slot: "disabledState", at: "all", value: { organizationIds: ["globex", "legacy"], disabled: true, onDelete: "enable" } },
  },
  {
    name: "a folder is renamed",
    operation: "v1/organizations/folders/update",
    edits: [{ slot: "folder", at: "acme/design", value: { folderName: "One" } }],
    change: { slot: "folder", at: "acme/design", value: { folderName: "Two" } },
  },
  {
    name: "a document is renamed",
    operation: "v2/organizations/documents/add",
    edits: [
      { slot: "folder", at: "acme/design", value: { folderName: "One" } },
      { slot: "document", at: "acme/brand", value: { documentName: "One", folderId: "design" } },
    ],
    change: { slot: "document", at: "acme/brand", value: { documentName: "Two", folderId: "design" } },
  },
  {
    name: "a member of a set gets another role",
    operation: "v2/users/update",
    edits: [{ slot: "grant", at: "acme/ada", value: { accessRole: "viewer" } }],
    change: { slot: "grant", at: "acme/ada", value: { accessRole: "editor" } },
  },
  {
    name: "a single membership gets another role",
    operation: "v2/users/update",
    edits: [{ slot: "membership", at: "ada", value: { accessRole: "viewer" } }],
    change: { slot: "membership", at: "ada", value: { accessRole: "editor" } },
  },
  {
    name: "a group is renamed",
    operation: "v2/organizations/usergroups/add",
    edits: [{ slot: "group", at: "designers", value: { groupName: "One", removedUserIds: [] } }],
    change: { slot: "group", at: "designers", value: { groupName: "Two", removedUserIds: [] } },
  },
  {
    name: "a location gets another id",
    operation: "v1/organizations/documents/locations/update",
    edits: [{ slot: "location", at: "header", value: { id: "header", locationName: "One" } }],
    change: { slot: "location", at: "header", value: { id: "footer", locationName: "One" } },
  },
];

const dialects = [
  { documentsAddExisting: "upsert", usersAddExisting: "updated", userGroupsAddExisting: "ok" },
  { documentsAddExisting: "upsert", usersAddExisting: "fail", userGroupsAddExisting: "fail" },
] as const;

describe.each(changes)("$name, the answer is lost", ({ operation, edits, change }) => {
  test.each(dialects)("and the change is taken back: $usersAddExisting", (switches) =>
    play({ ...service, switches, steps: [step({ edits }), step({ edits: [change], faults: cut(operation) }), step({ revert: true })] }),
  );

  test.each(dialects)("and the change stays, after a refresh: $usersAddExisting", (switches) =>
    play({ ...service, switches, steps: [step({ edits }), step({ edits: [change], faults: cut(operation) }), step({ refresh: true })] }),
  );
});

test("a single membership whose creation lost its answer is taken away once it is not declared", () =>
  play({
    ...service,
    switches: {},
    steps: [
      step({ edits: [{ slot: "membership", at: "ada", value: { accessRole: "viewer" } }], faults: cut("v2/users/add") }),
      step({ edits: [{ slot: "membership", at: "ada", value: null }] }),
    ],
  }));

test("a removal that was cut off, and is not wanted any more, is made good by --replace", () =>
  play({
    ...service,
    switches: {},
    steps: [
      step({ edits: [{ slot: "grant", at: "acme/ada", value: { accessRole: "viewer" } }] }),
      step({ edits: [{ slot: "unmanaged", at: "acme", value: true }], faults: cut("v1/users/delete") }),
      step({ revert: true }),
    ],
  }));
