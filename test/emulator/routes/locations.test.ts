import { expect, it } from "vitest";
import { apiKey, authToken, start, type Started } from "../start.ts";

const feature = (id: string, locationId: string) => ({
  id,
  kind: "comment" as const,
  organizationId: "acme",
  documentId: "top",
  locationId,
  userId: "ada",
});
const prepare = async (): Promise<Started> => {
  const emulator = await start();
  emulator.setState({
    organizations: { acme: { documents: { top: { locations: { intro: { id: "intro", locationName: "Intro", page: 1 } } } } } },
    features: [feature("c1", "intro"), feature("c2", "other")],
  });
  return emulator;
};
const scope = { apiKey, authToken, organizationId: "acme", documentId: "top" };
const locations = (emulator: Started) => emulator.state().organizations["acme"]?.documents["top"]?.locations;

it.each([
  [false, { id: "start", locationName: "Start" }],
  [true, { id: "start", locationName: "Start", page: 1 }],
])("operation 10 with merge %s; feature data follows", async (merge, after) => {
  const emulator = await prepare();
  const migrate = { oldLocation: { id: "intro" }, newLocation: { id: "start", locationName: "Start" } };
  const { result } = await emulator.call("updateLocation", { ...scope, migrate, merge });
  expect(result).toMatchObject({ data: null, message: "Location updated." });
  expect(locations(emulator)).toEqual({ start: after });
  expect(emulator.state().features.map(({ locationId }) => locationId)).toEqual(["start", "other"]);
});

it("operation 10 records a location that is not known yet, and refuses an unknown document", async () => {
  const emulator = await prepare();
  const migrate = { oldLocation: { id: "new" }, newLocation: { locationName: "New" } };
  await emulator.call("updateLocation", { ...scope, migrate });
  expect(locations(emulator)).toMatchObject({ new: { id: "new", locationName: "New" } });
  const { error } = await emulator.call("updateLocation", { ...scope, documentId: "none", migrate });
  expect(error).toMatchObject({ status: "INVALID_ARGUMENT" });
});

it("operation 11 deletes the feature data tied to the location, and no other", async () => {
  const emulator = await prepare();
  const { result } = await emulator.call("deleteLocationData", { ...scope, location: { id: "intro" } });
  expect(result).toMatchObject({ data: null, message: "Data deleted successfully." });
  expect(emulator.state().features.map(({ id }) => id)).toEqual(["c2"]);
});

it.each(["updateLocation", "deleteLocationData"] as const)("%s wants the credentials in the body too (Authentication, 2)", async (name) => {
  const { call } = await prepare();
  const { error } = await call(name, {
    ...scope,
    apiKey: "wrong",
    location: { id: "intro" },
    migrate: { oldLocation: { id: "x" }, newLocation: {} },
  });
  expect(error).toMatchObject({ message: "Wrong data.apiKey." });
});
