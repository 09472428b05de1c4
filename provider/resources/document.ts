import { z } from "zod";
import type { Document } from "../../schema/service/index.ts";
import { type Context, resourceKind, type State } from "./contract.ts";
import { IncompleteError, messageOf, MismatchError, RefusedError } from "./errors.ts";
import { adopt, createFolder, createOrganization, idOf, nameOf } from "./fields.ts";
import { identifiedBy } from "./identity.ts";
import { shown } from "./import.ts";
import { lookUntil, sight, trusted } from "./observe.ts";
import { scopeOf } from "./parents.ts";
import { documentAdds, documentReads, folderReads } from "./steps.ts";
import { unsure, unsureAfter } from "./unsure.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  documentId: idOf("document"),
  documentName: nameOf("document"),
  folderId: idOf("folder").describe("Identifier of the folder that the document is created in; absent: in none (operation 6).").optional(),
  adopt,
  createOrganization,
  createFolder,
});
type Inputs = z.output<typeof inputs>;
/** What a list of documents is asked for with. */
const listed = z.object({
  organizationId: inputs.shape.organizationId,
  folderId: idOf("folder").describe("Only documents of this folder; absent: all of the organization.").optional(),
});
type Identified = Pick<Inputs, "organizationId" | "documentId">;

const identity = identifiedBy("Document", "organizationId", "documentId");

const computed = z.object({
  unsure,
  accessType: z.string().describe("`public`, or `restricted`: an organization-level grant does not reach it (Document).").optional(),
  disabled: z.boolean().describe("Whether the service shows the document as disabled (Document).").optional(),
  declared: z
    .object({ documentName: nameOf("document"), folderId: idOf("folder").optional() })
    .describe("What was last declared; tells a change of the declaration from one in the service (provider).")
    .optional(),
});
type Computed = z.output<typeof computed>;

const lastDeclared = ({ documentName, folderId }: Inputs): Computed["declared"] => ({
  documentName,
  ...(folderId === undefined ? {} : { folderId }),
});

const stateOf = (declared: Inputs, document: Document | undefined, last = lastDeclared(declared)): State<Inputs, Computed> => ({
  inputs: declared,
  computed: {
    declared: last,
    ...(document?.accessType === undefined ? {} : { accessType: document.accessType }),
    ...(document?.disabled === undefined ? {} : { disabled: document.disabled }),
  },
});

const look = async ({ client, signal }: Context, { organizationId, documentId }: Identified): Promise<Document | undefined> =>
  (await client.documents(organizationId, [documentId], { signal })).get(documentId);

/** A document does not say where it lies: only the list of a folder tells (operation 8), and the v1 form has none (operation 9). */
const liesIn = async (
  { client, settings, signal }: Context,
  { organizationId, documentId }: Identified,
  folderId: string,
  fresh = false,
): Promise<boolean> =>
  settings.apiVersion === "v1" || (await client.documentsIn(organizationId, folderId, { signal, fresh })).has(documentId);

/** The folder that has a document; undefined where none has it. All folders are looked through, each once for all documents. */
const folderOf = async (context: Context, { organizationId, documentId }: Identified): Promise<string | undefined> => {
  const { client, settings, signal } = context;
  if (settings.apiVersion === "v1") return undefined;
  for (const { folderId } of (await client.folders(organizationId, { signal })) ?? []) {
    if (folderId !== undefined && (await liesIn(context, { organizationId, documentId }, folderId))) return folderId;
  }
  return undefined;
};

/**
 * The document and where it lies, with as few calls as many of them need together: the list of the declared folder shows all its documents,
 * and only one that it lacks is asked for by its id. A document that is declared in no folder is not looked for in any.
 */
const glance = async (
  context: Context,
  { inputs: recorded, computed: { declared } }: State<Inputs, Computed>,
): Promise<{ document: Document; folderId: string | undefined } | undefined> => {
  const { organizationId, documentId } = recorded;
  const { client, settings, signal } = context;
  // One that was moved away may have been moved back.
  const folderId = declared?.folderId ?? recorded.folderId;
  const isListed = folderId !== undefined && settings.apiVersion === "v2";
  const listed = isListed ? (await client.documentsIn(organizationId, folderId, { signal })).get(documentId) : undefined;
  if (listed) return { document: listed, folderId };
  const document = await client.document(organizationId, documentId, { signal });
  return document && { document, folderId: isListed ? await folderOf(context, recorded) : folderId };
};

/** What to do where the service has no operation that changes a document. */
const wayOut =
  "The service has no operation that renames or moves a document: change it back, or, if adding an existing document changes it on your service, " +
  "pulumi config set collab:documentsAdd upsert.";

const add = async (context: Context, declared: Inputs): Promise<Document | undefined> => {
  const { documentId, documentName } = declared;
  const { client, signal } = context;
  const form = context.settings.apiVersion === "v1" ? "addDocumentsV1" : "addDocuments";
  const scope = scopeOf(declared, context.settings);
  const outcome = (await client.each(form, scope, [{ documentId, documentName }], { signal })).get(documentId);
  // An earlier attempt whose answer was lost may have created it: what a look says then counts.
  if (outcome?.ok === false && outcome.error.code !== "already-exists") throw outcome.error;
  const after = await sight(() =>
    lookUntil(
      context,
      async (fresh) => {
        const seen = await look(context, declared);
        return { seen, placed: declared.folderId === undefined || (await liesIn(context, declared, declared.folderId, fresh)) };
      },
      ({ seen, placed }) => placed && seen?.documentName === documentName,
    ),
  );
  if (!after.readable) return undefined;
  const { seen, placed } = after.seen;
  if (placed && seen?.documentName === documentName) return seen;
  if (seen && !placed) throw new MismatchError(`document ${documentId} should lie in folder ${declared.folderId}, and does not. ${wayOut}`);
  const now = seen ? `is named ${JSON.stringify(seen.documentName ?? "")}` : "cannot be found";
  throw new MismatchError(
    `document ${documentId} should be named ${JSON.stringify(documentName)}; the service accepted it, but the document ${now}.`,
  );
};

export const document = resourceKind({
  token: "Document",
  doc:
    "A document of an organization, in a folder or in none. The service has no operation that renames, moves or deletes documents: a declared " +
    "change is refused in the preview, unless `collab:documentsAdd` is `upsert`, and deleting the resource keeps the document.",
  inputs,
  computed,
  identity,
  replaceOn: ["organizationId", "documentId"],
  refuseOn: ["documentName", "folderId"],
  createOnly: ["createOrganization", "createFolder", "adopt"],
  defaults: { adopt: "same" },
  steps: {
    create: {
      operations: [...documentReads, ...documentAdds],
      doc:
        "A document that is there as declared is taken over; one that differs is an error, as no operation changes it, unless `adopt` is `overwrite` and " +
        "`collab:documentsAdd` is `upsert`. After the call a look makes sure of it.",
    },
    read: {
      operations: [...documentReads, ...folderReads],
      doc:
        "The name is read, and the folder with the list of the declared one, which is read once for all its documents; only for a document that it lacks are the " +
        "other folders looked through. A document that is declared in no folder is not looked for in any. The v1 operations do not tell the folder.",
    },
    update: {
      operations: [...documentReads, ...documentAdds],
      doc:
        "No operation renames or moves documents: a declared change of name or folder is refused in the preview, unless `collab:documentsAdd` is `upsert`: then it " +
        "is added again under the same id. A name or folder that was changed in the service is a warning, and can be declared as it is.",
    },
    delete: { operations: [], doc: "No operation deletes documents: it stays, and a warning says so." },
  },
  examples: [
    {
      title: "A document in a folder",
      resources: {
        cedar: { kind: "Organization", inputs: { organizationId: "cedar" } },
        reports: { kind: "Folder", inputs: { organizationId: "${cedar.organizationId}", folderId: "reports", folderName: "Reports" } },
        annualReport: {
          kind: "Document",
          inputs: {
            organizationId: "${cedar.organizationId}",
            folderId: "${reports.folderId}",
            documentId: "annual-report",
            documentName: "Annual report",
          },
        },
      },
    },
  ],

  diff({ inputs: recorded, computed: { declared: last = lastDeclared(recorded) } }, { inputs: declared, unknown }, settings, found) {
    const another = recorded.organizationId !== declared.organizationId || recorded.documentId !== declared.documentId;
    const takenOut = last?.folderId !== undefined && declared.folderId === undefined && !unknown.has("folderId");
    // Sending it again can put it into a folder; no operation takes it out of one.
    if ((settings.documentsAdd === "upsert" && !takenOut) || another) return found;
    const keys = (["documentName", "folderId"] as const).filter((key) => !unknown.has(key));
    const redeclared = keys.filter((key) => declared[key] !== last?.[key]);
    // What was changed in the service can be declared as it is: the update looks whether it is so, and sends nothing.
    const refused = redeclared.filter((key) => recorded[key] === last?.[key]);
    if (refused.length > 0) {
      const changes = refused.map(
        (key) => `${key} cannot change from ${JSON.stringify(last?.[key] ?? null)} to ${JSON.stringify(declared[key] ?? null)}`,
      );
      throw new RefusedError(`document ${declared.documentId}: ${changes.join(", ")}. ${wayOut}`);
    }
    const drifted = keys.filter((key) => found.changed.includes(key) && !redeclared.includes(key));
    return {
      changed: [...found.changed.filter((key) => !keys.some((one) => one === key)), ...redeclared],
      warnings: drifted.map(
        (key) =>
          `document ${declared.documentId}: ${key} is ${JSON.stringify(recorded[key] ?? null)} in the service, declared is ` +
          `${JSON.stringify(declared[key] ?? null)}. No operation changes it back: declare it as it is, or change it in the service.`,
      ),
    };
  },

  foreseen: (declared, state) => ({ ...state?.computed, declared: lastDeclared(declared) }),

  async read(context, state) {
    const { inputs: recorded } = state;
    const found = await sight(() => glance(context, state));
    if (!found.readable) return trusted(context, state);
    if (!found.seen) return undefined;
    const { document: seen, folderId } = found.seen;
    const { folderId: _, ...rest } = recorded;
    const now = { ...rest, documentName: seen.documentName ?? recorded.documentName, ...(folderId === undefined ? {} : { folderId }) };
    return stateOf(now, seen, state.computed.declared ?? lastDeclared(recorded));
  },

  async import(context, id) {
    const named = identity.parse(id);
    const found = shown(await sight(() => look(context, named)), id);
    if (!found) return undefined;
    const folderId = await folderOf(context, named);
    return stateOf({ ...named, documentName: found.documentName ?? "", ...(folderId === undefined ? {} : { folderId }) }, found);
  },

  list: {
    inputs: listed,
    async page({ client, settings, signal }, query, { token: pageToken, size: pageSize }) {
      const { organizationId, folderId } = listed.parse(query);
      const v1 = settings.apiVersion === "v1";
      if (v1 && folderId !== undefined)
        throw new RefusedError("folderId: the v1 form has no list of one folder's documents. Set collab:apiVersion v2.");
      const answer = v1
        ? await client.getDocumentsV1({ organizationId }, { signal })
        : await client.getDocuments({ organizationId, folderId, pageSize, pageToken }, { signal });
      const items = answer.data.map(({ id: documentId, documentName = documentId }) => ({
        id: identity.render({ organizationId, documentId }),
        name: documentName,
      }));
      return { items, next: answer.nextPageToken };
    },
  },

  async create(context, declared) {
    const { organizationId, documentId, folderId, adopt: mode = "same" } = declared;
    const before = await sight(() => look(context, declared));
    const existing = before.readable ? before.seen : undefined;
    if (!existing) {
      const added = await add(context, declared).catch(async (error: unknown) => {
        // The answer was lost, or the look after it failed: a document that is there keeps its id, and the next run looks again.
        const there = before.readable ? await look(context, declared).catch(() => undefined) : undefined;
        if (!there) throw error;
        const { inputs: seen, computed } = stateOf({ ...declared, documentName: there.documentName ?? declared.documentName }, there);
        const state = { inputs: seen, computed: { ...computed, declared: lastDeclared(declared), unsure: true } };
        throw new IncompleteError(state, [messageOf(error)], { cause: error });
      });
      return stateOf(declared, added);
    }
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
    const { unsure: isUnsure, ...computed } = state.computed;
    const recorded = { inputs: declared, computed: { ...computed, declared: lastDeclared(declared) } };
    if (!isUnsure && documentName === declared.documentName && folderId === declared.folderId) return recorded;
    if (context.settings.documentsAdd !== "upsert") {
      const found = await look(context, declared);
      const misplaced = declared.folderId !== undefined && !(await liesIn(context, declared, declared.folderId));
      if (found?.documentName === declared.documentName && !misplaced) return recorded;
      throw new RefusedError(`document ${declared.documentId} is not as declared. ${wayOut}`);
    }
    const added = await add(context, declared).catch((error: unknown) => {
      throw unsureAfter(error, state);
    });
    return stateOf(declared, added);
  },

  delete({ log }, state) {
    const { documentId, organizationId } = state.inputs;
    log.warn(`document ${documentId} stays in ${organizationId}: no operation deletes documents.`);
    return Promise.resolve();
  },
});
