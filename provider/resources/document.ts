import { z } from "zod";
import type { Document } from "../../schema/service/index.ts";
import { type Context, resourceKind, type State } from "./contract.ts";
import { RefusedError } from "./errors.ts";
import { adopt, createFolder, createOrganization, idOf, joinId, nameOf } from "./fields.ts";
import { lookUntil, sight, trusted } from "./observe.ts";
import { demand, scopeOf } from "./parents.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  documentId: idOf("document"),
  documentName: nameOf("document"),
  folderId: idOf("folder").describe("Identifier of the folder that the document is created in; absent: in none.").optional(),
  adopt,
  createOrganization,
  createFolder,
});
type Inputs = z.output<typeof inputs>;

const computed = z.object({
  accessType: z.string().describe("`public`, or `restricted`: an organization-level grant does not reach it.").optional(),
  disabled: z.boolean().describe("Whether the service shows the document as disabled.").optional(),
});
type Computed = z.output<typeof computed>;

const stateOf = (declared: Inputs, document: Document | undefined): State<Inputs, Computed> => ({
  inputs: declared,
  computed: {
    ...(document?.accessType === undefined ? {} : { accessType: document.accessType }),
    ...(document?.disabled === undefined ? {} : { disabled: document.disabled }),
  },
});

const look = async ({ client, signal }: Context, { organizationId, documentId }: Inputs): Promise<Document | undefined> =>
  (await client.documents(organizationId, [documentId], { signal })).get(documentId);

/** A document does not say where it lies: only the list of a folder tells (operation 8). */
const liesIn = async ({ client, signal }: Context, { organizationId, documentId }: Inputs, folderId: string): Promise<boolean> => {
  for await (const document of client.listDocuments(organizationId, { folderId, signal })) {
    if (document.id === documentId) return true;
  }
  return false;
};

const add = async (context: Context, declared: Inputs): Promise<Document | undefined> => {
  const { documentId, documentName } = declared;
  const { client, signal } = context;
  demand((await client.each("addDocuments", scopeOf(declared), [{ documentId, documentName }], { signal })).get(documentId));
  const after = await sight(() =>
    lookUntil(
      context,
      () => look(context, declared),
      (document) => document?.documentName === documentName,
    ),
  );
  if (!after.readable || after.seen?.documentName === documentName) return after.readable ? after.seen : undefined;
  const now = after.seen ? `is named ${JSON.stringify(after.seen.documentName ?? "")}` : "cannot be found";
  throw new RefusedError(
    `document ${documentId} should be named ${JSON.stringify(documentName)}; the service accepted it, but the document ${now}.`,
  );
};

/** What to do where the service has no operation that changes a document. */
const wayOut =
  "The service has no operation that renames or moves a document: change it back, or, if adding an existing document changes it on your service, " +
  "pulumi config set collab:documentsAdd upsert.";

export const document = resourceKind({
  token: "Document",
  doc:
    "A document of an organization, in a folder or in none. The service has no operation that renames, moves or deletes documents: a declared " +
    "change is refused in the preview, unless `collab:documentsAdd` is `upsert`, and deleting the resource keeps the document.",
  inputs,
  computed,
  identity: { format: "organizationId/documentId", render: ({ organizationId, documentId }) => joinId(organizationId, documentId) },
  replaceOn: ["organizationId", "documentId"],
  createOnly: ["createOrganization", "createFolder", "adopt"],
  unhealable: ["documentName", "folderId"],

  check(declared, settings, old) {
    if (!old || settings.documentsAdd === "upsert") return [];
    if (old.organizationId !== declared.organizationId || old.documentId !== declared.documentId) return [];
    const change = (property: "documentName" | "folderId") => ({
      property,
      reason: `document ${declared.documentId} cannot change from ${JSON.stringify(old[property] ?? null)} to ${JSON.stringify(declared[property] ?? null)}. ${wayOut}`,
    });
    return (["documentName", "folderId"] as const).filter((key) => old[key] !== declared[key]).map(change);
  },

  diff({ inputs: recorded }, declared, settings, found) {
    if (settings.documentsAdd === "upsert" || recorded.documentId !== declared.documentId) return found;
    // A declared change was refused by check: what differs here was changed in the service, and nothing can bring it back.
    const drifted = (["documentName", "folderId"] as const).filter((key) => found.changed.includes(key));
    return {
      changed: found.changed.filter((key) => key !== "documentName" && key !== "folderId"),
      warnings: drifted.map(
        (key) =>
          `document ${declared.documentId}: ${key} is ${JSON.stringify(recorded[key] ?? null)} in the service, declared is ` +
          `${JSON.stringify(declared[key] ?? null)}. No operation changes it back: declare it as it is, or change it in the service.`,
      ),
    };
  },

  async read(context, state) {
    const found = await sight(() => look(context, state.inputs));
    if (!found.readable) return trusted(context, state);
    if (!found.seen) return undefined;
    return stateOf({ ...state.inputs, documentName: found.seen.documentName ?? state.inputs.documentName }, found.seen);
  },

  async create(context, declared) {
    const { organizationId, documentId, folderId, adopt: mode = "same" } = declared;
    const before = await sight(() => look(context, declared));
    const existing = before.readable ? before.seen : undefined;
    if (!existing) return stateOf(declared, await add(context, declared));
    if (mode === "never") {
      throw new RefusedError(`document ${documentId} exists already in ${organizationId}; it is not taken over with adopt: never.`);
    }
    const misplaced = folderId !== undefined && !(await liesIn(context, declared, folderId));
    if (existing.documentName === declared.documentName && !misplaced) return stateOf(declared, existing);
    if (mode === "overwrite" && context.settings.documentsAdd === "upsert") return stateOf(declared, await add(context, declared));
    const differences = [
      ...(existing.documentName === declared.documentName
        ? []
        : [`it is named ${JSON.stringify(existing.documentName ?? "")}, declared is ${JSON.stringify(declared.documentName)}`]),
      ...(misplaced ? [`it does not lie in folder ${folderId}`] : []),
    ];
    throw new RefusedError(
      `document ${documentId} exists already in ${organizationId} and differs: ${differences.join("; ")}. Declare it as it is` +
        (mode === "overwrite" ? `. ${wayOut}` : ", or set adopt: overwrite to change it."),
    );
  },

  async update(context, state, declared) {
    const { documentName, folderId } = state.inputs;
    if (documentName === declared.documentName && folderId === declared.folderId) return { inputs: declared, computed: state.computed };
    return stateOf(declared, await add(context, declared));
  },

  delete({ log }, state) {
    const { documentId, organizationId } = state.inputs;
    log.warn(`document ${documentId} stays in ${organizationId}: no operation deletes documents.`);
    return Promise.resolve();
  },
});
