/** Operations 10 and 11. */
import { invalid } from "../errors.ts";
import { route } from "./route.ts";
import { missing } from "./scope.ts";

/** No operation creates a location, so one that is not known yet is recorded; feature data follows from the old to the new. */
export const updateLocation = route("updateLocation", (data, { store, switches }) => {
  const { organizationId: organization, documentId: document } = data;
  const { oldLocation, newLocation } = data.migrate;
  if (!store.documents.exists(organization, document)) throw invalid(`data.documentId: ${missing.document}`);
  if (oldLocation.id === undefined) throw invalid("data.migrate.oldLocation.id: required.");
  const id = newLocation.id ?? oldLocation.id;
  const known = store.documents.findLocation(organization, document, oldLocation.id);
  const merges = data.merge ?? switches.locationMerge === "merge";
  const before: unknown = merges ? JSON.parse(known?.data ?? "{}") : {};
  const merged = merges ? Object.assign({}, oldLocation, before, newLocation, { id }) : { ...newLocation, id };
  store.documents.removeLocation(organization, document, oldLocation.id);
  store.documents.putLocation({ organization, document, id, data: JSON.stringify(merged) });
  if (id !== oldLocation.id) store.features.moveLocation(organization, document, oldLocation.id, id);
  return { message: "Location updated.", data: null };
});

/** Idempotent: where nothing is tied to the location, nothing is left to delete. */
export const deleteLocationData = route("deleteLocationData", ({ documentId, location }, { store }) => {
  if (location.id === undefined) throw invalid("data.location.id: required.");
  store.features.removeAtLocation(documentId, location.id);
  return { message: "Data deleted successfully.", data: null };
});
