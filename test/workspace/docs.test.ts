/** docs/workspace-file.md: every example is a workspace, every message is said, and no field is forgotten. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { workspaceFile } from "../../schema/workspace.ts";
import { renderDiagnostics } from "../../workspace/diagnostics.ts";
import { checkWorkspace } from "../../workspace/load.ts";
import { fieldsOf, schemaAt } from "../../workspace/shape.ts";

const page = readFileSync(new URL("../../docs/workspace-file.md", import.meta.url), "utf8");

/** Code blocks, with the last file name in backticks before each of them. */
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```/gmsu)].map(({ 1: language = "", 2: text = "", index }) => ({
  language,
  text,
  file: [...page.slice(0, index).matchAll(/`([\w/-]+\.\w+)`/gu)].at(-1)?.[1] ?? "",
}));
const workspaces = blocks.filter(({ language, text }) => language === "yaml" && text.startsWith("version: 1\n"));
const others = blocks.filter((block) => !workspaces.includes(block));

const cwd = mkdtempSync(join(tmpdir(), "docs-"));
afterAll(() => rmSync(cwd, { recursive: true }));
for (const { language, text, file } of others) {
  if (language === "text") continue;
  mkdirSync(dirname(join(cwd, file)), { recursive: true });
  writeFileSync(join(cwd, file), text);
}
const check = (text: string) => {
  writeFileSync(join(cwd, "workspace.yaml"), text);
  return checkWorkspace("workspace.yaml", { cwd });
};

test.each(workspaces.map(({ text }) => [text]))("an example is a workspace without mistakes:\n%s", (text) => {
  const { workspace, diagnostics } = check(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(workspace?.organizations.length).toBeGreaterThan(0);
});

test("the files of members are read by an example, and every block is one that is tested", () => {
  expect(others.map(({ language, file }) => (language === "text" ? language : file))).toEqual([
    "text",
    "members/acme.csv",
    "members/more.yaml",
    "members/plan-a.json",
  ]);
  const example = workspaces.find(({ text }) => text.includes("membersFrom"));
  const [acme] = check(example?.text ?? "").workspace?.organizations ?? [];
  expect([...(acme?.members?.keys() ?? [])]).toEqual(["ada", "grace", "linus", "edsger", "barbara"]);
  expect([...(acme?.documents[0]?.members?.keys() ?? [])]).toEqual(["alan"]);
});

test("the messages are those that are said", () => {
  const mistakes = `version: 1
organizations:
  acme:
    members:
      ada: edtor
    folders: { design: { name: Design, documents: { roadmap: { name: Roadmap } } } }
    documents: { roadmap: { name: Roadmap } }
`;
  const said = others.find(({ language }) => language === "text");
  const { diagnostics } = check(mistakes);
  expect(`${renderDiagnostics(diagnostics)}\n`).toBe(said?.text);
});

test.each([
  ["the file", []],
  ["an organization", ["organizations", "acme"]],
  ["a folder", ["organizations", "acme", "folders", "design"]],
  ["a document", ["organizations", "acme", "documents", "plan"]],
  ["a member", ["organizations", "acme", "members", "ada"]],
  ["a group", ["organizations", "acme", "groups", "reviewers"]],
])("the table of fields names every field of %s, and no other", (owner, path) => {
  const [, row = ""] = new RegExp(`^\\| ${owner} \\|(.*)\\|$`, "mu").exec(page) ?? [];
  const named = [...row.matchAll(/`(\w+)`/gu)].map(([, field = ""]) => field).filter((field) => field !== "viewer" && field !== "editor");
  expect(named.toSorted()).toEqual([...fieldsOf(schemaAt(workspaceFile, path))].toSorted());
});
