/** One workspace in several stacks side by side, and an existing one brought under management, on the real engine. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { BuildService } from "./pipeline.ts";

const organizations = ["acme", "globex", "initech"];

const workspace = `version: 1
organizations:
${organizations
  .map(
    (id) => `  ${id}:
    members: { ada: editor, alan: viewer }
    folders: { design: { name: "Design of ${id}", documents: { brand: { name: Brand book, members: { grace: viewer } } } } }
    documents: { ${id}-plan: { name: Plan } }
`,
  )
  .join("")}`;

const project = "name: access\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.ts\n";

test("three stacks side by side lose no write; what they made is exported, adopted without a change, and the preview after it is empty", async () => {
  await using service = await BuildService.open();
  const { folder, emulator } = service;
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  const expectDone = async (script: string): Promise<string> => {
    const { exitCode, output } = await service.run(script);
    expect(exitCode, `${script}\n${output}`).toBe(0);
    return output;
  };
  await write("Pulumi.yaml", project);
  await write("package.json", '{ "private": true, "type": "module" }');
  await write("index.ts", 'import { declareWorkspace } from "pulumi-collab/workspace";\ndeclareWorkspace();\n');
  await write("workspace.yaml", workspace);
  await service.install();
  for (const id of organizations) {
    await expectDone(`pulumi stack init ${id}`);
    const settings = `  collab:organizations: ${id}\n  collab:auditLog: audit.jsonl\n`;
    const file = path.join(folder, `Pulumi.${id}.yaml`);
    await writeFile(file, `${(await readFile(file, "utf8")).trimEnd()}\nconfig:\n${settings}`);
  }
  expect(await expectDone("npx collab validate")).toContain("nothing is wrong");

  await Promise.all(organizations.map((id) => expectDone(`pulumi up --yes --skip-preview --stack ${id}`)));
  for (const id of organizations) {
    expect(emulator.access(id, "ada").documents).toMatchObject({ brand: { role: "editor" }, [`${id}-plan`]: { role: "editor" } });
    expect(emulator.access(id, "grace").grants).toEqual([{ level: "document", id: "brand", role: "viewer" }]);
  }
  const audited = (await readFile(path.join(folder, "audit.jsonl"), "utf8")).trimEnd().split("\n");
  const stacks = audited.map((line) => (JSON.parse(line) as { stack: string }).stack);
  expect(stacks.toSorted()).toEqual(organizations.flatMap((id) => [id, id, id]));

  const members = [
    "organizationId,documentId,userId,role",
    ...organizations.flatMap((id) => [`${id},,ada,editor`, `${id},,alan,viewer`, `${id},brand,grace,viewer`]),
  ];
  await write("members.csv", `${members.join("\n")}\n`);
  await expectDone(`npx collab export ${organizations.join(" ")} -o exported.yaml --members members.csv --quiet`);
  await expectDone("pulumi stack init adopted && pulumi config set --stack adopted collab:workspace exported.yaml");
  const before = emulator.state();
  await expectDone("pulumi up --yes --skip-preview --stack adopted");
  const stripped = (state: typeof before) => JSON.parse(JSON.stringify(state).replace(/"lastUpdated":\d+/g, '"lastUpdated":0')) as unknown;
  expect(stripped(emulator.state())).toEqual(stripped(before));
  await expectDone("pulumi preview --expect-no-changes --stack adopted");
  // The new stack declares what the three others do: that is what validate is for.
  expect(await service.run("npx collab validate")).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining("stack `adopted` declares what stack `acme` declares: `acme`"),
  });
});
