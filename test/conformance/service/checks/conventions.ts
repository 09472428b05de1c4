/** Conventions, authentication, errors and versioning: over all operations. */
import { expect } from "vitest";
import { operationNames, operations, type OperationName } from "../../../../schema/service/index.ts";
import { apiKey, authToken, credentials } from "../../../emulator/start.ts";
import { requests } from "../requests.ts";
import { acme, dataOf, type Check, type Service } from "../service.ts";
import { organizationId } from "../world.ts";

const refused = expect.objectContaining({ status: "INVALID_ARGUMENT", message: expect.any(String) });

/** Operations that fail as a whole where the advanced queries option is off (operation 3, preconditions). */
const isRefusedQuery = ({ switches }: Service, name: OperationName): boolean =>
  switches.advancedQueries === "off" && ["getFolders", "getFoldersV1", "updateFolders", "getDocuments"].includes(name);

/** Multi-item calls with an item that is good and, where every switch agrees on it, one that is not. */
const mixedCalls = [
  ["updateFolders", { organizationId, folders: [{ folderId: "design" }, { folderId: "none" }] }, { design: true, none: false }],
  ["addDocuments", { organizationId, documents: [{ documentId: "x" }, { documentId: "y" }] }, { x: true, y: true }],
  ["addDocumentsV1", { organizationId, documents: [{ documentId: "v" }, { documentId: "w" }] }, { v: true, w: true }],
  ["addUsers", { organizationId, users: [{ userId: "x" }, { userId: "y" }] }, { x: true, y: true }],
  ["addUsersV1", { organizationId, users: [{ userId: "v" }, { userId: "w" }] }, { v: true, w: true }],
  ["updateUsers", { organizationId, users: [{ userId: "ada" }, { userId: "none" }] }, { ada: true, none: false }],
  ["updateUsersV1", { organizationId, users: [{ userId: "none" }, { userId: "ada" }] }, { ada: true, none: false }],
  ["deleteUsers", { organizationId, userIds: ["ada", "none"] }, { ada: true, none: false }],
  ["updateDisabledState", { organizationIds: ["acme", "globex"], disabled: true }, { acme: true, globex: true }],
  ["addUserGroups", { organizationId, organizationUserGroups: [{ groupId: "x" }, { groupId: "y" }] }, { x: true, y: true }],
  ["deleteUserGroupUsers", { organizationId, organizationUserGroupId: "staff", userIds: ["ada", "none"] }, { ada: true, none: false }],
  ["updateNotifications", { organizationId, documentId: "top", notifications: [{ id: "n" }, { id: "none" }] }, { n: true, none: false }],
] as const;

const withoutHeader = (header: keyof typeof credentials) =>
  Object.fromEntries(Object.entries(credentials).filter(([name]) => name !== header));

export const conventions = {
  "conventions 1": async ({ send, state }) => {
    const before = state();
    for (const body of ["", "{", "[]", '"data"', '{"data":null}']) {
      expect((await send("addUsers", { body })).error, body).toEqual(refused);
    }
    for (const [index, name] of operationNames.entries()) {
      const body = index % 2 === 0 ? "{}" : '{"data":[]}';
      expect((await send(name, { body })).error, `${name} ${body}`).toEqual(refused);
    }
    expect(state()).toEqual(before);
  },
  "conventions 2": async (service) => {
    for (const name of operationNames) {
      const { error } = await service.call(name, requests[name]);
      expect(error?.["status"], name).toBe(isRefusedQuery(service, name) ? "FAILED_PRECONDITION" : undefined);
    }
  },
  "conventions 3": async (service) => {
    for (const name of operationNames) {
      // Every field of a wrong type: no reading of the specification makes that a valid call.
      const wrong = Object.fromEntries(Object.keys(requests[name]).map((field) => [field, { wrong: [] }]));
      const { error } = await service.call(name, { ...wrong, apiKey, authToken });
      expect(error, name).toMatchObject({ status: isRefusedQuery(service, name) ? expect.any(String) : "INVALID_ARGUMENT" });
    }
  },
  "conventions 4": async (service) => {
    for (const [name, data, expected] of mixedCalls) {
      if (isRefusedQuery(service, name)) continue;
      const entries = dataOf(await service.call(name, data));
      expect(Object.fromEntries(Object.entries(entries).map(([id, { success }]) => [id, success])), name).toEqual(expected);
    }
  },
  "conventions 5": async ({ send, state }) => {
    const before = state();
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect((await send("deleteUsers", { method, body: JSON.stringify({ data: requests.deleteUsers }) })).error).toBeDefined();
    }
    expect(state()).toEqual(before);
  },
  "authentication 1": async ({ send, state, switches }) => {
    const before = state();
    const wrong = { ...credentials, "x-svc-api-key": "collab-dev-kez" };
    const bad = [withoutHeader("x-svc-api-key"), withoutHeader("x-svc-auth-token"), wrong] as const;
    for (const [index, name] of operationNames.filter((one) => one !== "getAuthToken").entries()) {
      for (const headers of name === "deleteUsers" ? bad : bad.slice(index % 3, (index % 3) + 1)) {
        const { error } = await send(name, { headers, body: JSON.stringify({ data: requests[name] }) });
        const code = name === "getUserData" ? { code: expect.any(Number) } : {};
        expect(error, `${name} ${JSON.stringify(headers)}`).toEqual({ status: switches.authFailure, message: expect.any(String), ...code });
      }
    }
    expect(state()).toEqual(before);
  },
  "authentication 2": async ({ send, callAtOnce, switches }) => {
    const body = JSON.stringify({ data: requests.getAuthToken });
    expect((await send("getAuthToken", { headers: {}, body })).error).toBeUndefined();
    for (const name of ["getAuthToken", "updateLocation", "deleteLocationData"] as const) {
      for (const given of [{ apiKey: undefined }, { authToken: undefined }, { apiKey: "guess" }, { authToken: "guess" }]) {
        const { error } = await callAtOnce(name, { ...requests[name], ...given });
        expect(error?.["status"], `${name} ${JSON.stringify(given)}`).toBe(switches.authFailure);
      }
    }
  },
  "errors 1": async ({ call }) => {
    for (const name of operationNames) {
      const { error } = await call(name, { apiKey, authToken });
      expect(typeof error?.["code"], operations[name].path).toBe(name === "getUserData" ? "number" : "undefined");
    }
  },
  "versioning 1": async (service) => {
    await service.call("addDocumentsV1", { organizationId, documents: [{ documentId: "one" }] });
    await service.call("addDocuments", { organizationId, documents: [{ documentId: "two" }] });
    const { data } = await service.call("getDocumentsV1", { organizationId, documentIds: ["one", "two"] });
    expect(data).toMatchObject([{ id: "one" }, { id: "two" }]);
    await service.call("addUsersV1", { organizationId, users: [{ userId: "zoe" }] });
    await service.call("updateUsers", { organizationId, users: [{ userId: "zoe", accessRole: "editor" }] });
    expect(acme(service).members["zoe"]).toEqual({ accessRole: "editor" });
  },
} satisfies Record<string, Check>;
