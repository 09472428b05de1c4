/** A refresh of many resources in few calls: the engine asks for one resource after the other, some at a time. */
import { expect, test } from "vitest";
import type { KindName } from "../../../provider/resources/index.ts";
import type { Properties } from "../../../provider/resources/lifecycle.ts";
import { startEmulator } from "../../../emulator/index.ts";
import { dynamicAdapter } from "../../conformance/kinds/adapter.ts";

const organizations = ["acme", "globex"];
const ids = Array.from({ length: 1000 }, (_, index) => `thing-${index}`);
const named = Object.fromEntries(ids.map((id) => [id, { name: `Name of ${id}` }]));
const seed = { version: 1, organizations: Object.fromEntries(organizations.map((id) => [id, { folders: named, documents: named }])) };

/** As the engine does it: so many at a time. */
const atATime = 8;

/** Paths of the calls that a refresh of all these resources makes; every one of them is found as it is recorded. */
const refresh = async (kind: KindName, recorded: readonly Properties[], profile: "documented" | "literal"): Promise<string[]> => {
  const emulator = await startEmulator({ port: 0, seed, profile });
  try {
    const connection = { baseUrl: emulator.url, apiKey: "collab-dev-key", authToken: "collab-dev-token" };
    const session = dynamicAdapter.open(kind, connection);
    const queue = [...recorded];
    const worker = async (): Promise<void> => {
      for (let inputs = queue.shift(); inputs; inputs = queue.shift()) {
        expect((await session.read({ id: "", inputs, outputs: inputs }))?.inputs).toStrictEqual(inputs);
      }
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    return emulator.requests().map(({ operation }) => String(operation));
  } finally {
    await emulator.close();
  }
};

test.each(["documented", "literal"] as const)("1,000 documents take at most 34 calls (%s)", async (profile) => {
  const documents = ids.map((documentId) => ({ organizationId: "acme", documentId, documentName: `Name of ${documentId}` }));
  const calls = await refresh("Document", documents, profile);
  expect(calls.length).toBeLessThanOrEqual(34);
});

test.each(["documented", "literal"] as const)(
  "1,000 folders of each of two organizations take a call an organization (%s)",
  async (profile) => {
    const folders = organizations.flatMap((organizationId) =>
      ids.map((folderId) => ({ organizationId, folderId, folderName: `Name of ${folderId}` })),
    );
    expect(await refresh("Folder", folders, profile)).toStrictEqual(organizations.map(() => "v2/organizations/folders/get"));
  },
);
