/** Operations 19 to 22. */
import { expect } from "vitest";
import { acme, itemId, reached, times, type Check, type Service } from "../service.ts";
import { organizationId } from "../world.ts";

const entry = (service: Service, id: string, success = true) => ({ success, id: itemId(service, id), message: expect.any(String) });
const setDisabled = ({ call }: Service, disabled: boolean, ...organizationIds: string[]) =>
  call("updateDisabledState", { organizationIds, disabled });
const addGroups = ({ call }: Service, data: object, ...groups: string[]) => {
  const organizationUserGroups = groups.map((groupId) => ({ groupId, groupName: groupId.toUpperCase() }));
  return call("addUserGroups", { organizationId, ...data, organizationUserGroups });
};
const removeFromStaff = ({ call }: Service, data: object) =>
  call("deleteUserGroupUsers", { organizationId, organizationUserGroupId: "staff", ...data });
const left = ({ state }: Service): string[] => state().allowedDomains.toSorted();

export const organizations = {
  "19a": async (service) => {
    expect((await setDisabled(service, true, "acme")).data).toEqual({ acme: entry(service, "acme") });
    for (const user of ["ada", "bob", "cyd", "fay"]) expect(reached(service, user), user).toEqual([]);
    expect(reached(service, "ada", "globex")).toEqual(["report"]);
    await setDisabled(service, false, "acme");
    expect([reached(service, "ada"), reached(service, "cyd")]).toEqual([["draft", "logo", "top"], ["secret"]]);
  },
  "19b": async (service) => {
    const { data } = await setDisabled(service, true, "none", "acme");
    const isCreated = service.switches.disableUnknown === "create";
    const reported = { success: false, id: itemId(service, "none"), message: "Organization does not exist" };
    expect(data).toEqual({ none: isCreated ? entry(service, "none") : reported, acme: entry(service, "acme") });
    expect([service.state().organizations["none"]?.disabled, acme(service).disabled]).toEqual([isCreated ? true : undefined, true]);
  },
  "19c": async (service) => {
    await setDisabled(service, true, "acme");
    const { data } = await service.call("getDocumentsV1", { organizationId, documentIds: ["top"] });
    expect(data).toMatchObject([{ disabled: service.switches.disabledShowsOnDocuments === "yes" }]);
  },
  "20a": async (service) => {
    expect((await addGroups(service, {}, "x", "y")).data).toEqual({ x: entry(service, "x"), y: entry(service, "y") });
    expect(acme(service).userGroups).toMatchObject({ x: { groupName: "X", users: [] }, y: { groupName: "Y" } });
  },
  "20b": async (service) => {
    expect((await addGroups(service, { organizationId: "new" }, "x")).data).toMatchObject({ x: { success: false } });
    expect(service.state().organizations).not.toHaveProperty("new");
    expect((await addGroups(service, { organizationId: "new", createOrganization: true }, "x")).data).toMatchObject({
      x: { success: true },
    });
    expect(service.state().organizations["new"]?.userGroups).toHaveProperty("x");
  },
  "20c": async (service) => {
    const fails = service.switches.userGroupsAddExisting === "fail";
    expect((await addGroups(service, {}, "staff", "x")).data).toMatchObject({ staff: { success: !fails }, x: { success: true } });
    expect(acme(service).userGroups["staff"]).toEqual({ groupName: fails ? "Staff" : "STAFF", users: ["ada", "bob"] });
  },
  "21a": async (service) => {
    const { data } = await removeFromStaff(service, { userIds: ["ada", "none"] });
    const shared = { organizationUserGroupId: "staff", message: expect.any(String) };
    expect(data).toEqual({ ada: { success: true, ...shared }, none: { success: false, ...shared } });
    expect(acme(service).userGroups).toMatchObject({ staff: { users: ["bob"] }, guests: { users: ["ada"] } });
    // A group is no access: what the users reach stays.
    expect(reached(service, "ada")).toEqual(["draft", "logo", "top"]);
  },
  "21b": async (service) => {
    const { data } = await removeFromStaff(service, { deleteAll: true });
    const removed = { success: true, organizationUserGroupId: "staff", message: "User removed." };
    expect(data).toEqual({ empty: {}, null: null, perUser: { ada: removed, bob: removed } }[service.switches.deleteAllResponse]);
    expect(acme(service).userGroups).toMatchObject({ staff: { users: [] }, guests: { users: ["ada"] } });
  },
  "22a": async (service) => {
    const { data } = await service.call("deleteDomains", { domains: ["https://example.com", "*.example.org"] });
    expect(data).toEqual({ domainsRemoved: ["example.com", "*.example.org"] });
    expect(left(service)).toEqual(["example.net"]);
  },
  "22b": async (service) => {
    const { error } = await service.call("deleteDomains", { domains: ["http://none.example", "example.net"] });
    const details = { domainsRemoved: ["example.net"], skippedDomains: ["none.example"] };
    expect(error).toEqual({ status: "INTERNAL", message: expect.stringMatching(/skipped/i), details });
    expect(left(service)).toEqual(["*.example.org", "example.com"]);
  },
  "22c": async (service) => {
    const { error } = await service.call("deleteDomains", {
      domains: ["example.com", ...times(100, "d").map((name) => `${name}.example`)],
    });
    const isRefused = service.switches.domainsMax === "100";
    expect(error).toMatchObject({ status: isRefused ? "INVALID_ARGUMENT" : "INTERNAL" });
    expect(left(service).includes("example.com")).toBe(isRefused);
  },
  "22d": async (service) => {
    const { data, error } = await service.call("deleteDomains", { domains: ["www.example.com"] });
    if (service.switches.domainMatch === "schemeAndWww") expect(data).toEqual({ domainsRemoved: ["example.com"] });
    else expect(error).toMatchObject({ details: { domainsRemoved: [], skippedDomains: ["www.example.com"] } });
  },
} satisfies Record<string, Check>;
