import { describe, expect, it } from "vitest";
import { type CallData, type CollabClient, CollabError } from "../../../provider/client/index.ts";
import { operationNames, operations, type OperationName } from "../../../schema/service/index.ts";
import { fake, ok, type Reply } from "./fake.ts";

const user = { userId: "ada" };
const item = { success: true, id: "opaque", message: "Done." };
const location = { id: "page-1", locationName: "Page 1" };

/** What is sent and answered, for each of the 25. */
const samples: { [Name in OperationName]: { data: CallData<Name>; answer: unknown; clean?: unknown } } = {
  getAuthToken: { data: { userId: "ada", userProperties: { isAdmin: false } }, answer: { token: "a.b.c" } },
  generateSignature: { data: { permissions: [] }, answer: { signature: "f".repeat(64) } },
  getFolders: {
    data: { organizationId: "o", maxDepth: 2 },
    answer: [{ folderId: "f", apiKey: "planted-api-key", subFolders: [{ folderId: "g", apiKey: "planted-api-key" }] }],
    clean: [{ folderId: "f", subFolders: [{ folderId: "g" }] }],
  },
  getFoldersV1: { data: { organizationId: "o", folderId: "f" }, answer: [{ folderId: "f", futureField: 1 }] },
  updateFolders: { data: { organizationId: "o", folders: [{ folderId: "f" }] }, answer: { f: item } },
  addDocuments: { data: { organizationId: "o", documents: [{ documentId: "d" }] }, answer: { d: item } },
  addDocumentsV1: { data: { organizationId: "o", documents: [{ documentId: "d" }] }, answer: { d: item } },
  getDocuments: { data: { organizationId: "o", documentIds: ["d"] }, answer: [{ id: "d" }] },
  getDocumentsV1: { data: { organizationId: "o" }, answer: [{ id: "d", disabled: false }] },
  updateLocation: {
    data: { organizationId: "o", documentId: "d", migrate: { oldLocation: location, newLocation: location } },
    answer: null,
  },
  deleteLocationData: { data: { documentId: "d", location }, answer: null },
  addUsers: { data: { organizationId: "o", users: [user] }, answer: { ada: item } },
  addUsersV1: { data: { organizationId: "o", users: [user] }, answer: { ada: item } },
  updateUsers: { data: { organizationId: "o", users: [user] }, answer: { ada: item } },
  updateUsersV1: { data: { organizationId: "o", users: [user] }, answer: { ada: item } },
  deleteUsers: { data: { organizationId: "o", userIds: ["ada"] }, answer: { ada: item } },
  getUserData: { data: { userId: "ada" }, answer: { comments: [], reactions: [], recordings: [], notifications: [] } },
  deleteUserData: { data: { userIds: ["ada"] }, answer: { jobId: "job-1", tasksCount: 3 } },
  updateDisabledState: { data: { organizationIds: ["o"], disabled: true }, answer: { o: item } },
  addUserGroups: { data: { organizationId: "o", organizationUserGroups: [{ groupId: "g" }] }, answer: { g: item } },
  deleteUserGroupUsers: { data: { organizationId: "o", organizationUserGroupId: "g", deleteAll: true }, answer: null },
  deleteDomains: { data: { domains: ["https://a.example"] }, answer: { domainsRemoved: ["a.example"] } },
  getNotificationConfig: {
    data: { organizationId: "o", userId: "ada" },
    answer: [{ config: { inbox: "ALL" }, metadata: { documentId: "d", apiKey: "planted-api-key" } }],
    clean: [{ config: { inbox: "ALL" }, metadata: { documentId: "d" } }],
  },
  addNotification: { data: { organizationId: "o" }, answer: { success: true, message: "Sent." } },
  updateNotifications: { data: { organizationId: "o", notifications: { id: "n" } }, answer: { n: item } },
};

const envelopeOf = (name: OperationName, data: unknown): Reply =>
  operations[name].envelope === "job" ? { status: 202, body: { status: "success", message: "Done.", data, statusCode: 202 } } : ok(data);

const call = (client: CollabClient, name: OperationName): Promise<{ data: unknown; message: string }> =>
  (client[name] as (data: unknown) => Promise<{ data: unknown; message: string }>)(samples[name].data);

describe.each(operationNames)("%s", (name) => {
  const { data, answer, clean = answer } = samples[name];
  const { credentials, path } = operations[name];

  it("sends path, headers and body as the table says, and reads the answer", async () => {
    const { client, calls } = fake(() => envelopeOf(name, answer));
    const { data: read, message } = await call(client, name);
    expect(read).toEqual(clean);
    expect(message).toBe("Done.");
    const headers = credentials === "body" ? {} : { "x-svc-api-key": "planted-api-key", "x-svc-auth-token": "planted-auth-token" };
    const inBody = credentials === "headers" ? {} : { apiKey: "planted-api-key", authToken: "planted-auth-token" };
    expect(calls).toEqual([
      {
        operation: name,
        path: `/${path}`,
        headers: { "content-type": "application/json", accept: "application/json", "user-agent": "pulumi-collab", ...headers },
        data: { ...data, ...inBody },
      },
    ]);
  });

  it("names operation and field where the answer does not fit", async () => {
    const { client } = fake(() => envelopeOf(name, 7));
    const problem: unknown = await call(client, name).catch((caught: unknown) => caught);
    expect(problem).toBeInstanceOf(CollabError);
    expect(problem).toMatchObject({ code: "protocol", operation: name, path, attempts: 1 });
    expect(String(problem)).toContain("the answer does not fit: " + (operations[name].envelope === "job" ? "data" : "result.data"));
    expect(String(problem)).not.toContain("planted");
  });
});
