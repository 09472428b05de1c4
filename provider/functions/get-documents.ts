import { z } from "zod";
import { document, type Document } from "../../schema/service/index.ts";
import { idOf } from "../resources/fields.ts";
import { documentReads } from "../resources/steps.ts";
import { functionKind } from "./contract.ts";

export const getDocuments = functionKind({
  token: "getDocuments",
  doc: "Documents of an organization: those with the given ids, those of one folder, or all (operations 8, 9).",
  inputs: z.object({
    organizationId: idOf("organization"),
    documentIds: z
      .array(idOf("document"), "expected a list of ids")
      .describe("Documents to read; absent: all of them (operation 8).")
      .optional(),
    folderId: idOf("folder").describe("Only documents of this folder; not together with `documentIds` (operation 8).").optional(),
  }),
  outputs: z.object({
    documents: z.array(document).describe("The documents that were found (operation 8)."),
    missing: z.array(z.string()).describe("Ids that were asked for and are not there (provider)."),
  }),
  secretOutputs: [],
  operations: documentReads,
  examples: [
    {
      title: "The documents of an organization",
      resources: {
        rowan: { kind: "Organization", inputs: { organizationId: "rowan" } },
        minutes: {
          kind: "Document",
          inputs: { organizationId: "${rowan.organizationId}", documentId: "minutes", documentName: "Minutes" },
        },
      },
      calls: { rowanDocuments: { function: "getDocuments", inputs: { organizationId: "${minutes.organizationId}" } } },
      outputs: { documents: "${rowanDocuments.documents}" },
    },
  ],

  async invoke({ client, signal }, { organizationId, documentIds, folderId }) {
    if (documentIds) {
      const found = await client.documents(organizationId, documentIds, { signal });
      const documents = [...found.values()].filter((one) => one !== undefined);
      return { documents, missing: [...found].filter(([, one]) => one === undefined).map(([id]) => id) };
    }
    const documents: Document[] = [];
    for await (const one of client.listDocuments(organizationId, { folderId, signal })) documents.push(one);
    return { documents, missing: [] };
  },
});
