import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CollabError } from "../client/index.ts";
import { resourceKind } from "./contract.ts";
import { IncompleteError, mayHaveLanded } from "./errors.ts";
import { idOf } from "./fields.ts";
import { joinId, notImported } from "./identity.ts";
import { unreadable } from "./steps.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  documentId: idOf("document"),
  location: z
    .looseObject({
      id: idOf("location"),
      locationName: z.string("expected text").describe("Display name of the location (Location).").optional(),
    })
    .describe("The location: its id, its name, and further fields as the service's users know them (Location)."),
  merge: z.boolean("expected true or false").describe("Whether a change merges the new metadata into the old (operation 10).").optional(),
  deleteData: z
    .boolean("expected true or false")
    .describe("Whether deleting the resource deletes all comments, recordings and other data of the location, for good (operation 11).")
    .optional(),
});

const computed = z.object({
  unsure: z
    .array(z.looseObject({ id: z.string().describe("Identifier of the location (Location).") }))
    .describe("Locations that a change whose answer was lost may have made of it; the next change takes them along (provider).")
    .optional(),
});

export const location = resourceKind({
  token: "Location",
  doc:
    "The metadata of a location in a document. No operation creates or reads locations: one comes into being with the first thing that is attached to it. A change " +
    "sends the old and the new metadata. Deleting the resource keeps the location's data, unless `deleteData` is true.",
  inputs,
  computed,
  identity: {
    format: "organizationId/documentId/location.id",
    render: ({ organizationId, documentId, location: { id } }) => joinId(organizationId, documentId, id),
    parse: notImported("Location", "no operation reads locations", "Declare it as it is: nothing is sent before it changes."),
  },
  replaceOn: ["organizationId", "documentId"],
  defaults: { merge: false, deleteData: false },
  steps: {
    create: {
      operations: [],
      doc: "No operation creates locations: the declaration is recorded. A location comes into being with the first thing that is attached to it.",
    },
    read: unreadable("locations"),
    update: { operations: ["updateLocation"], doc: "The old metadata, as recorded, and the new are sent; so an id can change too." },
    delete: {
      operations: ["deleteLocationData"],
      doc: "No operation deletes a location: its data stays, and a message says so. With `deleteData: true` all its data is deleted, for good.",
    },
  },
  examples: [
    {
      title: "A place in a document",
      resources: {
        oak: { kind: "Organization", inputs: { organizationId: "oak" } },
        homepage: {
          kind: "Document",
          inputs: { organizationId: "${oak.organizationId}", documentId: "homepage", documentName: "Homepage" },
        },
        hero: {
          kind: "Location",
          inputs: {
            organizationId: "${oak.organizationId}",
            documentId: "${homepage.documentId}",
            location: { id: "hero", locationName: "Hero image" },
          },
        },
      },
    },
  ],

  read: (_context, state) => Promise.resolve(state),

  create: (_context, declared) => Promise.resolve({ inputs: declared, computed: {} }),

  async update({ client, signal }, { inputs: recorded, computed: { unsure = [] } }, declared) {
    const { organizationId, documentId, location: newLocation, merge } = declared;
    for (const oldLocation of [...unsure, recorded.location]) {
      if (isDeepStrictEqual(oldLocation, newLocation)) continue;
      const migrate = { oldLocation, newLocation };
      try {
        // Sent always: what the service does without it is its choice.
        await client.updateLocation({ organizationId, documentId, migrate, merge: merge ?? false }, { signal });
      } catch (error) {
        if (!(error instanceof CollabError) || !mayHaveLanded(error)) throw error;
        const known = { inputs: { ...declared, location: recorded.location }, computed: { unsure: [...unsure, newLocation] } };
        throw new IncompleteError(known, [error.message], { cause: error });
      }
    }
    return { inputs: declared, computed: {} };
  },

  async delete({ client, log, signal }, { inputs: { documentId, location: recorded, deleteData }, computed: { unsure = [] } }) {
    if (deleteData === true) {
      for (const location of [...unsure, recorded]) await client.deleteLocationData({ documentId, location }, { signal });
      return;
    }
    log.info(`location ${recorded.id} of document ${documentId} keeps its data: deleteData is not true.`);
  },
});
