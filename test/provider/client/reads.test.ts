import { describe, expect, it } from "vitest";
import { collect, error, fake, ok, type Reply } from "./fake.ts";

const missing = { id: "b", success: false, message: "Document does not exist.", code: "not-found" };

describe("documents by id", () => {
  const found = { id: "a", documentName: "A", accessType: "public" };
  it.each<[string, Reply]>([
    ["left out", ok([found], { pageToken: null })],
    ["a failed entry", ok([found, missing])],
    ["a failure with details", error("INTERNAL", "Some are missing.", 200, { details: [found, missing] })],
    [
      "a failure with a map of details",
      error("INTERNAL", "Some are missing.", 500, { details: { a: { success: true, ...found }, b: missing } }),
    ],
  ])("a missing one: %s", async (_, reply) => {
    const { client } = fake(() => reply);
    expect([...(await client.documents("o", ["a", "b"]))]).toEqual([
      ["a", found],
      ["b", undefined],
    ]);
  });

  it("of an unknown organization are all missing; other failures are failures", async () => {
    expect(await fake(() => error("NOT_FOUND", "No organization.", 404)).client.documents("o", ["a"])).toEqual(new Map([["a", undefined]]));
    await expect(fake(() => error("FAILED_PRECONDITION")).client.documents("o", ["a"])).rejects.toMatchObject({ code: "precondition" });
    await expect(fake(() => ok([{ id: "a", disabled: "no" }])).client.documents("o", ["a"])).rejects.toMatchObject({ code: "protocol" });
  });

  it("a document that was not asked for is not taken for one that was", async () => {
    const { client } = fake(() => ok([{ id: "b" }, { id: "other", documentName: "Other" }]));
    expect([...(await client.documents("o", ["a", "b"]))]).toEqual([
      ["a", undefined],
      ["b", { id: "b" }],
    ]);
  });

  it("may come in pages although ids were given", async () => {
    const { client, calls } = fake(({ data }) =>
      data.pageToken ? ok([{ id: "b" }], { pageToken: "" }) : ok([{ id: "a" }], { pageToken: "t" }),
    );
    expect([...(await client.documents("o", ["a", "b"])).values()]).toEqual([{ id: "a" }, { id: "b" }]);
    expect(calls.map(({ data }) => data.pageToken)).toEqual([undefined, "t"]);
  });

  it("in the v1 form", async () => {
    const { client, calls } = fake(({ data }) => ok(data.documentIds.map((id: string) => ({ id }))), { apiVersion: "v1" });
    await client.documents(
      "o",
      Array.from({ length: 100 }, (_, index) => `d${index}`),
    );
    expect(calls.map(({ operation }) => operation)).toEqual(["getDocumentsV1"]);
  });
});

describe("all documents", () => {
  it.each([[{}], [{ pageToken: null }], [{ pageToken: "" }], [{ pageToken: "t1" }]])("end with %j", async (end) => {
    const { client, calls } = fake((_, index) =>
      index === 0 ? ok([{ id: "a" }], { pageToken: "t1" }) : ok([{ id: "b" }, { id: "a" }], end),
    );
    const all = await collect(client.listDocuments("o", { folderId: "f", pageSize: 2 }));
    expect(all).toEqual([{ id: "a" }, { id: "b" }]);
    expect(calls.map(({ data }) => data)).toEqual([
      { organizationId: "o", folderId: "f", pageSize: 2 },
      { organizationId: "o", folderId: "f", pageSize: 2, pageToken: "t1" },
    ]);
  });

  it("stop where the reader stops", async () => {
    const { client, calls } = fake((_, index) => ok([{ id: `d${index}` }], { pageToken: `t${index}` }));
    for await (const _ of client.listDocuments("o")) break;
    expect(calls).toHaveLength(1);
  });

  it("in the v1 form: one answer, and no folder", async () => {
    const { client, calls } = fake(() => ok([{ id: "a" }]), { apiVersion: "v1" });
    expect(await collect(client.listDocuments("o"))).toEqual([{ id: "a" }]);
    expect(calls.map(({ operation }) => operation)).toEqual(["getDocumentsV1"]);
    await expect(collect(client.listDocuments("o", { folderId: "f" }))).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("folders", () => {
  const flat = [
    { folderId: "a", parentFolderId: "root" },
    { folderId: "b", parentFolderId: "a" },
    { folderId: "c", parentFolderId: "b" },
  ];
  it.each<[string, object[]]>([
    ["flat", flat.map((folder) => ({ ...folder, apiKey: "planted-api-key" }))],
    ["nested", [{ folderId: "a", apiKey: "k", subFolders: [{ folderId: "b", subFolders: [{ folderId: "c", subFolders: [] }] }] }]],
    ["both", [{ ...flat[0], subFolders: [{ folderId: "b" }] }, flat[1] ?? {}, flat[2] ?? {}]],
    ["with ancestors only", flat.map(({ folderId }, index) => ({ folderId, ancestors: ["root", "a", "b"].slice(0, index + 1) }))],
  ])("%s: side by side, with their parents, without the key", async (_, data) => {
    const read = await fake(() => ok(data)).client.folders("o");
    expect(read?.map(({ folderId, parentFolderId }) => ({ folderId, parentFolderId }))).toEqual(flat);
    expect(JSON.stringify(read)).not.toMatch(/apiKey|subFolders/);
  });

  it.each([
    ["an empty list is empty", ok([]), []],
    ["not found is undefined", error("NOT_FOUND", "No.", 404), undefined],
    ["not found as an invalid argument, too", error("INVALID_ARGUMENT", "Organization does not exist."), undefined],
  ])("%s", async (_, reply, expected) => {
    for (const apiVersion of ["v1", "v2"] as const) {
      const { client } = fake(() => reply, { apiVersion });
      expect(await client.folders("o")).toEqual(expected);
      expect(await client.folder("o", "f")).toBeUndefined();
    }
  });

  it("one of them, with what is in it", async () => {
    const { client, calls } = fake(() => ok([{ folderId: "a", subFolders: [{ folderId: "b" }] }]));
    expect(await client.folder("o", "a", { maxDepth: 3 })).toEqual({ folderId: "a", subFolders: [{ folderId: "b", parentFolderId: "a" }] });
    expect(await client.folder("o", "z")).toBeUndefined();
    expect(calls.map(({ data }) => data)).toEqual([
      { organizationId: "o", folderId: "a", maxDepth: 3 },
      { organizationId: "o", folderId: "z" },
    ]);
  });
});

const page = (id: number) => ({ comments: [id], reactions: [], recordings: [], notifications: [] });

it("a user's data comes page by page", async () => {
  const { client } = fake(({ data }, index) => ok(page(index), { nextPageToken: data.pageToken ? null : "t" }));
  expect(await collect(client.userData({ userId: "ada" }))).toEqual([page(0), page(1)]);
});

describe("credentials", () => {
  it.each([
    ["INVALID_ARGUMENT", "Bad request."],
    ["UNAUTHENTICATED", "Who?"],
    ["PERMISSION_DENIED", "No."],
  ])("refused as %s", async (status, message) => {
    const { client } = fake(() => error(status, message));
    await expect(client.verifyCredentials()).rejects.toMatchObject({ code: "unauthorized" });
    await expect(client.verifyCredentials()).rejects.toThrow("Check the API key and the auth token");
  });

  it("accepted, with a decision that grants nothing", async () => {
    const { client, calls } = fake(() => ok({ signature: "f" }));
    await client.verifyCredentials();
    expect(calls[0]?.data.permissions).toEqual([expect.objectContaining({ hasAccess: false })]);
  });
});
