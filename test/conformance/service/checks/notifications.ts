/** Operations 23, 24 and 25. */
import { expect } from "vitest";
import { requests } from "../requests.ts";
import { acme, type Check, type Service } from "../service.ts";
import { organizationId, world } from "../world.ts";

const usersOf = (...ids: string[]) => ids.map((userId) => ({ userId }));
const content = {
  actionUser: { userId: "bob", name: "Bob" },
  displayHeadlineMessageTemplate: "{actionUser} showed {thing} to {recipientUser}",
  displayHeadlineMessageTemplateData: { actionUser: { userId: "bob" }, recipientUser: { userId: "ada" }, thing: "a plan" },
  displayBodyMessage: "Look",
  notificationSourceData: { origin: "plans" },
};

/** Adds the notification `m` and says whom it reached. */
const recipients = async (service: Service, data: object): Promise<string[]> => {
  const answer = await service.call("addNotification", { organizationId, notificationId: "m", ...content, ...data });
  expect(answer.data).toEqual({ success: true, message: expect.any(String) });
  return acme(service).notifications["m"]?.recipients.toSorted() ?? [];
};

const update = ({ call }: Service, scope: object, notifications: unknown = [{ id: "n", displayBodyMessage: "New" }]) =>
  call("updateNotifications", { organizationId, ...scope, notifications });
const updated = { success: true, message: "Notification updated." };

export const notifications = {
  "23a": async ({ call, setState }) => {
    const { data } = await call("getNotificationConfig", { organizationId, documentIds: ["top", "secret"], userId: "ada" });
    const entry = (documentId: string) => ({
      config: { inbox: "ALL", email: "ALL" },
      metadata: { organizationId, documentId, userId: "ada", apiKey: expect.any(String) },
    });
    expect(data).toEqual([entry("top"), entry("secret")]);
    const config = { inbox: "NONE", email: "ALL" };
    setState({ organizations: { acme: { members: { ada: {} }, notificationConfigs: [{ documentId: "top", userId: "ada", config }] } } });
    expect((await call("getNotificationConfig", { organizationId, documentIds: ["top"], userId: "ada" })).data).toMatchObject([{ config }]);
  },
  "24a": async (service) => {
    expect(await recipients(service, { documentId: "top", notifyUsers: usersOf("ada"), notifyAll: false })).toEqual(["ada"]);
    expect(acme(service).notifications["m"]?.content).toEqual(content);
    const { data } = await service.call("getUserData", { organizationId, userId: "ada" });
    expect(data).toMatchObject({ notifications: expect.arrayContaining([expect.objectContaining({ id: "m", ...content })]) });
  },
  "24b": async (service) => {
    const data = { documentId: "secret", notifyUsers: usersOf("ada", "cyd", "none"), notifyAll: false };
    expect(await recipients(service, { ...data, verifyUserPermissions: true })).toEqual(["cyd"]);
    expect(await recipients(service, { ...data, verifyUserPermissions: false })).toEqual(["ada", "cyd", "none"]);
  },
  "24c": async (service) => {
    const data = { notifyUsers: usersOf("ada", "bob", "fay"), notifyAll: false };
    expect(await recipients(service, { ...data, context: { access: { team: "red" } } })).toEqual(["ada"]);
    expect(await recipients(service, { ...data, context: { access: { team: ["red", "green"] } } })).toEqual(["ada", "bob"]);
  },
  "24d": async ({ call, state, setState }) => {
    const data = { ...requests.addNotification, organizationId: "new", documentId: "d" };
    for (const flags of [{}, { createOrganization: true }, { createDocument: true }]) {
      setState(world);
      expect((await call("addNotification", { ...data, ...flags })).data, JSON.stringify(flags)).toMatchObject({ success: false });
      expect(state().organizations["new"]?.documents ?? {}).toEqual({});
    }
    const created = await call("addNotification", { ...data, createOrganization: true, createDocument: true });
    expect(created.data).toMatchObject({ success: true });
    expect(state().organizations["new"]?.documents).toHaveProperty("d");
  },
  "24e": async (service) => {
    const everybody = ["ada", "bob", "cyd", "fay"];
    expect(await recipients(service, { notifyAll: true })).toEqual(everybody);
    expect(await recipients(service, { notifyAll: false })).toEqual([]);
    expect(await recipients(service, {})).toEqual(service.switches.notifyAllDefault === "true" ? everybody : []);
  },
  "25a": async (service) => {
    const scopes = [
      { documentId: "top" },
      { documentId: "top", locationId: "intro" },
      { documentId: "top", userId: "ada" },
      { userId: "ada" },
      { documentId: "top", locationId: "intro", userId: "ada" },
    ];
    for (const scope of scopes) expect((await update(service, scope)).data, JSON.stringify(scope)).toEqual({ n: updated });
    expect((await update(service, { documentId: "top" }, { id: "n" })).data).toEqual({ n: updated });
    // Another scope than the notification's does not reach it.
    expect((await update(service, { documentId: "secret" })).data).toMatchObject({ n: { success: false } });
    expect((await update(service, { userId: "bob" })).data).toMatchObject({ n: { success: false } });
  },
  "25b": async (service) => {
    const changes = { displayBodyMessage: "New", readByUserIds: ["ada"], persistReadForUsers: true };
    await update(service, { documentId: "top" }, [{ id: "n", ...changes }]);
    expect(acme(service).notifications["n"]).toMatchObject({ content: { ...changes, actionUser: { userId: "bob" } }, recipients: ["ada"] });
  },
  "25c": async (service) => {
    const { data } = await update(service, { documentId: "top" }, [{ id: "none" }, { id: "n", displayBodyMessage: "New" }]);
    expect(data).toEqual({ none: { success: false, message: "Failed to update notification." }, n: updated });
    expect(acme(service).notifications["n"]?.content).toMatchObject({ displayBodyMessage: "New" });
  },
} satisfies Record<string, Check>;
