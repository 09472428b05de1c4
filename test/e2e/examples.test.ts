/** Every example of the reference, as one program in each language: it lands, a second run finds nothing to do, and it can be taken down again. Real engine. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { functions } from "../../provider/functions/index.ts";
import type { Example } from "../../provider/resources/example.ts";
import { kinds } from "../../provider/resources/index.ts";
import { yamlProgram } from "../../tools/reference/examples/index.ts";
import { blocksIn, pages } from "../docs/pages.ts";
import { root, Stack } from "./stack.ts";

const folder = path.join(root, "examples/reference");
const examples: readonly Example[] = [...Object.values(kinds), ...Object.values(functions)].flatMap((one) => [...one.examples]);
const seed = {
  version: 1,
  organizations: { juniper: {}, larch: { disabled: true }, hazel: { groups: { reviewers: { users: ["mallory", "ada"] } } } },
  allowedDomains: ["acme.example", "old.example", "kept.example"],
};

const yamlProject = `name: examples
runtime: yaml
plugins:
  providers:
    - name: collab
      path: node_modules/pulumi-collab/bin
`;

const typescriptFiles = async (): Promise<Record<string, string>> => {
  const names = await readdir(folder);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const)));
};
const yamlFiles = (): Promise<Record<string, string>> => Promise.resolve({ "Pulumi.yaml": yamlProject + yamlProgram(examples) });

/** The imports that the pages show, as one file for the engine: a command for each would take as long as the rest of the test. */
const imports = blocksIn(pages, "sh")
  .filter(({ file }) => file.startsWith("docs/reference/"))
  .map(({ code }) => /^pulumi import (?<type>\S+) (?<name>\S+) (?<id>\S+)$/m.exec(code)?.groups);

const expectLanded = async (stack: Stack): Promise<void> => {
  const { organizations, allowedDomains, jobs } = stack.emulator.state();
  expect(organizations["acme"]).toMatchObject({ disabled: false });
  expect(organizations["birch"]?.folders).toMatchObject({
    handbook: { folderName: "Handbook", parentFolderId: "root" },
    onboarding: { folderName: "Onboarding", parentFolderId: "handbook" },
  });
  expect(organizations["cedar"]?.documents).toMatchObject({ "annual-report": { documentName: "Annual report", folderId: "reports" } });
  expect(stack.emulator.access("elm", "ada").grants).toStrictEqual([{ level: "organization", id: "elm", role: "editor" }]);
  expect(stack.emulator.access("elm", "grace").grants).toStrictEqual([{ level: "folder", id: "design", role: "editor" }]);
  expect(stack.emulator.access("elm", "edsger").grants).toStrictEqual([{ level: "document", id: "brand", role: "viewer" }]);
  expect(stack.emulator.access("fir", "ada").grants).toStrictEqual([{ level: "organization", id: "fir", role: "editor" }]);
  expect(stack.emulator.access("fir", "alan").grants).toStrictEqual([{ level: "document", id: "roadmap", role: "viewer" }]);
  expect(organizations["hazel"]?.userGroups).toStrictEqual({ reviewers: { groupName: "Reviewers", users: ["ada"] } });
  expect(organizations["juniper"]?.disabled && organizations["larch"]?.disabled).toBe(true);
  expect(organizations["maple"]?.notifications).toMatchObject({
    "launch-plan-ready": { documentId: "launch-plan", recipients: ["alan", "grace"], deliveries: 1 },
  });
  expect(organizations["oak"]?.documents).toHaveProperty("homepage");
  expect(jobs.flatMap(({ userIds }) => userIds)).toStrictEqual(["oscar"]);
  expect(allowedDomains).toStrictEqual(["acme.example", "kept.example"]);
  expect(JSON.parse(await stack.expect(["stack", "output", "--json"]))).toMatchObject({
    folders: [{ folderId: "projects", folderName: "Projects" }],
    documents: [{ id: "minutes", documentName: "Minutes" }],
    comments: [],
    settings: [{ config: { inbox: "ALL", email: "ALL" }, metadata: { organizationId: "willow", userId: "ada" } }],
    token: "[secret]",
    signature: "[secret]",
  });
};

const expectTakenDown = (stack: Stack): void => {
  const after = stack.emulator.state();
  expect(after.organizations["acme"]).toMatchObject({ disabled: true });
  expect(after.organizations["birch"]?.folders).toHaveProperty("onboarding");
  expect(stack.emulator.access("elm", "ada").grants).toStrictEqual([]);
  expect(stack.emulator.access("fir", "alan").grants).toStrictEqual([]);
  expect([after.organizations["juniper"]?.disabled, after.organizations["larch"]?.disabled]).toStrictEqual([false, false]);
  expect(after.allowedDomains).toStrictEqual(["kept.example"]);
};

test.each([
  ["TypeScript, as dynamic resources", typescriptFiles, false],
  ["Pulumi YAML, through the plugin", yamlFiles, true],
])("every example runs, once and again, and is taken down as its page says: %s", async (_language, files, importable) => {
  // The set has a grant on a folder: without the setting, taking it away is refused.
  const config = { "collab:usersDeleteFolder": "folder" };
  await using stack = await Stack.open({ files: await files(), emulator: { seed }, config });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  await expectLanded(stack);
  stack.writes();
  await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  expect(stack.writes()).toStrictEqual([]);
  await stack.expect(["destroy", "--yes", "--skip-preview"]);
  expectTakenDown(stack);
  // What no operation deletes is there still: where there is a plugin, it can be imported as the pages say.
  if (!importable) return;
  await stack.write("imports.json", JSON.stringify({ resources: imports }));
  const imported = await stack.expect(["import", "--file", "imports.json", "--yes", "--skip-preview", "--generate-code=false"]);
  expect(imported).toContain("= 3 imported");
});
