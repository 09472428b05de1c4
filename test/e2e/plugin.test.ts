/** The native plugin under Pulumi YAML, on the real engine: the whole life of a stack, import included. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { Stack } from "./stack.ts";

const header = `name: test
runtime: yaml
plugins: { providers: [{ name: collab, path: ${JSON.stringify(path.dirname(pluginFile))} }] }
`;

/** A program of Pulumi YAML that uses the plugin of the checkout. */
const yaml = (body: string): string => `${header}${body}`;

interface Life {
  readonly folderName?: string;
  readonly folderId?: string;
  readonly grace?: string;
  readonly options?: string;
  readonly more?: string;
}

const life = ({ folderName = "Design", folderId = "design", grace = "viewer", options = "{}", more = "" }: Life = {}): string =>
  yaml(`resources:
  acme:
    type: collab:Organization
    properties: { organizationId: acme }
  design:
    type: collab:Folder
    properties: { organizationId: "\${acme.organizationId}", folderId: ${folderId}, folderName: ${folderName} }
    options: ${options}
  brand:
    type: collab:Document
    properties: { organizationId: "\${acme.organizationId}", documentId: brand, documentName: Brand book }
  members:
    type: collab:MembershipSet
    properties:
      organizationId: \${acme.organizationId}
      members: { ada: editor, grace: ${grace} }
      documents: { brand: { alan: { accessRole: viewer, name: Alan Turing } } }
    options: { dependsOn: ["\${design}", "\${brand}"] }
${more}`);

const renamed = { organizationId: "acme", folders: [{ folderId: "design", folderName: "Renamed" }] };

test("a stack in YAML: up, no-op, update, drift, ignoreChanges, --target, replace, destroy", async () => {
  await using stack = await Stack.open({ files: { "Pulumi.yaml": life() } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  // The organization is declared beside its children, so that they may create it.
  expect(stack.writes()).toContainEqual({
    operation: "v2/users/add",
    data: {
      organizationId: "acme",
      createOrganization: true,
      users: [
        { userId: "ada", accessRole: "editor" },
        { userId: "grace", accessRole: "viewer" },
      ],
    },
  });
  const calls = stack.emulator.requests().length;
  expect(await stack.preview()).toStrictEqual([]);
  expect(stack.emulator.requests()).toHaveLength(calls);

  await stack.write("Pulumi.yaml", life({ folderName: "Designs", grace: "editor" }));
  const diff = await stack.expect(["preview", "--diff"]);
  expect(diff).toContain('~ folderName: "Design" => "Designs"');
  expect(diff).toMatch(/~ members: \{\s+~ grace: "viewer" => "editor"/);
  expect(stack.writes()).toStrictEqual([]);
  await stack.expect(["up", "--yes", "--skip-preview", "--target", "**members"]);
  expect(stack.writes().map(({ operation }) => operation)).toStrictEqual(["v2/users/update"]);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(stack.writes().map(({ operation }) => operation)).toStrictEqual(["v1/organizations/folders/update"]);

  await stack.call("v1/organizations/folders/update", renamed);
  stack.writes();
  expect(await stack.expect(["refresh", "--yes", "--diff"])).toMatch(/~ folderName: "Designs" => "Renamed"/);
  await stack.write("Pulumi.yaml", life({ folderName: "Designs", grace: "editor", options: "{ ignoreChanges: [folderName] }" }));
  expect(await stack.preview()).toStrictEqual([]);
  await stack.write("Pulumi.yaml", life({ folderName: "Designs", grace: "editor", folderId: "drafts" }));
  expect(await stack.preview()).toStrictEqual([{ op: "replace", resource: "Folder design" }]);
  const replaced = await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(replaced).toContain("folder design stays in acme: no operation deletes folders.");
  expect(stack.writes().map(({ operation }) => operation)).not.toContain("v1/users/delete");

  const destroyed = await stack.expect(["destroy", "--yes", "--skip-preview"]);
  expect(destroyed).toContain("document brand stays in acme: no operation deletes documents.");
  expect([...new Set(stack.writes().map(({ operation }) => operation))]).toStrictEqual(["v1/users/delete"]);
  for (const user of ["ada", "alan", "grace"]) expect(stack.emulator.access("acme", user).grants).toStrictEqual([]);
});

const seed = {
  version: 1,
  organizations: {
    acme: {
      folders: { "a/b": { name: "Slash" } },
      documents: { brand: { name: "Brand book" } },
    },
  },
};

test("what is there already is imported, and the next preview is empty; an id that is none says so", async () => {
  await using stack = await Stack.open({ files: { "Pulumi.yaml": yaml("resources: {}\n") }, emulator: { seed } });
  const imports = {
    resources: [
      { type: "collab:index:Folder", name: "inner", id: "acme/a%2Fb" },
      { type: "collab:index:Document", name: "brand", id: "acme/brand" },
    ],
  };
  await stack.write("imports.json", JSON.stringify(imports));
  await stack.expect(["import", "--file", "imports.json", "--out", "imported.yaml", "--yes"]);
  await stack.write("Pulumi.yaml", yaml(await readFile(path.join(stack.folder, "imported.yaml"), "utf8")));
  expect(await stack.preview()).toStrictEqual([]);
  expect(stack.writes()).toStrictEqual([]);

  const refused = async (type: string, id: string): Promise<string> => {
    const { exitCode, output } = await stack.pulumi(["import", type, "wrong", id, "--yes"]);
    expect(exitCode).not.toBe(0);
    return output;
  };
  expect(await refused("collab:index:Folder", "design")).toMatch(/"design" is not the id of a Folder: expected organizationId\/folderId/);
  expect(await refused("collab:index:Document", "acme/nowhere")).toMatch(/acme\/nowhere.*does not exist/);
  expect(await refused("collab:index:MembershipSet", "acme")).toMatch(
    /"acme" cannot be imported: no operation lists memberships\. Declare it/,
  );
});

test("all that is wrong is said at once, and nothing is sent", async () => {
  const wrong = `resources:
  members:
    type: collab:MembershipSet
    properties: { organizationId: acme, roster: "ada owner\\nalan viewer\\ngrace\\n" }
`;
  await using stack = await Stack.open({ files: { "Pulumi.yaml": yaml(wrong) } });
  const { exitCode, output } = await stack.up();
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/line 1: "ada owner" is not a line of a roster/);
  expect(output).toMatch(/line 3: "grace" is not a line of a roster/);
  expect(output).not.toMatch(/^\s+at /m);
  await stack.expect(["config", "set", "collab:maxRetires", "3"]);
  await stack.expect(["config", "set", "collab:apiVersion", "v3"]);
  const configured = (await stack.up()).output;
  expect(configured).toMatch(/collab:maxRetires is not a setting, did you mean maxRetries\?/);
  expect(configured).toMatch(/collab:apiVersion: expected one of v2, v1, got "v3"/);
  expect(stack.emulator.requests()).toStrictEqual([]);
});
