/** The example in Python, as it stands, but for where the plugin is; its SDK is generated from the schema. Real engine. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { installPython, missingPython, programsOf } from "./python.ts";
import { root, Stack } from "./stack.ts";

const example = async (file: string): Promise<string> => readFile(path.join(root, "examples/python", file), "utf8");

const missing = await missingPython();
if (missing !== undefined) console.warn(`examples/python is not run here: ${missing}`);

test.skipIf(missing !== undefined)("examples/python converges, and a second up changes nothing", async () => {
  await using stack = await Stack.open({
    files: {
      "Pulumi.yaml": (await example("Pulumi.yaml")).replace("../../bin", path.dirname(pluginFile)),
      "__main__.py": await example("__main__.py"),
    },
    install: installPython,
  });
  // The option `virtualenv` reaches only hosts of Pulumi's own installation; an active environment is heeded by all.
  stack.env["PATH"] = [programsOf(path.join(stack.folder, "venv")), stack.env["PATH"]].join(path.delimiter);
  expect(await stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/brand\s*: "acme\/brand"/);
  expect(stack.emulator.access("acme", "ada").grants).toStrictEqual([{ level: "organization", id: "acme", role: "editor" }]);
  expect(stack.emulator.access("acme", "alan").grants).toStrictEqual([{ level: "organization", id: "acme", role: "viewer" }]);
  expect(stack.emulator.access("acme", "grace").grants).toStrictEqual([{ level: "folder", id: "design", role: "editor" }]);
  const written = stack.writes();
  expect(written.map(({ operation }) => operation)).toContain("v2/organizations/documents/add");
  expect(JSON.stringify(written)).toContain('"name":"Ada Lovelace"');
  expect((await stack.up()).output).toContain("5 unchanged");
  expect(stack.writes()).toStrictEqual([]);
});
