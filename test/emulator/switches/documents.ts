/** Documents and lists. */
import { expect } from "vitest";
import type { Started } from "../start.ts";
import { type Check, type Checks, organizationId } from "./check.ts";

const addTwice: (check: (answer: Awaited<ReturnType<Started["call"]>>, name: string | undefined) => void) => Check =
  (check) =>
  async ({ call, state }) => {
    const documents = [{ documentId: "top", documentName: "New" }, { documentId: "other" }];
    for (const name of ["addDocuments", "addDocumentsV1"] as const) {
      const answer = await call(name, { organizationId, documents });
      const stored = state().organizations["acme"]?.documents;
      // The good items are applied under every value.
      expect(stored).toHaveProperty("other");
      check(answer, stored?.["top"]?.documentName);
    }
  };
const getTwo =
  (check: (answer: Awaited<ReturnType<Started["call"]>>) => void): Check =>
  async ({ call }) =>
    check(await call("getDocuments", { organizationId, documentIds: ["none", "top"] }));
const getMany =
  (accepted: boolean): Check =>
  async ({ call }) => {
    const documentIds = Array.from({ length: 31 }, (_, index) => `d${index}`);
    const { error } = await call("getDocuments", { organizationId, documentIds });
    expect(error?.["message"]).not.toBe(accepted ? "data.documentIds: at most 30 a call." : undefined);
    expect((await call("getDocuments", { organizationId, documentIds: documentIds.slice(1) })).error?.["status"]).not.toBe(
      "INVALID_ARGUMENT",
    );
  };
const pageOf =
  (size: number): Check =>
  async ({ call }) => {
    const documents = Array.from({ length: 1001 }, (_, index) => ({ documentId: `d${index}` }));
    await call("addDocuments", { organizationId, documents });
    for (const pageSize of [undefined, 5000]) {
      expect((await call("getDocuments", { organizationId, pageSize })).data).toHaveLength(size);
    }
  };
const atEnd =
  (token: unknown): Check =>
  async ({ call }) => {
    const list = await call("getDocuments", { organizationId });
    const data = await call("getUserData", { userId: "ada" });
    expect([list.result?.["pageToken"], data.result?.["nextPageToken"]]).toEqual([token, token]);
    expect(Object.hasOwn(list.result ?? {}, "pageToken")).toBe(token !== undefined);
  };
const disabledShows =
  (shows: boolean): Check =>
  async ({ call }) => {
    await call("updateDisabledState", { organizationIds: ["acme"], disabled: true });
    for (const name of ["getDocuments", "getDocumentsV1"] as const) {
      expect((await call(name, { organizationId })).data).toMatchObject([{ id: "top", disabled: shows }]);
    }
  };
const already = { success: false, message: "Document already exists.", code: "already-exists" };
const missing = { id: "none", success: false, message: "Document does not exist.", code: "not-found" };
const top = { id: "top", documentName: "Top" };

export const documents = {
  documentsAddExisting: {
    errorDetails: addTwice(({ http: status, error }, name) => {
      expect([status, error?.["status"], name]).toEqual([500, "INTERNAL", "Top"]);
      expect(error?.["details"]).toMatchObject({ top: already });
    }),
    perItem: addTwice(({ data }, name) => {
      expect([data, name]).toMatchObject([{ top: already }, "Top"]);
    }),
    upsert: addTwice(({ data }, name) => {
      expect([data, name]).toMatchObject([{ top: { success: true } }, "New"]);
    }),
  },
  documentsGetMissing: {
    errorDetails: getTwo(({ error }) => expect(error).toMatchObject({ status: "INTERNAL", details: [missing, top] })),
    omit: getTwo(({ data }) => expect(data).toMatchObject([top])),
    perItem: getTwo(({ data }) => expect(data).toMatchObject([missing, top])),
  },
  documentsGetMaxIds: { "30": getMany(false), unlimited: getMany(true) },
  documentsPageSize: { "1000": pageOf(1000), "10": pageOf(10), "100": pageOf(100) },
  pageTokenAtEnd: { absent: atEnd(undefined), null: atEnd(null), empty: atEnd("") },
  disabledShowsOnDocuments: { yes: disabledShows(true), no: disabledShows(false) },
} satisfies Partial<Checks>;
