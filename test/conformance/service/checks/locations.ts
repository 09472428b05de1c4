/** Operations 10 and 11. */
import { expect } from "vitest";
import { requests } from "../requests.ts";
import { acme, type Check, type Service } from "../service.ts";

const scope = { ...requests.updateLocation, migrate: undefined };
const featuresAt = ({ state }: Service, location: string): string[] =>
  state().features.flatMap(({ id, locationId }) => (locationId === location ? [id] : []));

/** The location after `{id: a, page: 1}` became `{id: b, line: 2}`. */
const migrated = async (service: Service, merge: { merge?: boolean }): Promise<unknown> => {
  const first = { oldLocation: { id: "a" }, newLocation: { id: "a", page: 1 } };
  await service.call("updateLocation", { ...scope, migrate: first });
  await service.call("updateLocation", { ...scope, ...merge, migrate: { oldLocation: { id: "a" }, newLocation: { id: "b", line: 2 } } });
  const { a, b } = acme(service).documents["top"]?.locations ?? {};
  expect(a).toBeUndefined();
  return b;
};

export const locations = {
  "10a": async (service) => {
    const before = featuresAt(service, "intro");
    const { result } = await service.call("updateLocation", requests.updateLocation);
    expect(result).toEqual({ status: "success", message: "Location updated.", data: null });
    expect(acme(service).documents["top"]?.locations).toHaveProperty("start");
    expect([featuresAt(service, "intro"), featuresAt(service, "start")]).toEqual([[], before]);
  },
  "10b": async (service) => {
    const [merged, replaced] = [
      { id: "b", page: 1, line: 2 },
      { id: "b", line: 2 },
    ];
    expect(await migrated(service, { merge: true })).toEqual(merged);
    expect(await migrated(service, { merge: false })).toEqual(replaced);
    expect(await migrated(service, {})).toEqual(service.switches.locationMerge === "merge" ? merged : replaced);
  },
  "11a": async (service) => {
    const elsewhere = featuresAt(service, "end");
    const { result } = await service.call("deleteLocationData", requests.deleteLocationData);
    expect(result).toEqual({ status: "success", message: "Data deleted successfully.", data: null });
    expect([featuresAt(service, "intro"), featuresAt(service, "end")]).toEqual([[], elsewhere]);
  },
} satisfies Record<string, Check>;
