/** What holds for all operations. */
import { expect } from "vitest";
import type { Switches } from "../../../emulator/index.ts";
import { credentials } from "../start.ts";
import { type Check, type Checks, organizationId } from "./check.ts";

const http =
  (expected: number): Check =>
  async ({ call }) => {
    const answer = await call("getFolders", {});
    expect(answer).toMatchObject({ http: expected, error: { status: "INVALID_ARGUMENT" } });
  };
const authFailure =
  (status: string, expected: number): Check =>
  async ({ send }) => {
    const answer = await send("/v2/users/add", { headers: { ...credentials, "x-svc-auth-token": "guess" }, body: '{"data":{}}' });
    expect(answer).toMatchObject({ http: expected, error: { status, message: "Wrong header x-svc-auth-token." } });
  };
const emptyList =
  (created: boolean): Check =>
  async ({ call, state }) => {
    const calls = [
      ["addDocuments", { organizationId: "a", createOrganization: true, documents: [], folderId: "f", createFolder: true }],
      [
        "addUsers",
        {
          organizationId: "b",
          createOrganization: true,
          users: [],
          folderId: "f",
          createFolder: true,
          documentId: "d",
          createDocument: true,
        },
      ],
      ["addUserGroups", { organizationId: "c", createOrganization: true, organizationUserGroups: [] }],
      // Without a flag nothing is created, whatever the switch.
      ["addUsers", { organizationId: "d", users: [] }],
    ] as const;
    for (const [name, data] of calls) expect((await call(name, data)).data).toEqual({});
    const { a, b, c, d } = state().organizations;
    expect([a, b, c].map((one) => one !== undefined)).toEqual([created, created, created]);
    expect(d).toBeUndefined();
    expect([a?.folders["f"], b?.documents["d"]].map((one) => one !== undefined)).toEqual([created, created]);
  };
const itemIds =
  (echoed: boolean): Check =>
  async ({ call }) => {
    const answers = [
      await call("addUsers", { organizationId, users: [{ userId: "x" }] }),
      await call("updateUsers", { organizationId, users: [{ userId: "x" }] }),
      await call("updateDisabledState", { organizationIds: ["acme"], disabled: false }),
      await call("addDocuments", { organizationId, documents: [{ documentId: "x" }] }),
      await call("addUserGroups", { organizationId, organizationUserGroups: [{ groupId: "x" }] }),
    ];
    for (const { data } of answers) {
      for (const [key, entry] of Object.entries(data as Record<string, { id: string }>)) expect(entry.id === key).toBe(echoed);
    }
    const { data } = await call("updateFolders", { organizationId, folders: [{ folderId: "design" }] });
    expect(data).toMatchObject({ design: { id: "design" } });
  };
const unknownFields =
  (accepted: boolean): Check =>
  async ({ call, state }) => {
    const before = state();
    const calls = [
      ["getFolders", { organizationId, extra: 1 }],
      ["addUsersV1", { organizationId, users: [{ userId: "ada", accessRole: "editor" }] }],
      ["updateUsersV1", { organizationId, users: [{ userId: "ada", accessRole: "editor" }] }],
      ["addUsers", { organizationId, users: [{ userId: "ada", extra: 1 }] }],
      ["getAuthToken", { apiKey: "collab-dev-key", authToken: "collab-dev-token", userId: "a", userProperties: { extra: 1 } }],
      ["updateNotifications", { organizationId, userId: "ada", notifications: { id: "n", extra: 1 } }],
    ] as const;
    for (const [name, data] of calls) {
      const { error } = await call(name, data);
      expect(error?.["status"]).toBe(accepted ? undefined : "INVALID_ARGUMENT");
    }
    expect(state()).toEqual(before);
    // What the specification leaves to the caller is known under both values.
    const users = [{ userId: "ada", team: "blue" }];
    expect((await call("updateUsers", { organizationId, users })).data).toMatchObject({ ada: { success: true } });
    const data = {
      organizationId,
      displayHeadlineMessageTemplateData: { actionUser: { userId: "a" }, custom: "x" },
      context: { access: { a: 1 } },
    };
    expect((await call("addNotification", data)).data).toMatchObject({ success: true });
  };
const readBack =
  (delayed: boolean): Check =>
  async (emulator) => {
    const ids = async () => ((await emulator.call("getDocuments", { organizationId })).data as { id: string }[]).map(({ id }) => id);
    await emulator.call("addDocuments", { organizationId, documents: [{ documentId: "new" }] });
    expect(await ids()).toEqual(delayed ? ["top"] : ["new", "top"]);
    // Writes see writes, and so does the state; the clock brings the rest.
    expect(emulator.state().organizations["acme"]?.documents).toHaveProperty("new");
    emulator.advanceClock(300);
    expect(await ids()).toEqual(["new", "top"]);
  };
const flood =
  (limit: number | undefined, retryAfter?: string): Check =>
  async ({ call, setSwitches }) => {
    // The limit as written, but smaller: any number is a value.
    if (limit !== undefined) setSwitches({ rateLimit: (retryAfter ? "2:retryAfter" : "2") as Switches["rateLimit"] });
    const answers = [];
    for (let sent = 0; sent < 5; sent++) answers.push(await call("getFolders", { organizationId }));
    const refused = answers.filter(({ error }) => error !== undefined);
    expect(refused.length > 0).toBe(limit !== undefined);
    for (const answer of refused) {
      expect(answer).toMatchObject({ http: 429, error: { status: "RESOURCE_EXHAUSTED" } });
      expect(answer.headers["retry-after"]).toBe(retryAfter);
    }
  };

export const conventions = {
  httpStatus: { mapped: http(400), always200: http(200), always400: http(400) },
  authFailure: {
    INVALID_ARGUMENT: authFailure("INVALID_ARGUMENT", 400),
    UNAUTHENTICATED: authFailure("UNAUTHENTICATED", 401),
    PERMISSION_DENIED: authFailure("PERMISSION_DENIED", 403),
  },
  itemId: { opaque: itemIds(false), echo: itemIds(true) },
  unknownFields: { strip: unknownFields(true), reject: unknownFields(false) },
  readAfterWrite: { immediate: readBack(false), delayed: readBack(true) },
  rateLimit: { off: flood(undefined), "100": flood(100), "100:retryAfter": flood(100, "1") },
  emptyListCreates: { yes: emptyList(true), no: emptyList(false) },
} satisfies Partial<Checks>;
