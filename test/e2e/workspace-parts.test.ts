/** Groups, domains, locations and notifications of a workspace file, on the real engine. */
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const before = `version: 1
domains: { allowed: [acme.example], removed: [old.example] }
organizations:
  acme:
    members: { ada: editor }
    membersFrom: [acme.csv]
    groups:
      reviewers: { name: Reviewers, removed: [mallory], onDelete: empty }
    documents:
      roadmap:
        name: Roadmap
        locations:
          intro: { locationName: Introduction, page: 3 }
        notifications:
          review: { displayBodyMessage: Please review., notifyUsers: [{ userId: ada }], verifyUserPermissions: true }
  globex:
    onDelete: disable
    groups: { staff: { name: Staff } }
  initech:
    disabled: true
    members: { alan: viewer }
`;

const after = before
  .replace("removed: [old.example]", "removed: [old.example, older.example]")
  .replace("name: Reviewers, removed: [mallory]", "name: The reviewers, removed: [mallory, mia]")
  .replace("locationName: Introduction", "locationName: Preface")
  .replace("Please review.", "Please review until Friday.");

test("groups, domains, locations and notifications converge; an organization comes into being with its first group", async () => {
  await using stack = await Stack.open({
    files: { "workspace.yaml": before, "acme.csv": "userId,role,name\ngrace,viewer,Grace Hopper\n" },
    emulator: { switches: { emptyListCreates: "no", disableUnknown: "create" } },
  });
  const first = await stack.up();
  expect(first.output).toContain("workspace.yaml:20:5: organization `initech` is disabled: its member has no access until it is enabled");
  expect(first.exitCode).toBe(0);
  const operations = stack.writes();
  expect(operations).toContainEqual({
    operation: "v2/organizations/usergroups/add",
    data: {
      organizationId: "globex",
      createOrganization: true,
      organizationUserGroups: [{ groupId: "staff", groupName: "Staff" }],
    },
  });
  expect(operations.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["v1/organizations/usergroups/users/delete", "v2/workspace/domains/delete"]),
  );
  expect(stack.emulator.access("acme", "grace").grants).toStrictEqual([{ level: "organization", id: "acme", role: "viewer" }]);
  // Who gets a notification may hang on the grants.
  const orderOf = (path: string) =>
    operations.findIndex(({ operation, data }) => operation === path && Reflect.get(Object(data), "organizationId") === "acme");
  expect(orderOf("v2/notifications/add")).toBeGreaterThan(orderOf("v2/users/add"));

  await stack.write("workspace.yaml", after);
  expect((await stack.up()).exitCode).toBe(0);
  expect(stack.writes().toSorted((a, b) => a.operation.localeCompare(b.operation))).toStrictEqual([
    {
      operation: "v1/notifications/update",
      data: expect.objectContaining({ notifications: [{ id: "review", displayBodyMessage: "Please review until Friday." }] }) as unknown,
    },
    {
      operation: "v1/organizations/documents/locations/update",
      data: expect.objectContaining({
        migrate: {
          oldLocation: { id: "intro", locationName: "Introduction", page: 3 },
          newLocation: { id: "intro", locationName: "Preface", page: 3 },
        },
      }) as unknown,
    },
    {
      operation: "v1/organizations/usergroups/users/delete",
      data: { organizationId: "acme", organizationUserGroupId: "reviewers", userIds: ["mia"] },
    },
    {
      operation: "v2/organizations/usergroups/add",
      data: {
        organizationId: "acme",
        createOrganization: true,
        organizationUserGroups: [{ groupId: "reviewers", groupName: "The reviewers" }],
      },
    },
    { operation: "v2/workspace/domains/delete", data: { domains: ["older.example"] } },
  ]);
  expect(await stack.preview()).toStrictEqual([]);
});
