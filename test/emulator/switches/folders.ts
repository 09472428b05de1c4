/** Folders. */
import { expect } from "vitest";
import { type Check, type Checks, organizationId } from "./check.ts";

const unknownFolder =
  (expected: object): Check =>
  async ({ call }) => {
    for (const data of [{ organizationId, folderId: "none" }, { organizationId: "none" }]) {
      for (const name of ["getFolders", "getFoldersV1"] as const) expect(await call(name, data)).toMatchObject(expected);
    }
  };
const move =
  (check: (entry: unknown) => void, name: string): Check =>
  async ({ call, state }) => {
    for (const parentFolderId of ["none", "old", "design"]) {
      const { data } = await call("updateFolders", {
        organizationId,
        folders: [{ folderId: "design", folderName: "New", parentFolderId }],
      });
      check((data as Record<string, unknown>)["design"]);
      expect(state().organizations["acme"]?.folders["design"]).toMatchObject({ folderName: name, parentFolderId: "root" });
    }
  };

export const folders = {
  advancedQueries: {
    on: async ({ call }) => expect((await call("getFolders", { organizationId })).error).toBeUndefined(),
    off: async ({ call }) => {
      for (const name of ["getFolders", "getFoldersV1", "updateFolders", "getDocuments"] as const) {
        const { error } = await call(name, { organizationId, folders: [] });
        expect(error).toMatchObject({ status: "FAILED_PRECONDITION" });
      }
    },
  },
  foldersUnknown: {
    notFound: unknownFolder({ http: 404, error: { status: "NOT_FOUND" } }),
    empty: unknownFolder({ http: 200, data: [] }),
  },
  foldersList: {
    flat: async ({ call }) => {
      expect((await call("getFolders", { organizationId })).data).toHaveLength(3);
      expect((await call("getFolders", { organizationId, maxDepth: 1 })).data).toHaveLength(2);
    },
    nested: async ({ call }) => {
      const logos = { folderId: "logos", subFolders: [{ folderId: "old", ancestors: ["root", "design", "logos"], subFolders: [] }] };
      expect((await call("getFolders", { organizationId })).data).toMatchObject([{ folderId: "design", subFolders: [logos] }]);
      const { data } = await call("getFolders", { organizationId, maxDepth: 1 });
      expect(JSON.stringify(data)).not.toContain('"old"');
    },
  },
  folderMoveInvalid: {
    reject: move((entry) => expect(entry).toMatchObject({ success: false, id: "design" }), "Design"),
    ignore: move((entry) => expect(entry).toMatchObject({ success: true, message: "Folder Updated." }), "New"),
  },
} satisfies Partial<Checks>;
