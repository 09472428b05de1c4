/** The same around the native plugin, under Pulumi YAML: export, import, report, audit and drift, on the real engine. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { BuildService } from "./pipeline.ts";

const program = (resources: string): string => `name: access
runtime: yaml
plugins: { providers: [{ name: collab, path: ${JSON.stringify(path.dirname(pluginFile))} }] }
resources:
${resources}`;

const places = `  design: { type: "collab:Folder", name: acme/design, properties: { organizationId: acme, folderId: design, folderName: Design } }
  brand: { type: "collab:Document", name: acme/brand, properties: { organizationId: acme, documentId: brand, documentName: Brand book } }
`;

const members = (alan: string): string => `  members:
    type: collab:MembershipSet
    name: acme
    properties: { organizationId: acme, members: { ada: editor, alan: ${alan} } }
`;

test("an organization that exists is exported, imported without a change, reported on, recorded and watched", async () => {
  await using service = await BuildService.open();
  const { folder, emulator } = service;
  const expectDone = async (script: string): Promise<string> => {
    const { exitCode, output } = await service.run(script);
    expect(exitCode, `${script}\n${output}`).toBe(0);
    return output;
  };
  const state = { folders: { design: { folderName: "Design" } }, documents: { brand: { documentName: "Brand book" } } };
  emulator.setState({ organizations: { acme: state } });
  await service.install();
  const file = path.join(folder, "Pulumi.yaml");
  await writeFile(file, program("  {}\n"));
  await expectDone("pulumi stack init prod");
  await expectDone("pulumi config set --stack prod collab:auditLog audit.jsonl");
  await expectDone("npx collab export acme -o workspace.yaml --import import.json --quiet");
  await expectDone("pulumi import --file import.json --yes --skip-preview --generate-code=false --protect=false --stack prod");
  await writeFile(file, program(places));
  await expectDone("pulumi preview --expect-no-changes --stack prod");

  await writeFile(file, program(places + members("viewer")));
  await expectDone("pulumi up --yes --skip-preview --stack prod");
  const [line] = (await readFile(path.join(folder, "audit.jsonl"), "utf8")).split("\n");
  expect(JSON.parse(line ?? "")).toMatchObject({
    project: "access",
    stack: "prod",
    action: "grant",
    organizationId: "acme",
    result: "done",
  });

  await writeFile(file, program(places + members("editor")));
  const report = await expectDone("pulumi preview --json --show-sames --stack prod | npx collab report");
  expect(report).toMatch(/acme\n {2}↑ {2}alan {2}the organization {2}viewer → editor/);
  const moved = emulator.state();
  Object.assign(moved.organizations["acme"]?.folders["design"] ?? {}, { folderName: "Renamed" });
  emulator.setState(moved);
  const drift = await service.run("npx collab drift --stack prod");
  expect(drift.exitCode).toBe(2);
  expect(drift.output).toMatch(/Changed behind our back\n {2}Folder acme\/design\n {6}folderName: "Design" → "Renamed"/);
  expect(drift.output).toMatch(/Your change, not applied yet\n {2}MembershipSet acme\n {6}- alan viewer\n {6}\+ alan editor/);
});
