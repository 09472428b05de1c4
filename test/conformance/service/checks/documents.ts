/** Operations 6 to 9. */
import { expect } from "vitest";
import { acme, dataOf, itemId, times, type Check, type Service } from "../service.ts";
import { organizationId } from "../world.ts";

const added = (service: Service, id: string) => ({ success: true, id: itemId(service, id), message: "Added Successfully" });
const idsOf = (documents: unknown): string[] => (documents as { id: string }[]).map(({ id }) => id).toSorted();
const all = ["draft", "logo", "secret", "top"];
const list = async ({ call }: Service, data: object = {}) => await call("getDocuments", { organizationId, ...data });
const documentsOf = (...ids: string[]) => ids.map((documentId) => ({ documentId, documentName: documentId.toUpperCase() }));

const pagesOf = async (service: Service, data: object): Promise<{ sizes: number[]; ids: string[]; last: unknown }> => {
  const pages: string[][] = [];
  for (let pageToken: unknown; ;) {
    const { data: documents, result } = await list(service, { ...data, ...(typeof pageToken === "string" && { pageToken }) });
    pages.push(idsOf(documents));
    pageToken = result?.["pageToken"];
    if (!pageToken || pages.length > 100) return { sizes: pages.map(({ length }) => length), ids: pages.flat(), last: pageToken };
  }
};

/** Operations 6 and 7 on a document that exists, beside a new one. */
const addAgain = async (service: Service, name: "addDocuments" | "addDocumentsV1"): Promise<void> => {
  const before = acme(service).documents["top"];
  const { data, error } = await service.call(name, { organizationId, documents: documentsOf("top", name) });
  const good = added(service, name);
  const bad = { success: false, code: "already-exists" };
  const value = service.switches.documentsAddExisting;
  if (value === "errorDetails") expect(error).toMatchObject({ status: "INTERNAL", details: { top: bad, [name]: good } });
  else expect(data).toMatchObject({ top: value === "upsert" ? { success: true } : { success: false }, [name]: good });
  const { documents } = acme(service);
  expect(documents[name]).toMatchObject({ documentName: name.toUpperCase() });
  expect(documents["top"]).toEqual(value === "upsert" ? { ...before, documentName: "TOP" } : before);
};

export const documents = {
  "6a": async (service) => {
    const { data } = await service.call("addDocuments", { organizationId, documents: documentsOf("x", "y") });
    expect(data).toEqual({ x: added(service, "x"), y: added(service, "y") });
    expect(acme(service).documents["x"]).toMatchObject({ documentName: "X", disabled: false });
  },
  "6b": async (service) => {
    await service.call("addDocuments", { organizationId, folderId: "plans", documents: documentsOf("x") });
    expect(acme(service).documents["x"]?.folderId).toBe("plans");
  },
  "6c": async (service) => {
    const data = { organizationId: "new", folderId: "folder", documents: documentsOf("x") };
    for (const flags of [{}, { createOrganization: true }]) {
      const answer = await service.call("addDocuments", { ...data, ...flags });
      expect(answer.data, JSON.stringify(flags)).toMatchObject({ x: { success: false } });
      expect(service.state().organizations["new"]?.documents ?? {}).toEqual({});
    }
    await service.call("addDocuments", { ...data, createOrganization: true, createFolder: true });
    expect(service.state().organizations["new"]).toMatchObject({
      folders: { folder: { parentFolderId: "root" } },
      documents: { x: { folderId: "folder" } },
    });
  },
  "6d": (service) => addAgain(service, "addDocuments"),
  "7a": async (service) => {
    const data = { organizationId, folderId: "plans", documents: documentsOf("x") };
    expect(dataOf(await service.call("addDocumentsV1", data))).toEqual({ x: added(service, "x") });
    expect(acme(service).documents["x"]).toMatchObject({ documentName: "X", folderId: "plans" });
    await service.call("addDocumentsV1", { ...data, organizationId: "new", createOrganization: true, createFolder: true });
    expect(service.state().organizations).not.toHaveProperty("new");
    await addAgain(service, "addDocumentsV1");
  },
  "8a": async (service) => {
    const { data } = await list(service, { documentIds: ["top", "secret"] });
    expect(data).toEqual([
      { id: "top", documentName: "Top", disabled: false, accessType: "public" },
      { id: "secret", documentName: "Secret", disabled: false, accessType: "restricted" },
    ]);
  },
  "8b": async (service) => {
    expect(idsOf((await list(service)).data)).toEqual(all);
    expect(idsOf((await list(service, { folderId: "design" })).data)).toEqual(["logo"]);
  },
  "8c": async (service) => {
    await service.call("addDocuments", { organizationId, documents: documentsOf(...times(3, "x")) });
    const { sizes, ids } = await pagesOf(service, { pageSize: 3 });
    expect([sizes, ids.toSorted()]).toEqual([[3, 3, 1], [...all, ...times(3, "x")].toSorted()]);
  },
  "8d": async (service) => {
    const size = Number(service.switches.documentsPageSize);
    await service.call("addDocuments", { organizationId, documents: documentsOf(...times(size, "x")) });
    for (const data of [{}, { pageSize: size + 1 }]) {
      const { sizes, last } = await pagesOf(service, data);
      expect(sizes).toEqual([size, all.length]);
      expect(last).toBe({ absent: undefined, null: null, empty: "" }[service.switches.pageTokenAtEnd]);
    }
  },
  "8e": async (service) => {
    const { data, error } = await list(service, { documentIds: ["none", "top"] });
    const missing = { id: "none", success: false, code: "not-found", message: expect.any(String) };
    const top = { id: "top", documentName: "Top" };
    const value = service.switches.documentsGetMissing;
    if (value === "errorDetails") expect(error).toMatchObject({ status: "INTERNAL", details: [missing, top] });
    else expect(data).toMatchObject(value === "omit" ? [top] : [missing, top]);
  },
  "8f": async (service) => {
    const ids = times(31, "x");
    for (const documents of [ids, ["extra"]]) await service.call("addDocuments", { organizationId, documents: documentsOf(...documents) });
    const refused = service.switches.documentsGetMaxIds === "30" ? "INVALID_ARGUMENT" : undefined;
    expect((await list(service, { documentIds: ids })).error?.["status"]).toBe(refused);
    expect((await list(service, { documentIds: ids.slice(1) })).data).toHaveLength(30);
  },
  "9a": async ({ call }) => {
    await call("addDocuments", { organizationId, documents: documentsOf(...times(1001, "x")) });
    const { result } = await call("getDocumentsV1", { organizationId });
    expect(idsOf(result?.["data"])).toEqual([...all, ...times(1001, "x")].toSorted());
    expect(result).not.toHaveProperty("pageToken");
    expect((await call("getDocumentsV1", { organizationId, documentIds: ["top"] })).data).toMatchObject([
      { id: "top", documentName: "Top" },
    ]);
  },
} satisfies Record<string, Check>;
