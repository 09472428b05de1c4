/** Reads of documents: by id, as a list, and the documents of a folder, once for callers that ask close together. */
import type { Document } from "../../schema/service/index.ts";
import type { Burst } from "./burst.ts";
import type { Caller } from "./call.ts";
import type { Lanes } from "./coalesce.ts";
import { runEach } from "./each.ts";
import { Next } from "./next.ts";
import { pages } from "./pages.ts";
import type { CallOptions, CollabClient, ListOptions, MultiItemName } from "./types.ts";

/** Documents by id. */
export type Listing = ReadonlyMap<string, Document>;

interface Parts {
  readonly caller: Caller;
  readonly lanes: Lanes;
  readonly call: Pick<CollabClient, "getDocuments" | "getDocumentsV1">;
  readonly listings: Burst<Listing | undefined>;
}

/** Once more than this many documents of an organization were asked for one by one, its list is the shorter way to the others … */
const worthListing = 20;
/** … unless it has this many pages. */
const mostPages = 20;

export const documentReads = ({
  caller,
  lanes,
  call,
  listings,
}: Parts): Pick<CollabClient, "documents" | "document" | "listDocuments" | "documentsIn"> => {
  const { apiVersion, coalesce, optionNames } = caller.settings;
  const v1 = apiVersion === "v1";
  const following = new Next<Listing>();

  const documents: CollabClient["documents"] = async (organizationId, ids, within) => {
    const name: MultiItemName = v1 ? "getDocumentsV1" : "getDocuments";
    const outcomes = await runEach(caller, lanes, name, { organizationId }, ids, within);
    return new Map(
      [...outcomes].map(([id, outcome]) => {
        // Parsed as a document where the outcome was made (`batch.ts`).
        if (outcome.ok) return [id, outcome.value as Document];
        if (outcome.error.code !== "not-found") throw outcome.error;
        return [id, undefined];
      }),
    );
  };

  /** Page by page; a document that two pages show is in the first. */
  const pagesOf = async function* (
    organizationId: string,
    { folderId, pageSize, ...within }: ListOptions = {},
  ): AsyncGenerator<Document[]> {
    if (v1) {
      if (folderId !== undefined) {
        const reason = "the v1 form has no list of one folder's documents";
        const advice = `Use ${optionNames.apiVersion ?? "apiVersion"} v2.`;
        throw caller.error("getDocumentsV1", { code: "invalid", reason, advice }, 0);
      }
      yield (await call.getDocumentsV1({ organizationId }, within)).data;
      return;
    }
    const seen = new Set<string>();
    for await (const { data } of pages((pageToken) => call.getDocuments({ organizationId, folderId, pageSize, pageToken }, within))) {
      // Pages may overlap where documents come and go meanwhile.
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      yield fresh;
    }
  };

  const listDocuments: CollabClient["listDocuments"] = async function* (organizationId, options) {
    for await (const page of pagesOf(organizationId, options)) yield* page;
  };

  /** One read for all who ask close together. It outlives a caller that gives up, for as long as another one waits. */
  const shared = async (
    organizationId: string,
    read: (signal: AbortSignal) => Promise<Listing | undefined>,
    within: CallOptions,
    part?: string,
  ): Promise<Listing | undefined> => {
    const { value, leave } = listings.read(organizationId, read, part);
    try {
      return await caller.within(v1 ? "getDocumentsV1" : "getDocuments", value, within);
    } finally {
      leave();
    }
  };

  const documentsIn: CollabClient["documentsIn"] = async (organizationId, folderId, { fresh = false, ...within } = {}) => {
    const read = async (own?: CallOptions): Promise<Listing> => {
      const found = new Map<string, Document>();
      for await (const document of listDocuments(organizationId, { folderId, ...own })) found.set(document.id, document);
      return found;
    };
    if (!coalesce) return read(within);
    if (!fresh) return (await shared(organizationId, (signal) => read({ signal }), within, `in ${folderId}`)) ?? new Map();
    const next = following.read(JSON.stringify([organizationId, folderId]), () => read());
    return caller.within("getDocuments", next, within);
  };

  /** How many were asked for one by one, by organization; never enough where the list turned out to be too long. */
  const asked = new Map<string, number>();

  const document: CollabClient["document"] = async (organizationId, documentId, within = {}) => {
    const count = (asked.get(organizationId) ?? 0) + 1;
    asked.set(organizationId, count);
    const whole = async (signal: AbortSignal): Promise<Listing | undefined> => {
      const found = new Map<string, Document>();
      let read = 0;
      for await (const page of pagesOf(organizationId, { signal })) {
        for (const one of page) found.set(one.id, one);
        read += 1;
        if (read < mostPages) continue;
        asked.set(organizationId, Number.NEGATIVE_INFINITY);
        return undefined;
      }
      return found;
    };
    const listed = coalesce && count > worthListing ? (await shared(organizationId, whole, within))?.get(documentId) : undefined;
    // A list may leave out what cannot be reached through it: only the document itself tells that it is gone.
    return listed ?? (await documents(organizationId, [documentId], within)).get(documentId);
  };

  return { documents, document, listDocuments, documentsIn };
};
