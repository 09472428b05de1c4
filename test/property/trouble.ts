/** What goes wrong in a history: calls that fail or lose their answer, and changes that somebody else makes. */
import fc from "fast-check";
import type { FaultRule, Snapshot } from "../../emulator/index.ts";
import { itemResults, operationAt, operations } from "../../schema/service/index.ts";
import { record } from "./edits.ts";
import { documentIds, type FolderId, folderIds, setOrganizations, users } from "./declaration.ts";

const answersPerItem = (path: string): boolean => {
  const name = operationAt(path);
  return name !== undefined && operations[name].result === itemResults;
};

// The answer that is lost is the hardest of all, so it is more frequent.
const anyEffect = fc.constantFrom<FaultRule["effect"]>(
  { dropAfter: true },
  { dropAfter: true },
  { dropBefore: true },
  { status: 500 },
  { status: 503 },
  { status: 429, retryAfter: 0 },
  { delayMs: 10 },
);
const items = [...users, ...folderIds, ...documentIds, "acme", "fresh", "globex", "legacy", "designers"];
const failItems = fc.record(
  { failItems: fc.subarray(items, { minLength: 1, maxLength: 4 }), message: fc.constant("Planted failure.") },
  { noNullPrototype: true },
);
const when = fc.record(
  { skip: fc.integer({ min: 0, max: 4 }), count: fc.integer({ min: 1, max: 4 }) },
  { requiredKeys: [], noNullPrototype: true },
);

/** A rule of the emulator for one of these operations (`*`: for all): at once or after some calls, for some calls or for all. */
export const faultOf = (paths: readonly string[]): fc.Arbitrary<FaultRule> => {
  const rule = (operations: readonly string[], effect: fc.Arbitrary<FaultRule["effect"]>): fc.Arbitrary<FaultRule> =>
    fc.record({ operation: fc.constantFrom(...operations), when, effect }, { noNullPrototype: true });
  const withItems = paths.filter(answersPerItem);
  return withItems.length === 0 ? rule(paths, anyEffect) : fc.oneof(rule(paths, anyEffect), rule(withItems, failItems));
};

/** Somebody's change in the service. It changes nothing where there is nothing to change. */
export type Interference = { readonly organizationId: string } & (
  | { readonly does: "renames a folder"; readonly folderId: FolderId; readonly folderName: string }
  | { readonly does: "moves a folder to the top"; readonly folderId: FolderId }
  | { readonly does: "creates a folder"; readonly folderId: string }
  | { readonly does: "renames a document"; readonly documentId: string; readonly documentName: string }
  | { readonly does: "removes a member"; readonly userId: string }
  | { readonly does: "changes a role"; readonly userId: string }
  | { readonly does: "invites a stranger to a folder"; readonly folderId: FolderId }
);

const organizationId = fc.constantFrom(...setOrganizations, "globex");
const folderId = fc.constantFrom(...folderIds);
const documentId = fc.constantFrom(...documentIds);
const userId = fc.constantFrom(...users);

export const interference: fc.Arbitrary<Interference> = fc.oneof(
  record({ organizationId, does: fc.constant("renames a folder" as const), folderId, folderName: fc.constant("Theirs") }),
  record({ organizationId, does: fc.constant("moves a folder to the top" as const), folderId }),
  record({ organizationId, does: fc.constant("creates a folder" as const), folderId: fc.constantFrom("theirs", ...folderIds) }),
  record({ organizationId, does: fc.constant("renames a document" as const), documentId, documentName: fc.constant("Theirs") }),
  record({ organizationId, does: fc.constant("removes a member" as const), userId }),
  record({ organizationId, does: fc.constant("changes a role" as const), userId }),
  record({ organizationId, does: fc.constant("invites a stranger to a folder" as const), folderId }),
);

/** What finds a change: a refresh, a refresh that may probe, nothing at all; or nobody needs to find it. */
export type Seen = "refresh" | "probe" | "never" | "nothing";

/** A folder as the emulator's state has it. */
const newFolder = (folderName: string) => ({
  folderName,
  parentFolderId: "root",
  accessType: "public",
  inheritAccessFromParent: true,
  createdAt: 1,
  lastUpdated: 1,
  members: {},
});

/** Makes the change. */
export const interfere = ({ organizations }: Snapshot, change: Interference): Seen => {
  const found = organizations[change.organizationId];
  if (!found) return "nothing";
  switch (change.does) {
    case "renames a folder":
    case "moves a folder to the top": {
      const folder = found.folders[change.folderId];
      if (!folder) return "nothing";
      Object.assign(folder, change.does === "renames a folder" ? { folderName: change.folderName } : { parentFolderId: "root" });
      return "refresh";
    }
    case "creates a folder":
      found.folders[change.folderId] ??= newFolder("Theirs");
      return "nothing";
    case "renames a document": {
      const document = found.documents[change.documentId];
      if (!document) return "nothing";
      document.documentName = change.documentName;
      return "refresh";
    }
    case "removes a member":
      for (const { members } of [found, ...Object.values(found.folders), ...Object.values(found.documents)]) delete members[change.userId];
      delete found.users[change.userId];
      return "probe";
    case "changes a role":
      for (const { members } of [found, ...Object.values(found.folders), ...Object.values(found.documents)]) {
        const member = members[change.userId];
        if (member) member.accessRole = member.accessRole === "editor" ? "viewer" : "editor";
      }
      return "never";
    case "invites a stranger to a folder": {
      const folder = found.folders[change.folderId];
      if (folder) folder.members["eve"] = { accessRole: "viewer" };
      return "nothing";
    }
  }
};
