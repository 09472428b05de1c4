/** A workspace that moves from dynamic resources to the native plugin and back: nothing is sent, and each goes on where the other stopped. */
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { Stack } from "./stack.ts";

const project = `name: test
runtime: { name: nodejs, options: { typescript: false } }
main: index.ts
plugins: { providers: [{ name: collab, path: ${JSON.stringify(path.dirname(pluginFile))} }] }
`;

const workspace = (role: string): string => `version: 1
organizations:
  acme:
    members: { ada: editor, alan: ${role}, grace: viewer }
    folders:
      design: { name: Design, members: { grace: editor }, documents: { brand: { name: Brand book } } }
    groups: { writers: { name: Writers } }
`;

test("dynamic to plugin and back, without a call that writes", async () => {
  const files = { "Pulumi.yaml": project, "workspace.yaml": workspace("viewer") };
  await using stack = await Stack.open({ files, config: { "collab:protect": "false", "collab:usersDeleteFolder": "folder" } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  stack.writes();

  await stack.expect(["config", "set", "collab:provider", "plugin"]);
  expect(await stack.preview()).toStrictEqual([]);
  expect(await stack.expect(["up", "--yes", "--skip-preview"])).not.toMatch(/created|updated|replaced|deleted/);
  expect(stack.writes()).toStrictEqual([]);
  await stack.write("workspace.yaml", workspace("editor"));
  expect(await stack.expect(["preview", "--diff"])).toMatch(/- alan viewer\n\s*\+ alan editor/);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  const change = { organizationId: "acme", users: [{ userId: "alan", accessRole: "editor" }] };
  expect(stack.writes()).toStrictEqual([{ operation: "v2/users/update", data: change }]);

  await stack.expect(["config", "set", "collab:provider", "dynamic"]);
  // Each resource is updated once, in the state alone: it needs the text that loads its provider.
  const back = await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(back).not.toMatch(/created|replaced|deleted/);
  expect(stack.writes()).toStrictEqual([]);
  expect(await stack.preview()).toStrictEqual([]);
  await stack.expect(["destroy", "--yes", "--skip-preview"]);
  expect([...new Set(stack.writes().map(({ operation }) => operation))]).toStrictEqual(["v1/users/delete"]);
  for (const user of ["ada", "alan", "grace"]) expect(stack.emulator.access("acme", user).grants).toStrictEqual([]);
});
