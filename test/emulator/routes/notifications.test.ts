import { describe, expect, it } from "vitest";
import { start } from "../start.ts";

const organizationId = "acme";
const seed = {
  version: 1,
  organizations: {
    acme: {
      members: { ada: "editor", bob: { role: "viewer", context: { team: ["blue", "red"] } } },
      documents: { top: {}, secret: { access: "restricted", members: { cyd: { context: { team: "blue" } } } } },
    },
  },
};
const users = (...ids: string[]) => ids.map((userId) => ({ userId }));

describe("operation 24, notifications add", () => {
  it.each([
    ["the named users, members or not", { notifyUsers: users("ada", "zoe") }, ["ada", "zoe"]],
    ["everybody in the organization", { notifyAll: true }, ["ada", "bob", "cyd"]],
    ["everybody who reaches the document", { notifyAll: true, documentId: "secret" }, ["cyd"]],
    [
      "with verifyUserPermissions, users with access only",
      { notifyUsers: users("ada", "cyd", "zoe"), documentId: "secret", verifyUserPermissions: true },
      ["cyd"],
    ],
    ["with context, users whose context permissions match", { notifyAll: true, context: { access: { team: "red" } } }, ["bob"]],
    ["with context, any of several values", { notifyAll: true, context: { access: { team: ["blue"] } } }, ["bob", "cyd"]],
    ["nobody", {}, []],
  ])("reaches %s", async (_who, data, recipients) => {
    const { call, state } = await start({ seed, switches: { notifyAllDefault: "false" } });
    const { data: answer } = await call("addNotification", { organizationId, notificationId: "n", displayBodyMessage: "Hi", ...data });
    expect(answer).toMatchObject({ success: true, message: expect.any(String) });
    const stored = state().organizations["acme"]?.notifications["n"];
    expect(stored?.recipients.toSorted()).toEqual(recipients);
    expect(stored?.content).toMatchObject({ displayBodyMessage: "Hi" });
  });

  it("creates organization and document with their flags, and fails without", async () => {
    const { call, state } = await start();
    const data = { organizationId, documentId: "d", notifyUsers: users("ada") };
    expect((await call("addNotification", data)).data).toEqual({ success: false, message: "Organization does not exist" });
    expect((await call("addNotification", { ...data, createOrganization: true })).data).toEqual({
      success: false,
      message: "Document does not exist.",
    });
    expect((await call("addNotification", { ...data, createOrganization: true, createDocument: true })).data).toMatchObject({
      success: true,
    });
    expect(Object.keys(state().organizations["acme"]?.notifications ?? {})).toHaveLength(1);
  });

  it("shows a second sending with the same id", async () => {
    const { call, state } = await start({ seed });
    for (let sent = 0; sent < 2; sent++) await call("addNotification", { organizationId, notificationId: "n" });
    expect(state().organizations["acme"]?.notifications["n"]?.deliveries).toBe(2);
  });
});

const prepare = async () => {
  const emulator = await start({ seed });
  const notificationSourceData = { locationId: "intro" };
  await emulator.call("addNotification", {
    organizationId,
    documentId: "top",
    notificationId: "n",
    notifyUsers: users("ada"),
    notifyAll: false,
    notificationSourceData,
  });
  return emulator;
};

describe("operation 25, notifications update", () => {
  const update = { id: "n", displayBodyMessage: "New", readByUserIds: ["ada"], persistReadForUsers: true };

  it.each([
    [{ documentId: "top" }, true],
    [{ documentId: "top", locationId: "intro" }, true],
    [{ documentId: "top", userId: "ada" }, true],
    [{ userId: "ada" }, true],
    [{ documentId: "top", locationId: "intro", userId: "ada" }, true],
    [{ documentId: "secret" }, false],
    [{ documentId: "top", locationId: "end" }, false],
    [{ userId: "bob" }, false],
  ])("scope %j", async (scope, success) => {
    const { call, state } = await prepare();
    const { data } = await call("updateNotifications", { organizationId, ...scope, notifications: [update, { id: "none" }] });
    expect(data).toMatchObject({
      n: { success, message: success ? "Notification updated." : "Failed to update notification." },
      none: { success: false, message: "Failed to update notification." },
    });
    const content = state().organizations["acme"]?.notifications["n"]?.content;
    expect(content?.["displayBodyMessage"]).toBe(success ? "New" : undefined);
  });

  it("takes one entry in place of an array", async () => {
    const { call } = await prepare();
    expect((await call("updateNotifications", { organizationId, documentId: "top", notifications: update })).data).toMatchObject({
      n: { success: true },
    });
  });

  it.each([{}, { locationId: "intro" }, { locationId: "intro", userId: "ada" }])("refuses the scope %j", async (scope) => {
    const { call } = await prepare();
    expect((await call("updateNotifications", { organizationId, ...scope, notifications: [update] })).error).toMatchObject({
      status: "INVALID_ARGUMENT",
    });
  });
});

describe("operation 23, notification config", () => {
  const config = { inbox: "ALL", email: "ALL" };
  it("has one entry a document, or one for the organization", async () => {
    const emulator = await start({ seed });
    const metadata = { organizationId, userId: "ada", apiKey: "collab-dev-key" };
    expect((await emulator.call("getNotificationConfig", { organizationId, userId: "ada" })).data).toEqual([{ config, metadata }]);
    const { data } = await emulator.call("getNotificationConfig", { organizationId, userId: "ada", documentIds: ["top", "secret"] });
    expect(data).toEqual(["top", "secret"].map((documentId) => ({ config, metadata: { ...metadata, documentId } })));
    expect((await emulator.call("getNotificationConfig", { organizationId, userId: "zoe" })).data).toEqual([]);
  });

  it("shows what the state holds", async () => {
    const emulator = await start();
    const notificationConfigs = [{ documentId: "top", userId: "ada", config: { inbox: "NONE" } }];
    emulator.setState({ organizations: { acme: { members: { ada: {} }, notificationConfigs } } });
    const { data } = await emulator.call("getNotificationConfig", { organizationId, userId: "ada", documentIds: ["top"] });
    expect(data).toMatchObject([{ config: { inbox: "NONE" } }]);
  });
});
