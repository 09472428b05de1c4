/** The example in Pulumi YAML, as it stands, but for where the plugin is. Real engine. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { root, Stack } from "./stack.ts";

test("examples/yaml converges, and a second preview is empty", async () => {
  const program = await readFile(path.join(root, "examples/yaml/Pulumi.yaml"), "utf8");
  await using stack = await Stack.open({ files: { "Pulumi.yaml": program.replace("../../bin", path.dirname(pluginFile)) } });
  expect(await stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/brand\s*: "acme\/brand"/);
  expect(stack.emulator.access("acme", "grace").grants).toStrictEqual([{ level: "folder", id: "design", role: "editor" }]);
  expect(await stack.preview()).toStrictEqual([]);
});
