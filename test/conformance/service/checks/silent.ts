/** Where the specification is silent on what holds for several operations: a switch decides. */
import { expect } from "vitest";
import { operationNames, type OperationName } from "../../../../schema/service/index.ts";
import { requests } from "../requests.ts";
import { dataOf, times, type Check } from "../service.ts";
import { organizationId } from "../world.ts";

/** Calls with an empty list and a create flag. */
const emptyCalls = [
  ["addDocuments", { createFolder: true, folderId: "f", documents: [] }, { folders: { f: expect.anything() } }],
  ["addUsers", { createFolder: true, folderId: "f", users: [] }, { folders: { f: expect.anything() } }],
  ["addUserGroups", { organizationUserGroups: [] }, {}],
] as const;

export const silent = {
  "silent emptyListCreates": async ({ call, state, switches }) => {
    for (const [name, data, created] of emptyCalls) {
      const answer = await call(name, { organizationId: name, createOrganization: true, ...data });
      expect(answer.data, name).toEqual({});
      if (switches.emptyListCreates === "yes") expect(state().organizations[name], name).toMatchObject(created);
      else expect(state().organizations[name], name).toBeUndefined();
    }
    await call("addUserGroups", { organizationId: "no flag", organizationUserGroups: [] });
    expect(state().organizations).not.toHaveProperty("no flag");
  },
  "silent rateLimit": async ({ callAtOnce, advanceClock, switches }) => {
    const callMany = (count: number) => Promise.all(times(count, "u").map((userId) => callAtOnce("getUserData", { userId })));
    for (let sent = 0; sent < 100; sent += 20) {
      for (const { error } of await callMany(20)) expect(error).toBeUndefined();
    }
    for (const { error, headers } of await callMany(2)) {
      expect(error?.["status"]).toBe(switches.rateLimit === "off" ? undefined : "RESOURCE_EXHAUSTED");
      expect(headers["retry-after"]).toBe(switches.rateLimit.endsWith("retryAfter") ? "1" : undefined);
    }
    advanceClock(1000);
    expect((await callAtOnce("getUserData", { userId: "ada" })).error).toBeUndefined();
  },
  "silent readAfterWrite": async ({ callAtOnce, advanceClock, switches }) => {
    const read = async () => dataOf<unknown[]>(await callAtOnce("getDocumentsV1", { organizationId, documentIds: ["new"] })).length;
    await callAtOnce("addDocuments", { organizationId, documents: [{ documentId: "new" }] });
    const seen = [await read()];
    advanceClock(299);
    seen.push(await read());
    advanceClock(1);
    seen.push(await read());
    expect(seen).toEqual(switches.readAfterWrite === "delayed" ? [0, 0, 1] : [1, 1, 1]);
  },
  "silent unknownFields": async ({ call, switches }) => {
    const needQueries = new Set<OperationName>(["getFolders", "getFoldersV1", "updateFolders", "getDocuments"]);
    for (const name of operationNames) {
      if (switches.advancedQueries === "off" && needQueries.has(name)) continue;
      const { error } = await call(name, { ...requests[name], notAField: 1 });
      expect(error?.["status"], name).toBe(switches.unknownFields === "reject" ? "INVALID_ARGUMENT" : undefined);
    }
  },
} satisfies Record<string, Check>;
