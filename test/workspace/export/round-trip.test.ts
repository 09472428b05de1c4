/** A workspace in the service, exported from the service alone, says of folders and documents what is there, and is adopted without a write. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SnapshotInput } from "../../../emulator/index.ts";
import { type CollabClient, createClient } from "../../../provider/client/index.ts";
import type { Grant } from "../../../provider/resources/memberships/grants.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { importFile, readOrganization, renderWorkspace } from "../../../workspace/export/index.ts";
import { openBench } from "../../support/context.ts";
import { workspaceOf } from "../text.ts";

const id = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
    fc.constantFrom("constructor", "null", "007", "yes", "<<", "a b", "-", "a: b", "# x"),
  )
  .filter((text) => !/[/\p{Cc}\p{Cs}]|^root$|^__proto__$/u.test(text) && text.isWellFormed());
const text = fc.string({ minLength: 1, maxLength: 20, unit: "binary" }).filter((one) => one.isWellFormed());
const item = fc.record({ id, name: text, parent: fc.nat(), restricted: fc.boolean() });
const items = fc.uniqueArray(item, { selector: (one) => one.id, maxLength: 6 });
const organization = fc.record({
  folders: items,
  documents: items,
  grants: fc.uniqueArray(
    fc.record({ userId: id, role: fc.constantFrom("viewer" as const, "editor" as const), name: fc.option(text, { nil: undefined }) }),
    { selector: ({ userId }) => userId, maxLength: 4 },
  ),
});
type Given = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;

/** The folder that one lies in: one of those before it, or none. */
const homeOf = (folders: Given["folders"], before: number, { parent }: { parent: number }) =>
  folders.slice(0, before)[parent % (before + 1)]?.id;

const stateOf = ({ folders, documents }: Given): SnapshotInput => ({
  organizations: {
    acme: {
      folders: Object.fromEntries(
        folders.map((one, index) => [one.id, { folderName: one.name, parentFolderId: homeOf(folders, index, one) ?? "root" }]),
      ),
      documents: Object.fromEntries(
        documents.map((one) => {
          const folderId = homeOf(folders, folders.length, one);
          return [
            one.id,
            {
              documentName: one.name,
              ...(folderId === undefined ? {} : { folderId }),
              accessType: one.restricted ? "restricted" : "public",
            },
          ];
        }),
      ),
    },
  },
});

const closing = (client: CollabClient): CollabClient & AsyncDisposable => ({ ...client, [Symbol.asyncDispose]: () => client.close() });

const byId = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);

it.each(["documented", "literal"] as const)("%s: what is exported is what is there; adopting it sends nothing", async (profile) => {
  await using bench = await openBench({ profile });
  await fc.assert(
    fc.asyncProperty(organization, async (given) => {
      bench.emulator.setState(stateOf(given));
      // A client of its own: what one has read a moment ago, it does not read again.
      await using client = closing(createClient({ baseUrl: bench.emulator.url, apiKey: "collab-dev-key", authToken: "collab-dev-token" }));
      const context = () => ({ ...bench.context(), client });
      const found = await readOrganization(client, "acme", { hasFolderLists: true, signal: new AbortController().signal });
      if (!found) throw new Error("not found");
      expect(found.notes).toEqual([]);
      const grants = given.grants.map(({ userId, role, name }): Grant => ({
        userId,
        accessRole: role,
        level: { kind: "organization" },
        ...(name ? { name } : {}),
      }));
      const { text: file, notes } = renderWorkspace([found], new Map(grants.length > 0 ? [["acme", grants]] : []));
      expect(notes).toHaveLength(given.documents.filter(({ restricted }) => restricted).length);
      const [declared] = workspaceOf(file).organizations;
      if (!declared) throw new Error("nothing declared");
      const { folders, documents } = given;
      expect(declared.folders.map((one) => [one.folderId, one.folderName, one.parentFolderId]).toSorted(byId)).toEqual(
        folders.map((one, index) => [one.id, one.name, homeOf(folders, index, one)]).toSorted(byId),
      );
      expect(declared.documents.map((one) => [one.documentId, one.documentName, one.folderId]).toSorted(byId)).toEqual(
        documents.map((one) => [one.id, one.name, homeOf(folders, folders.length, one)]).toSorted(byId),
      );
      expect([...(declared.members ?? [])].map(([user, member]) => [user, member.accessRole, member.name]).toSorted(byId)).toEqual(
        given.grants.map(({ userId, role, name }) => [userId, role, name]).toSorted(byId),
      );
      expect(importFile([found]).resources).toHaveLength(folders.length + documents.length);

      bench.writes();
      for (const one of declared.folders) {
        const { folderId, folderName, parentFolderId } = one;
        await kinds.Folder.create(context(), { organizationId: "acme", folderId, folderName, parentFolderId });
      }
      for (const one of declared.documents) {
        const { documentId, documentName, folderId } = one;
        await kinds.Document.create(context(), { organizationId: "acme", documentId, documentName, folderId });
      }
      expect(bench.writes()).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
