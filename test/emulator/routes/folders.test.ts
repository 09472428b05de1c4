import { describe, expect, it } from "vitest";
import { start } from "../start.ts";

const organizationId = "acme";
const seed = {
  version: 1,
  organizations: {
    acme: {
      folders: { design: { name: "Design", folders: { logos: { folders: { old: {} } } } }, sales: {} },
    },
  },
};
const ids = (data: unknown) => (data as { folderId: string }[]).map(({ folderId }) => folderId);

describe("operation 3, folders get v2", () => {
  it("lists all folders with the v2 fields, ancestors from root down to the direct parent", async () => {
    const { call } = await start({ seed });
    const { data, result } = await call("getFolders", { organizationId });
    expect(ids(data).toSorted()).toEqual(["design", "logos", "old", "sales"]);
    expect(result?.["message"]).toBe("Folders retrieved successfully.");
    expect(data).toContainEqual({
      folderId: "old",
      folderName: "old",
      organizationId,
      parentFolderId: "logos",
      createdAt: expect.any(Number),
      lastUpdated: expect.any(Number),
      apiKey: "collab-dev-key",
      ancestors: ["root", "design", "logos"],
      accessType: "public",
      inheritAccessFromParent: true,
    });
  });

  it.each([
    [undefined, [{ folderId: "logos" }], 1],
    [0, undefined, 0],
    [1, [{ folderId: "logos" }], 1],
    [2, [{ folderId: "logos", subFolders: [{ folderId: "old", ancestors: ["root", "design", "logos"] }] }], 2],
  ])("with folderId and maxDepth %s nests that many levels", async (maxDepth, subFolders, depth) => {
    const { call } = await start({ seed });
    const { data } = await call("getFolders", { organizationId, folderId: "design", maxDepth });
    expect(data).toMatchObject([{ folderId: "design", ...(subFolders && { subFolders }) }]);
    expect(JSON.stringify(data).split("subFolders").length - 1).toBe(depth);
  });

  it("refuses a negative maxDepth", async () => {
    const { call } = await start({ seed });
    expect((await call("getFolders", { organizationId, maxDepth: -1 })).error).toMatchObject({ status: "INVALID_ARGUMENT" });
  });
});

it("operation 4, folders get v1: the v1 fields alone", async () => {
  const { call } = await start({ seed });
  const { data } = await call("getFoldersV1", { organizationId, folderId: "design", maxDepth: 5 });
  expect(Object.keys((data as object[])[0] ?? {}).toSorted()).toEqual([
    "createdAt",
    "folderId",
    "folderName",
    "lastUpdated",
    "organizationId",
    "parentFolderId",
    "subFolders",
  ]);
  expect(JSON.stringify(data)).not.toContain('"old"');
});

describe("operation 5, folders update", () => {
  it("renames, and moves a folder with its contents", async () => {
    const emulator = await start({ seed, clock: () => 5000 });
    emulator.advanceClock(1000);
    const folders = [{ folderId: "logos", folderName: "Logos", parentFolderId: "sales" }];
    expect((await emulator.call("updateFolders", { organizationId, folders })).data).toEqual({
      logos: { success: true, id: "logos", message: "Folder Updated." },
    });
    const { data } = await emulator.call("getFolders", { organizationId, folderId: "old" });
    expect(data).toMatchObject([{ ancestors: ["root", "sales", "logos"] }]);
    expect(emulator.state().organizations["acme"]?.folders["logos"]).toMatchObject({
      folderName: "Logos",
      createdAt: 5000,
      lastUpdated: 6000,
    });
  });

  it("moves to the top level with the literal `root`", async () => {
    const { call } = await start({ seed });
    await call("updateFolders", { organizationId, folders: [{ folderId: "old", parentFolderId: "root" }] });
    expect((await call("getFolders", { organizationId, folderId: "old" })).data).toMatchObject([{ ancestors: ["root"] }]);
  });

  it("fails for an unknown folder alone", async () => {
    const { call } = await start({ seed });
    const folders = [
      { folderId: "none", folderName: "x" },
      { folderId: "sales", folderName: "Sales" },
    ];
    expect((await call("updateFolders", { organizationId, folders })).data).toMatchObject({
      none: { success: false, message: "Folder does not exist." },
      sales: { success: true },
    });
  });
});
