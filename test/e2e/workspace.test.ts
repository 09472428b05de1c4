/** The whole way from a declaration to the service and back, on the real engine. */
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const before = `version: 1
people:
  ada: { name: Ada Lovelace, email: ada@acme.example }
organizations:
  acme:
    members:
      ada: editor
      alan: { role: viewer, name: Alan Turing }
      grace: viewer
    folders:
      design:
        name: Design
        members: { grace: editor }
        folders:
          logos: { name: Logos }
        documents:
          brand: { name: Brand book, members: { alan: editor } }
      archive: { name: Archive }
    documents:
      roadmap: { name: Roadmap }
  globex:
    members: { ada: viewer }
  legacy:
    disabled: true
`;

const after = before
  .replace("          logos: { name: Logos }", "          logos: { name: Logos and marks }")
  .replace("alan: { role: viewer, name: Alan Turing }", "alan: { role: editor, name: Alan Turing }")
  .replace("      grace: viewer\n", "      edsger: viewer\n")
  .replace("  globex:\n", "  globex:\n    disabled: true\n");

const moved = `version: 1
organizations:
  acme:
    folders:
      design: { name: Design }
      logos: { name: Logos }
`;

test("a workspace converges; a change is previewed, sent and nothing else; a second up does nothing", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": before } });
  const first = await stack.up();
  expect(first.output).toContain("+ 12 created");
  expect(first.exitCode).toBe(0);
  expect(stack.writes().length).toBeGreaterThan(0);

  const second = await stack.up();
  expect(second.output).toContain("unchanged");
  expect(second.output).not.toMatch(/created|updated|deleted|replaced/);
  expect(stack.writes()).toStrictEqual([]);

  await stack.write("workspace.yaml", after);
  expect(await stack.preview()).toStrictEqual([
    { op: "update", resource: "MembershipGuard workspace" },
    { op: "update", resource: "Organization globex" },
    { op: "update", resource: "Folder acme/logos" },
    { op: "update", resource: "MembershipSet acme" },
  ]);
  expect(stack.writes()).toStrictEqual([]);
  const diff = await stack.expect(["preview", "--diff"]);
  expect(diff).toMatch(/- alan viewer name="Alan Turing"\s+.*\+ alan editor name="Alan Turing"/s);

  expect((await stack.up()).exitCode).toBe(0);
  expect(stack.writes()).toStrictEqual([
    { operation: "v2/organizations/access/disablestate/update", data: { organizationIds: ["globex"], disabled: true } },
    {
      operation: "v1/organizations/folders/update",
      data: { organizationId: "acme", folders: [{ folderId: "logos", folderName: "Logos and marks", parentFolderId: "design" }] },
    },
    { operation: "v1/users/delete", data: { organizationId: "acme", userIds: ["grace"] } },
    // Removing grace from the organization took her folder along.
    {
      operation: "v2/users/add",
      data: {
        organizationId: "acme",
        createOrganization: true,
        folderId: "design",
        createFolder: true,
        users: [{ userId: "grace", accessRole: "editor" }],
      },
    },
    {
      operation: "v2/users/add",
      data: { organizationId: "acme", createOrganization: true, users: [{ userId: "edsger", accessRole: "viewer" }] },
    },
    { operation: "v2/users/update", data: { organizationId: "acme", users: [{ userId: "alan", accessRole: "editor" }] } },
  ]);

  expect((await stack.up()).output).toContain("unchanged");
  expect(stack.writes()).toStrictEqual([]);
});

test("a folder moves with its parent; a rename in the service is seen by refresh and healed by up", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": moved } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  await stack.write(
    "workspace.yaml",
    moved.replace(
      "design: { name: Design }\n      logos: { name: Logos }",
      "design: { name: Design, folders: { logos: { name: Logos } } }",
    ),
  );
  stack.writes();
  expect(await stack.preview()).toStrictEqual([{ op: "update", resource: "Folder acme/logos" }]);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(stack.writes()).toHaveLength(1);

  await stack.call("v1/organizations/folders/update", { organizationId: "acme", folders: [{ folderId: "logos", folderName: "Renamed" }] });
  const refresh = await stack.expect(["refresh", "--yes", "--diff"]);
  expect(refresh).toMatch(/folderName\s*: "Logos" => "Renamed"/);
  stack.writes();
  expect(await stack.preview()).toStrictEqual([{ op: "update", resource: "Folder acme/logos" }]);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(stack.writes()).toStrictEqual([
    {
      operation: "v1/organizations/folders/update",
      data: { organizationId: "acme", folders: [{ folderId: "logos", folderName: "Logos", parentFolderId: "design" }] },
    },
  ]);
});

test("a user who moves from the organization to a document keeps exactly what is declared", async () => {
  const file = (members: string, document: string) =>
    `version: 1\norganizations:\n  acme:\n    members: ${members}\n    documents:\n      plan: { name: Plan, members: ${document} }\n      other: { name: Other, members: { ada: viewer } }\n`;
  await using stack = await Stack.open({ files: { "workspace.yaml": file("{ ada: editor, alan: viewer }", "{ alan: viewer }") } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  await stack.write("workspace.yaml", file("{ alan: viewer }", "{ alan: viewer, ada: editor }"));
  await stack.expect(["up", "--yes", "--skip-preview"]);
  const { grants } = stack.emulator.access("acme", "ada");
  expect(grants.toSorted((a, b) => a.id.localeCompare(b.id))).toStrictEqual([
    { level: "document", id: "other", role: "viewer" },
    { level: "document", id: "plan", role: "editor" },
  ]);
  stack.writes();
  expect((await stack.up()).output).toContain("unchanged");
  expect(stack.writes()).toStrictEqual([]);
});

test("destroy is refused by protect; with collab:protect false, only memberships go", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": before }, config: { "collab:usersDeleteFolder": "folder" } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  stack.writes();
  const refused = await stack.pulumi(["destroy", "--yes", "--skip-preview"]);
  expect(refused.exitCode).not.toBe(0);
  expect(refused.output).toMatch(/protect/);
  expect(stack.writes()).toStrictEqual([]);

  await stack.expect(["config", "set", "collab:protect", "false"]);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  const destroyed = await stack.expect(["destroy", "--yes", "--skip-preview"]);
  expect(destroyed).toContain("folder design stays in acme: no operation deletes folders.");
  expect(destroyed).toContain("document brand stays in acme: no operation deletes documents.");
  expect([...new Set(stack.writes().map(({ operation }) => operation))]).toStrictEqual(["v1/users/delete"]);
  for (const user of ["ada", "alan", "grace"]) expect(stack.emulator.access("acme", user).grants).toStrictEqual([]);
});

test("mistakes in the file end the run with their positions, and nothing is sent", async () => {
  const wrong = "version: 1\norganizations:\n  acme:\n    members:\n      ada: owner\n    folder: {}\n";
  await using stack = await Stack.open({ files: { "workspace.yaml": wrong } });
  const { exitCode, output } = await stack.up();
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/workspace\.yaml:5:12: .*owner/);
  expect(output).toMatch(/workspace\.yaml:6:5: .*folder.*folders/);
  expect(output).not.toMatch(/^\s+at /m);
  expect(stack.emulator.requests()).toStrictEqual([]);
});
