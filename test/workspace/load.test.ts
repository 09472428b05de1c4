import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WorkspaceError } from "../../workspace/diagnostics.ts";
import { checkWorkspace, loadWorkspace } from "../../workspace/load.ts";
import { workspaceOf, yaml } from "./text.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "workspace-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const write = (files: Record<string, string | Uint8Array>) => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), content);
  }
};

const at = (line: number, column: number) => ({ file: "w.yaml", line, column });

const organization = (id: string) => `version: 1\norganizations: { ${id}: {} }\n`;
const ids = (files: string | readonly string[]) => loadWorkspace(files, { cwd }).organizations.map(({ organizationId }) => organizationId);

/** What loading throws. */
const report = (files: string | readonly string[]): string => {
  try {
    loadWorkspace(files, { cwd });
  } catch (error) {
    if (error instanceof WorkspaceError) return error.message;
    throw error;
  }
  return "nothing";
};

test("everything that can be declared", () => {
  const workspace = workspaceOf(yaml`
    version: 1
    people:
      ada: { name: Ada Lovelace, email: ada@acme.example }
      alan: { name: A. Turing }
    organizations:
      acme:
        disabled: false
        members:
          ada: editor
          alan: { role: viewer, name: Alan Turing, initial: AT }
        folders:
          design:
            name: Design
            members: {}
            folders:
              logos: { name: Logos, members: { grace: editor }, documents: { mark: { name: Mark } } }
            documents:
              brand: { name: Brand book, members: { alan: editor } }
        documents:
          roadmap: { name: Roadmap }
      legacy: {}
  `);
  expect(workspace).toEqual({
    files: ["w.yaml"],
    departed: [],
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    organizations: [
      {
        organizationId: "acme",
        disabled: false,
        members: new Map([
          ["ada", { accessRole: "editor", name: "Ada Lovelace", email: "ada@acme.example" }],
          ["alan", { accessRole: "viewer", name: "Alan Turing", initial: "AT" }],
        ]),
        folders: [
          { folderId: "design", folderName: "Design", members: new Map(), place: at(12, 7) },
          {
            folderId: "logos",
            folderName: "Logos",
            parentFolderId: "design",
            members: new Map([["grace", { accessRole: "editor" }]]),
            place: at(16, 11),
          },
        ],
        documents: [
          { documentId: "roadmap", documentName: "Roadmap", place: at(20, 7) },
          {
            documentId: "brand",
            documentName: "Brand book",
            folderId: "design",
            members: new Map([["alan", { accessRole: "editor", name: "A. Turing" }]]),
            place: at(18, 11),
          },
          { documentId: "mark", documentName: "Mark", folderId: "logos", place: at(16, 74) },
        ],
        place: at(6, 3),
      },
      { organizationId: "legacy", folders: [], documents: [], place: at(21, 3) },
    ],
  });
  expect(workspace.organizations[1]).not.toHaveProperty("members");
  expect(workspace.organizations[1]).not.toHaveProperty("disabled");
});

test("aliases and merges", () => {
  const [acme, globex, initech] = workspaceOf(yaml`
    version: 1
    organizations:
      acme: &acme
        members: &staff { ada: editor, alan: viewer }
      globex:
        <<: *acme
        documents: { plan: { name: Plan, members: { <<: *staff, alan: editor } } }
      initech: { <<: [{ members: { grace: viewer } }, *acme] }
  `).organizations;
  expect([...(globex?.members?.keys() ?? [])]).toEqual(["ada", "alan"]);
  expect(globex?.documents[0]?.members?.get("alan")).toEqual({ accessRole: "editor" });
  expect(globex?.documents[0]?.members?.get("ada")).toEqual(acme?.members?.get("ada"));
  expect([...(initech?.members?.keys() ?? [])]).toEqual(["grace"]);
});

test("files, globs, several of both, each file once, in the order of their names", () => {
  write({
    "workspace.yaml": organization("main"),
    "organizations/b.yaml": organization("b"),
    "organizations/a.yaml": organization("a"),
    "organizations/old/c.yaml": organization("c"),
    "organizations/d.yaml/nothing.txt": "a directory that the pattern matches",
    "odd[1].yaml": organization("odd"),
  });
  expect(ids("workspace.yaml")).toEqual(["main"]);
  expect(ids(join(cwd, "workspace.yaml"))).toEqual(["main"]);
  expect(ids("organizations/*.yaml")).toEqual(["a", "b"]);
  expect(ids(["workspace.yaml", "organizations/**/*.yaml", "./organizations/a.yaml"])).toEqual(["a", "b", "c", "main"]);
  expect(ids("odd[1].yaml")).toEqual(["odd"]);
  expect(loadWorkspace("organizations/*.yaml", { cwd }).files).toEqual(["organizations/a.yaml", "organizations/b.yaml"]);
});

test("people of one file are people of all files", () => {
  write({
    "people.yaml": "version: 1\npeople: { ada: { name: Ada Lovelace } }\n",
    "acme.yaml": "version: 1\npeople: { ada: { name: Ada Lovelace } }\norganizations: { acme: { members: { ada: editor } } }\n",
  });
  expect(loadWorkspace("*.yaml", { cwd }).organizations[0]?.members?.get("ada")?.name).toBe("Ada Lovelace");
});

test("all mistakes of all files at once, sorted, with their number", () => {
  write({
    "b.yaml": "version: 1\npeople: { ada: { name: Ada } }\norganizations:\n  acme: { members: { ada: owner } }\n",
    "a.yaml": "version: 1\npeople: { ada: { name: Ada Lovelace } }\norganizations:\n  acme: {}\n  globex: { disabled: 1 }\n",
    "c.yaml": "version: 1\n  people: {}\n",
    "d.yaml": Buffer.from("version: 1\n# caf\xe9\n", "latin1"),
  });
  const message = report(["*.yaml", "workspace.yaml", "teams/*.yaml", "."]);
  expect(message.split("\n")).toEqual([
    ".:1:1: this is a directory: name its files, for example `*.yaml`",
    "a.yaml:5:23: `disabled` of organization `globex` must be `true` or `false`, not the number `1`: write `true`",
    "b.yaml:2:11: person `ada` is declared twice, and differently: first at a.yaml:2:11",
    "b.yaml:4:3: organization `acme` is declared twice: first at a.yaml:4:3",
    "b.yaml:4:27: `owner` is not a role for member `ada`: write `viewer` or `editor`",
    "c.yaml:1:10: not valid YAML: Nested mappings are not allowed in compact mappings",
    "d.yaml:2:6: not UTF-8: byte 0xe9 at offset 16: save the file as UTF-8",
    "teams/*.yaml:1:1: no file matches this pattern",
    "workspace.yaml:1:1: there is no such file",
    "9 errors",
  ]);
});

test("one mistake is one error, and the report is all that an uncaught one shows", () => {
  const error = new WorkspaceError(checkWorkspace([], { cwd }).diagnostics);
  expect(error.message).toBe("workspace:1:1: no workspace file is named\n1 error");
  expect(error.stack).toBe(`WorkspaceError: ${error.message}`);
});

test.each([
  ["in the first line", [0xff], "1:1: not UTF-8: byte 0xff at offset 0: save the file as UTF-8"],
  ["after other characters", [...Buffer.from("é\n😀é"), 0xc3], "2:3: not UTF-8: byte 0xc3 at offset 9: save the file as UTF-8"],
  ["cut off", [0x61, 0xf0, 0x9f, 0x98], "1:2: not UTF-8: byte 0xf0 at offset 1: save the file as UTF-8"],
  ["overlong", [0x61, 0xc0, 0x80, 0x0a], "1:2: not UTF-8: byte 0xc0 at offset 1: save the file as UTF-8"],
  ["UTF-16", [0xff, 0xfe, 0x61, 0], "1:1: the file is UTF-16, not UTF-8: save it as UTF-8"],
])("what is not UTF-8: %s", (_, bytes, said) => {
  write({ "w.yaml": Uint8Array.from(bytes) });
  expect(report("w.yaml")).toBe(`w.yaml:${said}\n1 error`);
});

test("a byte order mark is no part of the text", () => {
  write({ "w.yaml": `\ufeff${organization("acme")}` });
  expect(loadWorkspace("w.yaml", { cwd }).organizations[0]?.place).toEqual({ file: "w.yaml", line: 2, column: 18 });
});

test("a person who is a member of nothing is a warning, beside the workspace", () => {
  write({ "w.yaml": "version: 1\npeople: { ada: {} }\norganizations: {}\n" });
  const { workspace, diagnostics } = checkWorkspace("w.yaml", { cwd });
  expect(workspace?.organizations).toEqual([]);
  expect(diagnostics).toEqual([
    { file: "w.yaml", line: 2, column: 11, endColumn: 14, severity: "warning", message: "person `ada` is a member of nothing" },
  ]);
});
