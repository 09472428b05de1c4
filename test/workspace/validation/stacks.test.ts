import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { renderDiagnostic } from "../../../workspace/diagnostics.ts";
import { validateProject } from "../../../workspace/validation/index.ts";
import { temporaryDirectory } from "../../cli/run.ts";

const workspace = "version: 1\norganizations: { acme: {}, globex: {}, initech: {} }\n";

/** What is said of a project with these files, without the folder's name. */
const complaints = (files: Readonly<Record<string, string>>): string[] => {
  const folder = temporaryDirectory();
  for (const [name, text] of Object.entries({ "Pulumi.yaml": "name: x\nruntime: nodejs\n", "workspace.yaml": workspace, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return validateProject(folder).diagnostics.map((diagnostic) => renderDiagnostic(diagnostic).replaceAll(`${folder}/`, ""));
};

const stack = (...lines: string[]) => `config:\n${lines.map((line) => `  ${line}\n`).join("")}`;
const undo =
  "They would undo each other's changes: give each stack its own with collab:organizations, or its own service with collab:baseUrl";

it("a project without stacks is its workspace file", () => {
  expect(complaints({})).toEqual([]);
  expect(complaints({ "workspace.yaml": "version: 1\norganizations: { acme: { members: { ada: owner } } }\n" })).toEqual([
    expect.stringMatching(/^workspace\.yaml:2:\d+: .*owner/),
  ]);
});

it("two stacks that declare the same organization, named at the later one", () => {
  expect(
    complaints({
      "Pulumi.a.yaml": stack("collab:organizations: acme,globex"),
      "Pulumi.b.yaml": stack("collab:maxRetries: 3", "collab:organizations:", "  - globex", "  - initech"),
    }),
  ).toEqual([`Pulumi.b.yaml:3:3: stack \`b\` declares what stack \`a\` declares: \`globex\`. ${undo}`]);
});

it("files of their own, or parts of one, are no conflict", () => {
  const parts = { "Pulumi.a.yaml": stack("collab:organizations: acme"), "Pulumi.b.yaml": stack('collab:organizations: ["globex"]') };
  expect(complaints(parts)).toEqual([]);
  expect(
    complaints({
      "Pulumi.a.yaml": stack("collab:workspace: organizations/*.yaml"),
      "Pulumi.b.yaml": stack("collab:workspace: b.yaml"),
      "organizations/acme.yaml": "version: 1\norganizations: { acme: {} }\n",
      "b.yaml": "version: 1\norganizations: { globex: {} }\n",
    }),
  ).toEqual([]);
});

it("different services are no conflict; where a key is encrypted, nobody can tell", () => {
  const at = (name: string) => stack(`collab:baseUrl: https://${name}.example.com/`);
  expect(complaints({ "Pulumi.a.yaml": at("a"), "Pulumi.b.yaml": at("b") })).toEqual([]);
  const encrypted = (key: string) => stack("collab:baseUrl: https://x.example.com", "collab:apiKey:", `  secure: ${key}`);
  expect(complaints({ "Pulumi.a.yaml": encrypted("v1:aaa"), "Pulumi.b.yaml": encrypted("v1:bbb") })).toEqual([
    "Pulumi.b.yaml:1:1: warning: stack `b` declares what stack `a` declares: `acme`, `globex`, `initech`. " +
      "If both reach the same workspace of the service, they undo each other's changes",
  ]);
});

it("settings that the provider would refuse, and ids that nobody declares", () => {
  expect(
    complaints({
      "Pulumi.a.yaml": stack("other:key: 1", "collab:maxRetries: many", "collab:organisations: acme", "collab:organizations: acme,hooli"),
      "Pulumi.b.yaml": stack("collab:organizations: 'globex,'"),
    }),
  ).toEqual([
    expect.stringMatching(/^Pulumi\.a\.yaml:3:3: collab:maxRetries: expected a whole number of at least 0, got "many"/),
    expect.stringMatching(/^Pulumi\.a\.yaml:4:3: collab:organisations is not a setting, did you mean organizations\?/),
    "Pulumi.a.yaml:5:3: collab:organizations names `hooli`, which no workspace file of the stack declares",
    "Pulumi.b.yaml:2:3: collab:organizations: expected ids of organizations, such as `acme,globex` or a list of them, got `globex,`",
  ]);
});

it("settings of the project hold for its stacks; stackConfigDir is obeyed; a broken file has its place", () => {
  const project = "name: x\nruntime: nodejs\nstackConfigDir: stacks\nconfig:\n  collab:workspace: { value: other.yaml }\n";
  expect(
    complaints({
      "Pulumi.yaml": project,
      "other.yaml": "version: 1\norganizations: { acme: { member: {} } }\n",
      "stacks/Pulumi.a.yaml": "config:\n  a: [\n",
    }),
  ).toEqual([
    expect.stringMatching(/^other\.yaml:2:\d+: unknown field `member`/),
    expect.stringMatching(/^stacks\/Pulumi\.a\.yaml:\d+:\d+: /),
  ]);
});
