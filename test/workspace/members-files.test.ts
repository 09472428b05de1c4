/** `membersFrom`: members in files of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderDiagnostic } from "../../workspace/diagnostics.ts";
import { checkWorkspace } from "../../workspace/load.ts";
import type { Members } from "../../workspace/model.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "members-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const write = (files: Record<string, string | Uint8Array>) => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), content);
  }
};

const now = new Date("2026-06-15T12:00:00Z");
const organization = (fields: string) => `version: 1\norganizations:\n  acme: { ${fields} }\n`;

/** What the files declare, or what is wrong with them. */
const load = (files: Record<string, string | Uint8Array>) => {
  write(files);
  const { workspace, diagnostics } = checkWorkspace("**/workspace.yaml", { cwd, now });
  return { organizations: workspace?.organizations ?? [], said: diagnostics.map(renderDiagnostic) };
};

/** Members of the organization, read from one file. */
const from = (file: string, text: string | Uint8Array): Members => {
  const { organizations, said } = load({ [file]: text, "workspace.yaml": organization(`membersFrom: [${JSON.stringify(file)}]`) });
  expect(said).toEqual([]);
  return organizations[0]?.members ?? new Map();
};

/** What is said of one file. */
const complaints = (file: string, text: string | Uint8Array): string[] =>
  load({ [file]: text, "workspace.yaml": organization(`membersFrom: [${file}]`) }).said;

test("members of files and of the workspace file are one, at every level, relative to the workspace file", () => {
  const { organizations, said } = load({
    "teams/workspace.yaml": `version: 1
people: { ada: { name: Ada Lovelace } }
organizations:
  acme:
    members: { grace: editor }
    membersFrom: [members/acme.csv, ../more.yaml]
    folders:
      design: { name: Design, membersFrom: ["members/d*.json"] }
    documents:
      plan: { name: Plan, members: {}, membersFrom: [] }
      brand: { name: Brand, membersFrom: [members/acme.csv] }
`,
    "teams/members/acme.csv": "userId,role,name,email,until\nada,viewer,,ada@acme.example,\nalan,editor,Alan Turing,,2026-12-31\n",
    "more.yaml": "# a comment\nedsger: { role: viewer, ticket: OPS-7 }\nbarbara: editor\n",
    "teams/members/design.json": '{ "ada": "editor" }',
    "teams/members/d2.json": '[{ "userId": "linus", "accessRole": "viewer", "name": "Linus" }]',
  });
  expect(said).toEqual([]);
  const [acme] = organizations;
  expect([...(acme?.members ?? [])]).toEqual([
    ["grace", { accessRole: "editor" }],
    ["ada", { accessRole: "viewer", name: "Ada Lovelace", email: "ada@acme.example" }],
    ["alan", { accessRole: "editor", name: "Alan Turing", until: "2026-12-31" }],
    ["edsger", { accessRole: "viewer", ticket: "OPS-7" }],
    ["barbara", { accessRole: "editor" }],
  ]);
  expect(acme?.folders[0]?.members).toEqual(
    new Map([
      ["linus", { accessRole: "viewer", name: "Linus" }],
      ["ada", { accessRole: "editor", name: "Ada Lovelace" }],
    ]),
  );
  expect(acme?.documents[0]?.members).toEqual(new Map());
  expect(acme?.documents[1]?.members?.size).toBe(2);
});

test("no file, and a file without members, are managed and empty", () => {
  expect(from("empty.csv", "userId,role\n")).toEqual(new Map());
  expect(from("empty.json", "[]")).toEqual(new Map());
  expect(from("empty.yaml", "{}\n")).toEqual(new Map());
});

test.each<[string, string]>([
  ["as RFC 4180 says", 'userId,role,name\r\nada,viewer,"Lovelace, ""Ada"""\r\nalan,editor,\r\n'],
  ["other line ends, blank lines, spaces", '\n  userId , role,name\n\nada,viewer,"Lovelace, ""Ada"""\n\n\n alan ,editor\n\n'],
  [
    "a byte order mark, semicolons, and the service's names of the columns",
    '\ufeffID;accessrole;NAME\nada;viewer;"Lovelace, ""Ada"""\nalan;editor;',
  ],
])("CSV: %s", (_, text) => {
  expect(from("m.csv", text)).toEqual(
    new Map([
      ["ada", { accessRole: "viewer", name: 'Lovelace, "Ada"' }],
      ["alan", { accessRole: "editor" }],
    ]),
  );
});

test("any members in CSV are read as they were written", () => {
  const cell = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() === text && !/\p{Cs}/u.test(text));
  const id = cell.filter((text) => !/[/\p{Cc}]/u.test(text));
  const member = fc.record({ accessRole: fc.constantFrom("viewer", "editor"), name: cell, email: fc.option(cell, { nil: undefined }) });
  const members = fc.uniqueArray(fc.tuple(id, member), { selector: ([userId]) => userId.toLowerCase(), maxLength: 8 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(members, (declared) => {
      const lines = declared.map(([userId, { accessRole, name, email = "" }]) => [userId, accessRole, name, email].map(quote).join(","));
      const read = from("m.csv", `userId,role,name,email\n${lines.join("\n")}\n`);
      const expected = declared.map(([userId, { email, ...rest }]) => [userId, email === undefined ? rest : { ...rest, email }]);
      expect([...read]).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test("no text makes the reader of CSV throw", () => {
  const piece = fc.constantFrom(
    "userId",
    "role",
    "ada",
    "viewer",
    ",",
    ",",
    ";",
    "\n",
    "\n",
    "\r",
    '"',
    '""',
    " ",
    "é",
    "😀",
    "\u0000",
    "#",
    "name",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, header) => {
      const text = `${header ? "userId,role,name\n" : ""}${pieces.join("")}`;
      for (const line of complaints("m.csv", text)) expect(line).toMatch(/^m\.csv:\d+:\d+: /);
    }),
    { numRuns: 500 },
  );
});

const mistakes: Record<string, [file: string, text: string, said: string[]]> = {
  "an empty CSV": ["m.csv", "", ["m.csv:1:1: the file is empty: begin it with `userId,role`"]],
  "columns that are none": [
    "m.csv",
    "user,rol,name,name\nada,viewer,Ada,Ada\n",
    [
      "m.csv:1:1: column `name` is repeated",
      "m.csv:1:1: column `role` is missing: the first line names the columns, for example `userId,role,name,email`",
      "m.csv:1:1: column `userId` is missing: the first line names the columns, for example `userId,role,name,email`",
      "m.csv:1:1: unknown column `rol`: did you mean `role`?",
      "m.csv:1:1: unknown column `user`: did you mean `userId`?",
    ],
  ],
  "lines that are wrong, each at its place": [
    "m.csv",
    'userId,role,name,until\nada,owner,"Ada\nLovelace"\n\nalan,,Alan,2026-02-30\n,viewer\ngrace,viewer,Hopper, Grace,x\na/b,editor\nAda,editor\nada,viewer\n',
    [
      "m.csv:2:1: `owner` is not a role for member `ada`: write `viewer` or `editor`",
      "m.csv:5:1: `role` of member `alan` is missing: write `role: viewer` or `role: editor`",
      "m.csv:5:1: `until` of member `alan` must be a day such as `2026-12-31`, not the text `2026-02-30`",
      "m.csv:6:1: a member has no `userId`: write whose membership it is",
      "m.csv:7:1: `until` of member `grace` must be a day such as `2026-12-31`, not the text `Grace`",
      "m.csv:7:1: the line has 5 values, and the header 4 columns: put a value with a comma in quotes",
      "m.csv:8:1: member id `a/b` contains `/`, which separates the parts of resource ids",
      "m.csv:10:1: member `ada` is twice in this file: first at m.csv:2:1",
    ],
  ],
  "quotes inside of a value": [
    "m.csv",
    'userId,role\nada,view"er\n',
    ['m.csv:2:1: a quote stands inside of a value: put the whole value in quotes, and write `""` for a quote in it'],
  ],
  "more after a quote": [
    "m.csv",
    'userId,role\nada,"view"er\n',
    ['m.csv:2:1: something stands after the closing quote of a value: put the whole value in quotes, and write `""` for a quote in it'],
  ],
  "a quote that is never closed": [
    "m.csv",
    'userId,role\nada,viewer\nalan,"viewer\ngrace,viewer\n',
    ["m.csv:3:1: a value begins with a quote here, and the quote is never closed"],
  ],
  YAML: [
    "m.yaml",
    "ada: owner\nalan: { rol: viewer }\nada: viewer\n",
    [
      "m.yaml:1:6: `owner` is not a role for member `ada`: write `viewer` or `editor`",
      "m.yaml:2:1: `role` of member `alan` is missing: write `role: viewer` or `role: editor`",
      "m.yaml:2:9: unknown field `rol` of member `alan`: did you mean `role`?",
      "m.yaml:3:1: `ada` is repeated: first at 1:1".replace("first at ", "first at m.yaml:"),
    ],
  ],
  "a list": [
    "m.yaml",
    "- { userId: ada, role: viewer, colour: red }\n- userId: alan\n  role: editor\n- { role: viewer }\n- grace\n- { userId: ada, role: viewer }\n- { userId: , role: viewer }\n",
    [
      "m.yaml:1:32: unknown field `colour` of member `ada`: known are `role`, `name`, `email`, `initial`, `until`, `reason`, `ticket`",
      "m.yaml:4:3: a member has no `userId`: write whose membership it is",
      "m.yaml:5:3: a member has no `userId`: write whose membership it is",
      "m.yaml:6:5: member `ada` is twice in this file: first at m.yaml:1:5",
      "m.yaml:7:5: a member has no `userId`: write whose membership it is",
    ],
  ],
  "something else": [
    "m.yaml",
    "everybody\n",
    ["m.yaml:1:1: `members` must be a map, not the text `everybody`: write for example `ada: editor`"],
  ],
  JSON: [
    "m.json",
    '{\n  "ada": "editor",\n  "alan": { "role": 7 }\n}\n',
    ["m.json:3:21: `7` is not a role for member `alan`: write `viewer` or `editor`"],
  ],
  "JSON that is none": ["m.json", '{ "ada": "editor"', ["m.json:1:18: not valid JSON: Flow map must end with a }"]],
  "another kind of file": ["m.txt", "ada\n", ["m.txt:1:1: members are read from `.csv`, `.yaml`, `.yml` and `.json` files"]],
};

test.each(Object.entries(mistakes))("%s", (_, [file, text, said]) => {
  expect(complaints(file, text)).toEqual(said);
});

test("the same user twice names both places; ids that differ only by case are a warning", () => {
  const two = "userId,role\ngrace,viewer\nada,viewer\n";
  const { said } = load({
    "workspace.yaml": organization("members: { ada: editor }, membersFrom: [a.csv, b.yaml, ./a.csv]"),
    "a.csv": two,
    "b.yaml": "grace: editor\n",
  });
  expect(said).toEqual([
    "a.csv:3:1: member `ada` is twice in organization `acme`: first at workspace.yaml:3:22",
    "b.yaml:1:1: member `grace` is twice in organization `acme`: first at a.csv:2:1",
  ]);
  const warned = load({ "workspace.yaml": organization("members: { Ada: editor }, membersFrom: [a.csv]"), "a.csv": two });
  expect(warned.said).toEqual([
    "a.csv:3:1: warning: member `ada` of organization `acme` differs only by case from `Ada` at workspace.yaml:3:22: they are two users",
  ]);
});

test("what is checked of members is checked of those in files", () => {
  const { said } = load({
    "workspace.yaml": `version: 1\ndeparted: [mallory]\n${organization("required: [ada, alan], membersFrom: [m.csv]").slice(11)}`,
    "m.csv": "userId,role,until\nmallory,viewer,\nalan,viewer,2026-06-14\nsoon,viewer,2026-06-20\n",
  });
  expect(said).toEqual([
    "m.csv:2:1: `mallory` has departed (workspace.yaml:2:12), and is still declared in organization `acme`: take one of them out",
    "workspace.yaml:4:22: `ada` is required in organization `acme`, and is no member of it: declare it there",
    "workspace.yaml:4:27: `alan` is required in organization `acme`, and the membership ended on 2026-06-14: give it a later day, or none",
  ]);
  const warned = load({
    "workspace.yaml": organization("membersFrom: [m.csv]"),
    "m.csv": "userId,role,until\nalan,viewer,2026-06-14\nsoon,viewer,2026-06-20\n",
  });
  expect(warned.said).toEqual([
    "m.csv:2:1: warning: member `alan` of organization `acme` counts as not declared: the membership ended on 2026-06-14 (UTC); take the entry out",
    "m.csv:3:1: warning: member `soon` of organization `acme` ends on 2026-06-20 (UTC), in 5 days: the first `up` after that day takes the access away",
  ]);
  expect(warned.organizations[0]?.expired?.get("alan")?.place).toEqual({ file: "m.csv", line: 2, column: 1 });
});

test("files that cannot be read are named where they are asked for", () => {
  const { said } = load({
    "workspace.yaml": organization(
      'membersFrom: [missing.csv, "no*.csv", sub, latin.csv, 7, ""], documents: { a: { name: A, membersFrom: m.csv } }',
    ),
    "sub/m.csv": "userId,role\n",
    "latin.csv": Buffer.from("userId,role\nAndr\xe9,viewer\n", "latin1"),
  });
  expect(said).toEqual([
    "latin.csv:2:5: not UTF-8: byte 0xe9 at offset 16: save the file as UTF-8",
    "workspace.yaml:3:25: members from `missing.csv`: there is no such file",
    "workspace.yaml:3:38: members from `no*.csv`: no file matches this pattern",
    "workspace.yaml:3:49: members from `sub`: this is a directory: name its files, for example `sub/*.yaml`",
    'workspace.yaml:3:65: an entry of `membersFrom` of organization `acme` must be text, not the number `7`: put it in quotes, `"7"`',
    "workspace.yaml:3:68: an entry of `membersFrom` of organization `acme` is empty: write a text, or leave it out",
    "workspace.yaml:3:113: `membersFrom` of document `a` must be a list, not the text `m.csv`: write for example `[members/acme.csv]`",
  ]);
});

/** Processor time, as the machine may be busy. */
const milliseconds = (text: string, files: Record<string, string> = {}): number => {
  write({ ...files, "workspace.yaml": text });
  const { user: before } = process.cpuUsage();
  const { workspace } = checkWorkspace("workspace.yaml", { cwd, now });
  expect(workspace?.organizations[0]?.members?.size).toBe(20_000);
  return (process.cpuUsage().user - before) / 1000;
};

test("members in files of their own take about as long as those in the workspace file", () => {
  const all = Array.from({ length: 20_000 }, (_, id) => ({ userId: `user-${id}`, role: "editor", name: `User ${id}` }));
  const csv = all.map(({ userId, role, name }) => `${userId},${role},${name}\n`).join("");
  const lines = all.map(({ userId, role, name }) => `      ${userId}: { role: ${role}, name: ${name} }\n`).join("");
  const inline = `version: 1\norganizations:\n  acme:\n    members:\n${lines}`;
  const measure = () => Math.min(milliseconds(inline), milliseconds(inline));
  const own = measure();
  const files = { "m.csv": `userId,role,name\n${csv}`, "m.json": JSON.stringify(all, null, 2) };
  for (const file of Object.keys(files)) {
    const text = organization(`membersFrom: [${file}]`);
    expect(Math.min(milliseconds(text, files), milliseconds(text, files))).toBeLessThan(Math.max(own, 100) * 4);
  }
});
