/** Operations 6 to 9. */
import type { Document, ItemResult } from "../../schema/service/index.ts";
import { invalid } from "../errors.ts";
import type { DocumentRow } from "../store/documents.ts";
import {
  decodePageToken,
  encodePageToken,
  entries,
  itemId,
  lastPage,
  requireAdvancedQueries,
  route,
  type Answer,
  type Context,
  type DataFor,
} from "./route.ts";
import { ensureScope, ensureScopeOfEmptyList, missing } from "./scope.ts";

const alreadyExists = { success: false, message: "Document already exists.", code: "already-exists" };

const add = (data: DataFor<"addDocuments">, context: Context): Answer<Record<string, ItemResult>> => {
  const { store, switches } = context;
  const organization = data.organizationId;
  const result = entries();
  const message = "Document(s) added successfully.";
  if (data.documents.length === 0) {
    ensureScopeOfEmptyList(data, context);
    return { message, data: result };
  }
  const failure = ensureScope(data, context);
  let existing = 0;
  for (const { documentId, documentName } of data.documents) {
    const id = itemId(context, organization, "document", documentId);
    if (failure !== undefined) {
      result[documentId] = { success: false, id, message: failure };
      continue;
    }
    const row = store.documents.find(organization, documentId);
    if (row === undefined) {
      store.documents.create(organization, documentId, documentName ?? null, data.folderId ?? null);
    } else if (switches.documentsAddExisting === "upsert") {
      store.documents.put({ ...row, name: documentName ?? row.name, folder: data.folderId ?? row.folder });
    } else {
      existing += 1;
      result[documentId] = { ...alreadyExists, id };
      continue;
    }
    result[documentId] = { success: true, id, message: "Added Successfully" };
  }
  if (existing > 0 && switches.documentsAddExisting === "errorDetails") {
    return { status: "INTERNAL", message: "Some documents already exist; the others were added.", details: result };
  }
  return { message, data: result };
};

export const addDocuments = route("addDocuments", add);

export const addDocumentsV1 = route("addDocumentsV1", ({ organizationId, documents, folderId }, context) =>
  add({ organizationId, documents, folderId }, context),
);

const view = (organization: string, { store, switches }: Context) => {
  const isHidden = switches.disabledShowsOnDocuments === "yes" && store.organizations.isDisabled(organization);
  return (row: DocumentRow): Document => ({
    id: row.id,
    ...(row.name !== null && { documentName: row.name }),
    disabled: row.disabled === 1 || isHidden,
    accessType: row.access,
  });
};

const message = "Document(s) retrieved successfully.";

const isMissing = (item: object): boolean => "success" in item;

const readListed = (ids: readonly string[], data: DataFor<"getDocuments">, context: Context): Answer<Document[]> => {
  const { store, switches } = context;
  if (switches.documentsGetMaxIds === "30" && ids.length > 30) throw invalid("data.documentIds: at most 30 a call.");
  const show = view(data.organizationId, context);
  const found = ids.map((id) => {
    const row = store.documents.find(data.organizationId, id);
    const isInFolder = data.folderId === undefined || row?.folder === data.folderId;
    return row && isInFolder ? show(row) : { id, success: false, message: missing.document, code: "not-found" };
  });
  if (switches.documentsGetMissing === "errorDetails" && found.some(isMissing)) {
    return { status: "INTERNAL", message: "Some documents do not exist.", details: found };
  }
  const shown = switches.documentsGetMissing === "omit" ? found.filter((item) => !isMissing(item)) : found;
  return { message, data: shown, ...lastPage(context, "pageToken") };
};

/** A page of the organization's documents, or of those directly in a folder, in the order of their ids. */
const readPage = (data: DataFor<"getDocuments">, context: Context): Answer<Document[]> => {
  if (data.pageSize !== undefined && data.pageSize < 1) throw invalid("data.pageSize: must be at least 1.");
  const largest = Number(context.switches.documentsPageSize);
  const size = Math.min(data.pageSize ?? largest, largest);
  const after = data.pageToken === undefined ? "" : decodePageToken(data.pageToken);
  const rows = context.store.documents.page(data.organizationId, data.folderId, after, size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const next = rows.length > size && last ? { pageToken: encodePageToken(last.id) } : lastPage(context, "pageToken");
  return { message, data: page.map(view(data.organizationId, context)), ...next };
};

export const getDocuments = route("getDocuments", (data, context) => {
  requireAdvancedQueries(context);
  return data.documentIds === undefined ? readPage(data, context) : readListed(data.documentIds, data, context);
});

export const getDocumentsV1 = route("getDocumentsV1", ({ organizationId, documentIds }, context) => {
  const { documents } = context.store;
  const rows =
    documentIds === undefined
      ? documents.page(organizationId, undefined, "", -1)
      : documentIds.flatMap((id) => documents.find(organizationId, id) ?? []);
  return { message, data: rows.map(view(organizationId, context)) };
});
