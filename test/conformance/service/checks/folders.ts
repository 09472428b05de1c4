/** Operations 3, 4 and 5. */
import { expect } from "vitest";
import { requests } from "../requests.ts";
import { acme, dataOf, reached, type Check, type Service } from "../service.ts";
import { organizationId } from "../world.ts";

interface Folder {
  readonly folderId: string;
  readonly subFolders?: readonly Folder[];
  readonly [field: string]: unknown;
}
type Read = "getFolders" | "getFoldersV1";

const read = async ({ call }: Service, name: Read, data: object): Promise<Folder[]> =>
  dataOf<Folder[]>(await call(name, { organizationId, ...data }));

/** A folder's ids down the tree, as `design(logos(old))`. */
const outline = ({ folderId, subFolders = [] }: Folder): string =>
  subFolders.length === 0 ? folderId : `${folderId}(${subFolders.map(outline).toSorted().join(",")})`;

const v1Fields = {
  folderId: "design",
  folderName: "Design",
  organizationId,
  parentFolderId: "root",
  createdAt: expect.any(Number),
  lastUpdated: expect.any(Number),
};

/** All folders: side by side, or inside each other (switch `foldersList`). */
const expectAll = (folders: readonly Folder[], { switches }: Service): void => {
  const expected = switches.foldersList === "nested" ? ["design(logos(old))", "plans"] : ["design", "logos", "old", "plans"];
  expect(folders.map(outline).toSorted()).toEqual(expected);
};

const expectUnknown = async ({ call, switches }: Service, name: Read): Promise<void> => {
  for (const data of [{ organizationId, folderId: "none" }, { organizationId: "none" }]) {
    const { error, data: answered } = await call(name, data);
    if (switches.foldersUnknown === "empty") expect([error, answered]).toEqual([undefined, []]);
    else expect(error).toMatchObject({ status: "NOT_FOUND" });
  }
};

export const folders = {
  "3a": async (service) => expectAll(await read(service, "getFolders", {}), service),
  "3b": async (service) => {
    const [folder, ...others] = await read(service, "getFolders", { folderId: "design" });
    expect([folder?.folderId, others]).toEqual(["design", []]);
    expect(folder?.subFolders?.map(({ folderId }) => folderId)).toEqual(["logos"]);
  },
  "3c": async (service) => {
    const at = async (maxDepth: number) => (await read(service, "getFolders", { folderId: "design", maxDepth })).map(outline);
    expect([await at(1), await at(2)]).toEqual([["design(logos)"], ["design(logos(old))"]]);
    const [folder] = await read(service, "getFolders", { folderId: "design", maxDepth: 2 });
    expect(folder?.subFolders?.[0]?.subFolders).toMatchObject([{ ancestors: ["root", "design", "logos"], inheritAccessFromParent: true }]);
  },
  "3d": async (service) => {
    const [folder] = await read(service, "getFolders", { folderId: "design" });
    const v2Fields = { apiKey: expect.any(String), ancestors: ["root"], accessType: "public", inheritAccessFromParent: true };
    expect(folder).toMatchObject({ ...v1Fields, ...v2Fields });
    const [inner] = await read(service, "getFolders", { folderId: "old" });
    expect(inner).toMatchObject({ parentFolderId: "logos", ancestors: ["root", "design", "logos"] });
  },
  "3e": (service) => expectUnknown(service, "getFolders"),
  "3f": async ({ call, switches, state }) => {
    const before = state();
    for (const name of ["getFolders", "getFoldersV1", "getDocuments", "updateFolders"] as const) {
      const { error } = await call(name, requests[name]);
      expect(error?.["status"], name).toBe(switches.advancedQueries === "off" ? "FAILED_PRECONDITION" : undefined);
    }
    if (switches.advancedQueries === "off") expect(state()).toEqual(before);
    // Operation 9 does not name the precondition.
    expect((await call("getDocumentsV1", requests.getDocumentsV1)).error).toBeUndefined();
  },
  "4a": async (service) => {
    expectAll(await read(service, "getFoldersV1", {}), service);
    const [folder] = await read(service, "getFoldersV1", { folderId: "design" });
    expect(folder).toEqual({ ...v1Fields, subFolders: [expect.objectContaining({ folderId: "logos" })] });
    await expectUnknown(service, "getFoldersV1");
  },
  "5a": async (service) => {
    const changes = [
      { folderId: "plans", folderName: "Ideas" },
      { folderId: "logos", parentFolderId: "root" },
    ];
    await service.call("updateFolders", { organizationId, folders: changes });
    const after = acme(service).folders;
    expect(after["plans"]).toMatchObject({ folderName: "Ideas", parentFolderId: "root" });
    expect(after["logos"]).toMatchObject({ folderName: "Logos", parentFolderId: "root" });
    // Its contents came along, so they are out of the reach of who has access to the folder it was in.
    const [moved] = await read(service, "getFolders", { folderId: "old" });
    expect(moved?.["ancestors"]).toEqual(["root", "logos"]);
    expect(reached(service, "fay")).toEqual(["logo"]);
  },
  "5b": async ({ call }) => {
    const { data } = await call("updateFolders", { organizationId, folders: [{ folderId: "plans", folderName: "Ideas" }] });
    expect(data).toEqual({ plans: { success: true, id: "plans", message: "Folder Updated." } });
  },
  "5c": async (service) => {
    for (const parentFolderId of ["none", "design", "old"]) {
      service.setState({ organizations: { acme: { folders: acme(service).folders } } });
      const changes = [{ folderId: "design", folderName: "New", parentFolderId }];
      const { data } = await service.call("updateFolders", { organizationId, folders: changes });
      const rejects = service.switches.folderMoveInvalid === "reject";
      expect(data, parentFolderId).toMatchObject({ design: { success: !rejects } });
      expect(acme(service).folders["design"]).toMatchObject({ folderName: rejects ? "Design" : "New", parentFolderId: "root" });
    }
  },
} satisfies Record<string, Check>;
