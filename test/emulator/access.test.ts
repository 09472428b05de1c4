import { expect, it } from "vitest";
import { reached, start } from "./start.ts";

const seed = {
  version: 1,
  organizations: {
    acme: {
      members: { org: "viewer" },
      documents: { top: {}, secret: { access: "restricted" } },
      folders: {
        design: {
          members: { folder: "editor", org: "editor" },
          documents: { logo: {}, hidden: { access: "restricted" } },
          folders: {
            inner: { documents: { deep: { members: { doc: "viewer" } } } },
            closed: { inheritAccessFromParent: false, documents: { own: {} } },
          },
        },
      },
    },
  },
};

it.each([
  ["org", ["deep", "hidden", "logo", "own", "top"]],
  ["folder", ["deep", "hidden", "logo"]],
  ["doc", ["deep"]],
  ["nobody", []],
])("%s reaches %j", async (user, documents) => {
  expect(reached(await start({ seed }), "acme", user)).toEqual(documents);
});

it("several grants: all are listed, the more powerful role holds", async () => {
  const { documents } = (await start({ seed })).access("acme", "org");
  expect(documents["logo"]).toEqual({
    role: "editor",
    via: expect.arrayContaining([
      { level: "organization", id: "acme", role: "viewer" },
      { level: "folder", id: "design", role: "editor" },
    ]),
  });
  expect(documents["top"]?.role).toBe("viewer");
});

it("follows a folder that is moved", async () => {
  const emulator = await start({ seed });
  await emulator.call("updateFolders", { organizationId: "acme", folders: [{ folderId: "inner", parentFolderId: "root" }] });
  expect(reached(emulator, "acme", "folder")).toEqual(["hidden", "logo"]);
});
