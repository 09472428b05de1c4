/** docs/installation-configuration.md: its projects run as they stand there, its settings are taken from a stack. Real engine. */
import { expect, test } from "vitest";
import { blocksIn, pages } from "../docs/pages.ts";
import { Stack } from "./stack.ts";

const page = pages.filter(({ file }) => file === "docs/installation-configuration.md");
const projects = blocksIn(page, "yaml").map(({ code }) => code);
const [program = ""] = blocksIn(page, "ts").map(({ code }) => code);
const projectOf = (runtime: RegExp): string => projects.find((code) => runtime.test(code)) ?? "";

test.each([
  ["TypeScript", { "Pulumi.yaml": projectOf(/^ {2}name: nodejs$/m), "index.ts": program }],
  ["Pulumi YAML", { "Pulumi.yaml": projectOf(/^runtime: yaml$/m) }],
])("the project in %s", async (_language, files) => {
  await using stack = await Stack.open({ files });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(stack.emulator.access("acme", "ada").grants).toStrictEqual([{ level: "organization", id: "acme", role: "editor" }]);
  expect(stack.emulator.access("acme", "alan").grants).toStrictEqual([{ level: "organization", id: "acme", role: "viewer" }]);
});
