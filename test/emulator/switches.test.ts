/** Every switch under every value: the table's type says which are missing. */
import { describe, expect, it } from "vitest";
import { profiles, switchNames, switchTable, type SwitchName, type Switches } from "../../emulator/index.ts";
import { credentials, start, type Started } from "./start.ts";

type Check = (emulator: Started) => Promise<void>;
/** One check per value; `rateLimit` takes any number, so its examples stand for them. */
type Checks = { [Name in SwitchName]: Record<Switches[Name], Check> };

const organizationId = "acme";
const seed = {
  version: 1,
  organizations: {
    acme: {
      members: { ada: "viewer" },
      folders: { design: { name: "Design", folders: { logos: { folders: { old: {} } } } } },
      documents: { top: { name: "Top" } },
      groups: { staff: { name: "Staff", users: ["ada"] } },
    },
  },
  allowedDomains: ["example.com"],
};

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
const addTwice: (check: (answer: Awaited<ReturnType<Started["call"]>>, name: string | undefined) => void) => Check =
  (check) =>
  async ({ call, state }) => {
    const documents = [{ documentId: "top", documentName: "New" }, { documentId: "other" }];
    for (const name of ["addDocuments", "addDocumentsV1"] as const) {
      const answer = await call(name, { organizationId, documents });
      const stored = state().organizations["acme"]?.documents;
      // The good items are applied under every value.
      expect(stored).toHaveProperty("other");
      check(answer, stored?.["top"]?.documentName);
    }
  };
const getTwo =
  (check: (answer: Awaited<ReturnType<Started["call"]>>) => void): Check =>
  async ({ call }) =>
    check(await call("getDocuments", { organizationId, documentIds: ["none", "top"] }));
const getMany =
  (accepted: boolean): Check =>
  async ({ call }) => {
    const documentIds = Array.from({ length: 31 }, (_, index) => `d${index}`);
    const { error } = await call("getDocuments", { organizationId, documentIds });
    expect(error?.["message"]).not.toBe(accepted ? "data.documentIds: at most 30 a call." : undefined);
    expect((await call("getDocuments", { organizationId, documentIds: documentIds.slice(1) })).error?.["status"]).not.toBe(
      "INVALID_ARGUMENT",
    );
  };
const pageOf =
  (size: number): Check =>
  async ({ call }) => {
    const documents = Array.from({ length: 1001 }, (_, index) => ({ documentId: `d${index}` }));
    await call("addDocuments", { organizationId, documents });
    for (const pageSize of [undefined, 5000]) {
      expect((await call("getDocuments", { organizationId, pageSize })).data).toHaveLength(size);
    }
  };
const atEnd =
  (token: unknown): Check =>
  async ({ call }) => {
    const list = await call("getDocuments", { organizationId });
    const data = await call("getUserData", { userId: "ada" });
    expect([list.result?.["pageToken"], data.result?.["nextPageToken"]]).toEqual([token, token]);
    expect(Object.hasOwn(list.result ?? {}, "pageToken")).toBe(token !== undefined);
  };
const unknownFolder =
  (expected: object): Check =>
  async ({ call }) => {
    for (const data of [{ organizationId, folderId: "none" }, { organizationId: "none" }]) {
      for (const name of ["getFolders", "getFoldersV1"] as const) expect(await call(name, data)).toMatchObject(expected);
    }
  };
const move =
  (check: (entry: unknown) => void, name: string): Check =>
  async ({ call, state }) => {
    for (const parentFolderId of ["none", "old", "design"]) {
      const { data } = await call("updateFolders", {
        organizationId,
        folders: [{ folderId: "design", folderName: "New", parentFolderId }],
      });
      check((data as Record<string, unknown>)["design"]);
      expect(state().organizations["acme"]?.folders["design"]).toMatchObject({ folderName: name, parentFolderId: "root" });
    }
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
const disableUnknown =
  (created: boolean): Check =>
  async ({ call, state }) => {
    const { data } = await call("updateDisabledState", { organizationIds: ["new"], disabled: true });
    expect(data).toMatchObject({ new: created ? { success: true } : { success: false, message: "Organization does not exist" } });
    expect(state().organizations["new"]?.disabled).toBe(created ? true : undefined);
  };
const addToUnknown =
  (created: boolean): Check =>
  async ({ call, state }) => {
    for (const name of ["addUsers", "addUsersV1"] as const) {
      const { data } = await call(name, { organizationId: name, users: [{ userId: "ada" }] });
      expect(data).toMatchObject({ ada: created ? { success: true } : { success: false, message: "Organization does not exist" } });
      expect(state().organizations).toMatchObject(created ? { [name]: {} } : {});
    }
  };
const addAgain =
  (success: boolean, message: string, role: string): Check =>
  async ({ call, access, state }) => {
    const users = [{ userId: "ada", name: "Ada New", accessRole: "editor" }];
    expect((await call("addUsers", { organizationId, users })).data).toMatchObject({ ada: { success, message } });
    expect(access(organizationId, "ada").grants[0]?.role).toBe(role);
    expect(state().organizations["acme"]?.users["ada"]?.name).toBe(success ? "Ada New" : undefined);
  };
const deleteAtFolder =
  (organizationRemains: boolean): Check =>
  async ({ call, access }) => {
    await call("addUsers", { organizationId, folderId: "design", users: [{ userId: "ada" }] });
    expect((await call("deleteUsers", { organizationId, folderId: "design", userIds: ["ada"] })).data).toMatchObject({
      ada: { success: true },
    });
    expect(access(organizationId, "ada").grants.map(({ level }) => level)).toEqual(organizationRemains ? ["organization"] : []);
  };
const addGroupAgain =
  (success: boolean, name: string): Check =>
  async ({ call, state }) => {
    const { data } = await call("addUserGroups", { organizationId, organizationUserGroups: [{ groupId: "staff", groupName: "New" }] });
    expect(data).toMatchObject({ staff: { success } });
    expect(state().organizations["acme"]?.userGroups["staff"]).toEqual({ groupName: name, users: ["ada"] });
  };
const deleteAll =
  (expected: unknown): Check =>
  async ({ call, state }) => {
    const { data } = await call("deleteUserGroupUsers", { organizationId, organizationUserGroupId: "staff", deleteAll: true });
    expect(data).toEqual(expected);
    expect(state().organizations["acme"]?.userGroups["staff"]?.users).toEqual([]);
  };
const deleteMany =
  (taken: number): Check =>
  async ({ call, state }) => {
    const { body } = await call("deleteUserData", { userIds: Array.from({ length: 31 }, (_, index) => `u${index}`) });
    expect(body["data"]).toMatchObject({ tasksCount: taken });
    expect(state().jobs[0]?.userIds).toHaveLength(taken);
  };
const manyDomains =
  (status: string): Check =>
  async ({ call }) => {
    const domains = Array.from({ length: 101 }, (_, index) => `d${index}.example`);
    expect((await call("deleteDomains", { domains })).error).toMatchObject({ status });
  };
const wwwMatches =
  (matches: boolean): Check =>
  async ({ call }) => {
    const { data, error } = await call("deleteDomains", { domains: ["https://www.example.com"] });
    if (matches) expect(data).toEqual({ domainsRemoved: ["example.com"] });
    else expect(error).toMatchObject({ details: { domainsRemoved: [], skippedDomains: ["www.example.com"] } });
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
const disabledShows =
  (shows: boolean): Check =>
  async ({ call }) => {
    await call("updateDisabledState", { organizationIds: ["acme"], disabled: true });
    for (const name of ["getDocuments", "getDocumentsV1"] as const) {
      expect((await call(name, { organizationId })).data).toMatchObject([{ id: "top", disabled: shows }]);
    }
  };
const notifiesAll =
  (recipients: string[]): Check =>
  async ({ call, state }) => {
    await call("addNotification", { organizationId, notificationId: "n" });
    expect(state().organizations["acme"]?.notifications["n"]?.recipients).toEqual(recipients);
  };
const migrate =
  (after: object): Check =>
  async (emulator) => {
    const { call, state } = emulator;
    const scope = { apiKey: "collab-dev-key", authToken: "collab-dev-token", organizationId, documentId: "top" };
    await call("updateLocation", { ...scope, migrate: { oldLocation: { id: "a" }, newLocation: { page: 1 } } });
    await call("updateLocation", { ...scope, migrate: { oldLocation: { id: "a" }, newLocation: { id: "b", line: 2 } } });
    expect(state().organizations["acme"]?.documents["top"]?.locations).toEqual({ b: after });
  };

const already = { success: false, message: "Document already exists.", code: "already-exists" };
const missing = { id: "none", success: false, message: "Document does not exist.", code: "not-found" };
const top = { id: "top", documentName: "Top" };

const checks: Checks = {
  httpStatus: { mapped: http(400), always200: http(200), always400: http(400) },
  authFailure: {
    INVALID_ARGUMENT: authFailure("INVALID_ARGUMENT", 400),
    UNAUTHENTICATED: authFailure("UNAUTHENTICATED", 401),
    PERMISSION_DENIED: authFailure("PERMISSION_DENIED", 403),
  },
  advancedQueries: {
    on: async ({ call }) => expect((await call("getFolders", { organizationId })).error).toBeUndefined(),
    off: async ({ call }) => {
      for (const name of ["getFolders", "getFoldersV1", "updateFolders", "getDocuments"] as const) {
        const { error } = await call(name, { organizationId, folders: [] });
        expect(error).toMatchObject({ status: "FAILED_PRECONDITION" });
      }
    },
  },
  documentsAddExisting: {
    errorDetails: addTwice(({ http: status, error }, name) => {
      expect([status, error?.["status"], name]).toEqual([500, "INTERNAL", "Top"]);
      expect(error?.["details"]).toMatchObject({ top: already });
    }),
    perItem: addTwice(({ data }, name) => {
      expect([data, name]).toMatchObject([{ top: already }, "Top"]);
    }),
    upsert: addTwice(({ data }, name) => {
      expect([data, name]).toMatchObject([{ top: { success: true } }, "New"]);
    }),
  },
  documentsGetMissing: {
    errorDetails: getTwo(({ error }) => expect(error).toMatchObject({ status: "INTERNAL", details: [missing, top] })),
    omit: getTwo(({ data }) => expect(data).toMatchObject([top])),
    perItem: getTwo(({ data }) => expect(data).toMatchObject([missing, top])),
  },
  documentsGetMaxIds: { "30": getMany(false), unlimited: getMany(true) },
  documentsPageSize: { "1000": pageOf(1000), "10": pageOf(10), "100": pageOf(100) },
  pageTokenAtEnd: { absent: atEnd(undefined), null: atEnd(null), empty: atEnd("") },
  foldersUnknown: {
    notFound: unknownFolder({ http: 404, error: { status: "NOT_FOUND" } }),
    empty: unknownFolder({ http: 200, data: [] }),
  },
  foldersList: {
    flat: async ({ call }) => {
      expect((await call("getFolders", { organizationId })).data).toHaveLength(3);
      expect((await call("getFolders", { organizationId, maxDepth: 1 })).data).toHaveLength(2);
    },
    nested: async ({ call }) => {
      const logos = { folderId: "logos", subFolders: [{ folderId: "old", ancestors: ["root", "design", "logos"], subFolders: [] }] };
      expect((await call("getFolders", { organizationId })).data).toMatchObject([{ folderId: "design", subFolders: [logos] }]);
      const { data } = await call("getFolders", { organizationId, maxDepth: 1 });
      expect(JSON.stringify(data)).not.toContain('"old"');
    },
  },
  folderMoveInvalid: {
    reject: move((entry) => expect(entry).toMatchObject({ success: false, id: "design" }), "Design"),
    ignore: move((entry) => expect(entry).toMatchObject({ success: true, message: "Folder Updated." }), "New"),
  },
  emptyListCreates: { yes: emptyList(true), no: emptyList(false) },
  disableUnknown: { create: disableUnknown(true), fail: disableUnknown(false) },
  usersAddUnknownOrganization: { create: addToUnknown(true), fail: addToUnknown(false) },
  usersAddExisting: {
    added: addAgain(true, "User added.", "editor"),
    updated: addAgain(true, "User updated.", "editor"),
    fail: addAgain(false, "User already exists.", "viewer"),
  },
  usersDeleteFolder: { folder: deleteAtFolder(true), ignored: deleteAtFolder(false) },
  userGroupsAddExisting: { ok: addGroupAgain(true, "New"), fail: addGroupAgain(false, "Staff") },
  deleteAllResponse: {
    empty: deleteAll({}),
    perUser: deleteAll({ ada: { success: true, organizationUserGroupId: "staff", message: "User removed." } }),
    null: deleteAll(null),
  },
  userDataDeleteMax: { "30": deleteMany(30), unlimited: deleteMany(31) },
  domainsMax: { "100": manyDomains("INVALID_ARGUMENT"), unlimited: manyDomains("INTERNAL") },
  domainMatch: { schemeAndWww: wwwMatches(true), scheme: wwwMatches(false) },
  itemId: { opaque: itemIds(false), echo: itemIds(true) },
  unknownFields: { strip: unknownFields(true), reject: unknownFields(false) },
  readAfterWrite: { immediate: readBack(false), delayed: readBack(true) },
  rateLimit: { off: flood(undefined), "100": flood(100), "100:retryAfter": flood(100, "1") },
  disabledShowsOnDocuments: { yes: disabledShows(true), no: disabledShows(false) },
  notifyAllDefault: { true: notifiesAll(["ada"]), false: notifiesAll([]) },
  locationMerge: { replace: migrate({ id: "b", line: 2 }), merge: migrate({ id: "b", page: 1, line: 2 }) },
};

describe.each(switchNames)("switch %s", (name) => {
  it.each(Object.entries<Check>(checks[name]))("%s", async (value, check) => {
    // A clock that stands still, so that neither rate nor lag depend on the machine.
    await check(await start({ seed, switches: { [name]: value }, clock: () => 1_700_000_000_000 }));
  });
});

it("can be set while it runs, also back and forth", async () => {
  const emulator = await start({ seed });
  for (const value of ["delayed", "immediate", "delayed"] as const) {
    emulator.setSwitches({ readAfterWrite: value });
    const { data } = await emulator.call("getDocuments", { organizationId });
    expect(data).toHaveLength(1);
  }
});

it("a lagging read also follows a state that is replaced as a whole", async () => {
  const emulator = await start({ seed, switches: { readAfterWrite: "delayed" } });
  emulator.setState({ organizations: { acme: { documents: { other: {} } } } });
  expect((await emulator.call("getDocuments", { organizationId })).data).toMatchObject([{ id: "other" }]);
});

it.each(profiles)("profile %s has a known value for every switch", async (profile) => {
  const { switches } = await start({ profile });
  for (const name of switchNames) {
    const { values, literal } = switchTable[name];
    expect(switches[name]).toBe(profile === "literal" ? literal : values[0]);
    expect(values).toContain(switches[name]);
  }
});

it("refuses an unknown switch or value, names what is known, and changes nothing", async () => {
  const emulator = await start();
  const before = emulator.switches;
  const unknownName = await emulator.send("/_emulator/switches", { method: "PUT", body: '{"itemId":"echo","httpstatu":"mapped"}' });
  expect(unknownName.error?.["message"]).toMatch(/httpstatu.*did you mean httpStatus[^]*documentsAddExisting/);
  const unknownValue = await emulator.send("/_emulator/switches", { method: "PUT", body: '{"itemId":"hash"}' });
  expect(unknownValue.error?.["message"]).toMatch(/"hash".*opaque, echo/);
  expect(emulator.switches).toEqual(before);
});
