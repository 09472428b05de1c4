/** Organizations and folders on a service that creates none from an empty list: their first child creates them, without waiting in vain. */
import { expect, onTestFinished, test } from "vitest";
import { kinds } from "../../../provider/resources/index.ts";
import { openBench } from "../../support/context.ts";

const member = { userId: "ada", accessRole: "editor" } as const;

test.each([
  ["member", { member }],
  ["document", { document: { documentId: "brand", documentName: "Brand" } }],
])("a first %s creates its organization and folder at once, and again where an earlier attempt has added it", async (_, first) => {
  const seed = { version: 1, organizations: { acme: { documents: { brand: { name: "Brand" } }, members: { ada: "editor" } } } };
  const bench = await openBench({
    seed,
    switches: { emptyListCreates: "no", documentsAddExisting: "errorDetails", usersAddExisting: "fail" },
  });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  let waited = 0;
  const context = { ...bench.context(), sleep: async (milliseconds: number) => void (waited += milliseconds) };
  await kinds.Organization.create(context, { organizationId: "globex", first });
  await kinds.Organization.create(context, { organizationId: "acme", first });
  await kinds.Folder.create(context, { organizationId: "globex", folderId: "design", folderName: "Design", first: { member } });
  expect(Object.keys(bench.emulator.state().organizations["globex"]?.folders ?? {})).toStrictEqual(["design"]);
  expect(waited).toBe(0);
});
