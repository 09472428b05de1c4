import { describe, expect, it } from "vitest";
import { start } from "../start.ts";

const organizationId = "acme";
const documents = [{ documentId: "roadmap", documentName: "Roadmap" }];

describe("operations 6 and 7, documents add", () => {
  it.each(["addDocuments", "addDocumentsV1"] as const)("%s creates documents in a folder, public at first", async (name) => {
    const emulator = await start({ seed: { version: 1, organizations: { acme: { folders: { design: {} } } } } });
    const answer = await emulator.call(name, { organizationId, folderId: "design", documents });
    expect(answer.data).toEqual({ roadmap: { success: true, id: expect.any(String), message: "Added Successfully" } });
    expect(emulator.state().organizations["acme"]?.documents).toEqual({
      roadmap: { documentName: "Roadmap", folderId: "design", accessType: "public", disabled: false, members: {}, locations: {} },
    });
  });

  it("createOrganization and createFolder create what is missing; the folder's id is its name", async () => {
    const { call, state } = await start();
    await call("addDocuments", { organizationId, createOrganization: true, folderId: "new", createFolder: true, documents });
    expect(state().organizations["acme"]).toMatchObject({
      folders: { new: { folderName: "new", parentFolderId: "root" } },
      documents: { roadmap: { folderId: "new" } },
    });
  });

  it.each([
    ["the organization", { organizationId: "none", documents }, "Organization does not exist"],
    ["the folder", { organizationId, folderId: "none", documents }, "Folder does not exist."],
  ])("without the flags a missing parent fails each item: %s", async (_what, data, message) => {
    const { call, state } = await start({ seed: { version: 1, organizations: { acme: {} } } });
    const before = state();
    for (const name of ["addDocuments", "addDocumentsV1"] as const) {
      expect((await call(name, { ...data, createOrganization: false })).data).toMatchObject({ roadmap: { success: false, message } });
    }
    expect(state()).toEqual(before);
  });

  it("v1 has no create flags", async () => {
    const { call } = await start();
    const { data } = await call("addDocumentsV1", { organizationId, createOrganization: true, documents });
    expect(data).toMatchObject({ roadmap: { success: false } });
  });
});

const ids = (data: unknown) => (data as { id: string }[]).map(({ id }) => id);

describe("operations 8 and 9, documents get", () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`d${String(index).padStart(2, "0")}`, {}]));
  const seed = {
    version: 1,
    organizations: {
      acme: { documents: { ...many }, folders: { f: { documents: { inside: { name: "Inside", access: "restricted" } } } } },
    },
  };
  it("pages through all documents with pageSize and pageToken, none twice, none left out", async () => {
    const { call } = await start({ seed });
    const seen: string[] = [];
    let pageToken: unknown;
    do {
      const { result } = await call("getDocuments", { organizationId, pageSize: 10, pageToken });
      expect(ids(result?.["data"]).length).toBeLessThanOrEqual(10);
      seen.push(...ids(result?.["data"]));
      pageToken = result?.["pageToken"];
    } while (pageToken !== undefined);
    expect(seen).toEqual([...Object.keys(many), "inside"]);
  });

  it("lists a folder's documents alone", async () => {
    const { call } = await start({ seed });
    const { data } = await call("getDocuments", { organizationId, folderId: "f" });
    expect(data).toEqual([{ id: "inside", documentName: "Inside", disabled: false, accessType: "restricted" }]);
    const listed = await call("getDocuments", { organizationId, folderId: "f", documentIds: ["inside"] });
    expect(ids(listed.data)).toEqual(["inside"]);
  });

  it("an empty documentIds names no document", async () => {
    const { call } = await start({ seed });
    expect((await call("getDocuments", { organizationId, documentIds: [] })).data).toEqual([]);
    expect((await call("getDocumentsV1", { organizationId, documentIds: [] })).data).toEqual([]);
  });

  it.each([{ pageSize: 0 }, { pageToken: "nonsense" }, { pageSize: "x" }])("refuses %j", async (extra) => {
    const { call } = await start({ seed });
    expect((await call("getDocuments", { organizationId, ...extra })).error).toMatchObject({ status: "INVALID_ARGUMENT" });
  });

  it("v1 returns everything without paging, and leaves unknown ids out", async () => {
    const { call } = await start({ seed });
    expect((await call("getDocumentsV1", { organizationId })).data).toHaveLength(26);
    expect(ids((await call("getDocumentsV1", { organizationId, documentIds: ["d03", "none"] })).data)).toEqual(["d03"]);
  });
});
