/** Writes that a read can show are looked at: what the service answers is not yet what it does. */
import { expect, onTestFinished, test } from "vitest";
import type { FaultRule, Switches } from "../../../emulator/index.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { openBench } from "../../support/context.ts";

const seed = {
  version: 1,
  organizations: { acme: { folders: { design: { name: "Design" } }, documents: { brand: { name: "Old" } } } },
};

/** A context that does not wait, and how long it would have. */
const open = async (switches: Partial<Switches> = {}, config: Readonly<Record<string, string>> = {}) => {
  const bench = await openBench({ seed, switches }, config);
  onTestFinished(() => bench[Symbol.asyncDispose]());
  let waited = 0;
  const context = { ...bench.context(), sleep: async (milliseconds: number) => void (waited += milliseconds) };
  return { bench, context, waited: () => waited };
};

/** The service answers yes for an item, and does nothing. */
const pretends = (operation: string, id: string): FaultRule => ({
  operation,
  effect: {
    status: 200,
    body: { result: { status: "success", message: "Done.", data: { [id]: { success: true, id, message: "Done." } } } },
  },
});
const design = { organizationId: "acme", folderId: "design", folderName: "Drafts" };
const brand = { organizationId: "acme", documentId: "guide", documentName: "Guide" };

test("a document that is answered for and not there is an error, after some patience", async () => {
  const { bench, context, waited } = await open();
  bench.emulator.faults.set([pretends("v2/organizations/documents/add", "guide")]);
  await expect(kinds.Document.create(context, brand)).rejects.toThrow(
    'document guide should be named "Guide"; the service accepted it, but the document cannot be found.',
  );
  expect(waited()).toBe(1500);
});

test("a document that is answered for and keeps its name is an error", async () => {
  const { bench, context } = await open({}, { documentsAdd: "upsert" });
  bench.emulator.faults.set([pretends("v2/organizations/documents/add", "brand")]);
  await expect(kinds.Document.create(context, { ...brand, documentId: "brand", adopt: "overwrite" })).rejects.toThrow(
    'document brand should be named "Guide"; the service accepted it, but the document is named "Old".',
  );
});

test("a document that does not lie where it was created is an error with the way out", async () => {
  const { context } = await open({ documentsAddExisting: "perItem" }, { documentsAdd: "upsert" });
  const declared = { organizationId: "acme", documentId: "brand", documentName: "Old", folderId: "design", adopt: "overwrite" as const };
  await expect(kinds.Document.create(context, declared)).rejects.toThrow(
    /document brand should lie in folder design, and does not\. .*collab:documentsAdd/,
  );
});

test("a folder that is answered for and keeps its name is an error, and what is recorded is what was seen", async () => {
  const { bench, context } = await open();
  bench.emulator.faults.set([pretends("v1/organizations/folders/update", "design")]);
  const state = { inputs: { ...design, folderName: "Design" }, computed: {} };
  await expect(kinds.Folder.update(context, state, design)).rejects.toMatchObject({
    message: expect.stringContaining(
      'folder design should be "Drafts" in root; the service accepted the change, but the folder is "Design" in root.',
    ),
    state: { inputs: { folderName: "Design" } },
  });
});

test("a folder that is answered for and not there is an error", async () => {
  const { bench, context } = await open();
  bench.emulator.faults.set([pretends("v2/organizations/documents/add", "none"), pretends("v1/organizations/folders/update", "drafts")]);
  await expect(kinds.Folder.create(context, { ...design, folderId: "drafts" })).rejects.toThrow(
    'folder drafts of acme was not created: folder drafts should be "Drafts" in root; the service accepted the change, but the folder cannot be found.',
  );
});

test("a document that was moved out of its folder, and back into it, is seen where it is", async () => {
  const { bench, context } = await open();
  const declared = { organizationId: "acme", documentId: "plan", documentName: "Plan", folderId: "design" };
  let state = await kinds.Document.create(context, declared);
  for (const folderId of [undefined, "design"]) {
    const now = bench.emulator.state();
    const { folderId: _, ...plan } = now.organizations["acme"]?.documents["plan"] ?? {};
    const place = folderId === undefined ? {} : { folderId };
    bench.emulator.setState({ organizations: { acme: { folders: { design: {} }, documents: { plan: { ...plan, ...place } } } } });
    // Each refresh is a run of its own: what an earlier one has read is not shared with it.
    await using other = await openBench({ seed: { version: 1 } }, { baseUrl: bench.emulator.url });
    const seen = await kinds.Document.read(other.context(), state);
    if (!seen) throw new Error("the refresh took it for gone");
    expect(seen.inputs.folderId).toBe(folderId);
    state = seen;
  }
});
