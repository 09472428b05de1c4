import { expect, test } from "vitest";
import { complaints, yaml } from "./text.ts";

const ofOrganization =
  "known are `disabled`, `onDelete`, `members`, `membersFrom`, `required`, `limits`, `acknowledge`, `reassert`, `groups`, `domains`, `folders`, `documents`";

/** Each mistake: what is written, and what is said of it. */
const mistakes: Record<string, [text: string, said: string[]]> = {
  "an empty file": ["", ["1:1: the file is empty: begin it with `version: 1`"]],
  "nothing but a comment": ["# later\n", ["1:1: the file is empty: begin it with `version: 1`"]],
  "not a map": ["- acme\n", ["1:1: the file must be a map, not a list: write for example `version: 1`"]],
  "no version": ["organizations: {}\n", ["1:1: `version` is missing: begin the file with `version: 1`"]],
  "a later version": ["version: 2\norganizations: {}\n", ["1:10: version `2` of the format is not known: write `version: 1`"]],
  "a version in quotes": ['version: "1"\norganizations: {}\n', ["1:10: `version` is a number: write `version: 1`, without quotes"]],
  "no organization": ["version: 1\n", ["1:1: no organization is declared: write `organizations: {}` where none is meant"]],
  "unknown fields": [
    yaml`
      version: 1
      organisations: {}
      organizations:
        acme:
          fodlers: {}
          colour: red
          documents:
            roadmap: { name: Roadmap, member: {} }
    `,
    [
      "2:1: unknown field `organisations` of the file: did you mean `organizations`?",
      "5:5: unknown field `fodlers` of organization `acme`: did you mean `folders`?",
      `6:5: unknown field \`colour\` of organization \`acme\`: ${ofOrganization}`,
      "8:33: unknown field `member` of document `roadmap`: did you mean `members`?",
    ],
  ],
  roles: [
    yaml`
      version: 1
      organizations:
        acme:
          members:
            ada: admin
            alan: edtor
            barbara:
            edsger: {}
            grace: { role: Editor }
            john: 7
            linus: [viewer]
    `,
    [
      "5:12: `admin` is not a role for member `ada`: write `viewer` or `editor`",
      "6:13: `edtor` is not a role for member `alan`: did you mean `editor`?",
      "7:7: member `barbara` has no role: write `viewer` or `editor`",
      "8:7: `role` of member `edsger` is missing: write `role: viewer` or `role: editor`",
      "9:22: `Editor` is not a role for member `grace`: did you mean `editor`?",
      "10:13: `7` is not a role for member `john`: write `viewer` or `editor`",
      "11:14: the role of member `linus` must be `viewer` or `editor`, not a list",
    ],
  ],
  names: [
    yaml`
      version: 1
      people:
        ada: { name: 1815 }
      organizations:
        acme:
          documents:
            a: {}
            b: { name: }
            c: { name: "" }
            d: { name: 2027 }
            e: { name: true }
            f: { name: [Roadmap] }
            g: Roadmap
            h:
          members:
            alan: { role: viewer, email: "" }
    `,
    [
      '3:16: `name` of person `ada` must be text, not the number `1815`: put it in quotes, `"1815"`',
      "7:7: `name` of document `a` is missing: every document has one",
      "8:12: `name` of document `b` has no value: write a text",
      "9:18: `name` of document `c` is empty: write a text",
      '10:18: `name` of document `d` must be text, not the number `2027`: put it in quotes, `"2027"`',
      '11:18: `name` of document `e` must be text, not the boolean `true`: put it in quotes, `"true"`',
      "12:18: `name` of document `f` must be text, not a list",
      "13:10: document `g` must be a map, not the text `Roadmap`: write for example `roadmap: { name: Roadmap }`",
      "14:7: document `h` has no value: write for example `roadmap: { name: Roadmap }`",
      "16:36: `email` of member `alan` is empty: write a text, or leave it out",
    ],
  ],
  "maps that are something else": [
    yaml`
      version: 1
      organizations:
        acme:
          members: [ada, alan]
          folders: design
        globex:
          members:
          folders:
          disabled:
        initech:
        hooli: { disabled: yes }
    `,
    [
      "4:14: `members` of organization `acme` must be a map, not a list: write for example `ada: editor`",
      "5:14: `folders` of organization `acme` must be a map, not the text `design`: write for example `design: { name: Design }`",
      "7:5: `members` of organization `globex` has no value: write `{}` where nobody is a member, or leave it out where members are not managed",
      "8:5: `folders` of organization `globex` has no value: write `{}` where it is empty, or leave it out",
      "9:5: `disabled` of organization `globex` has no value: write `true` or `false`, or leave it out",
      "10:3: organization `initech` has no value: write `{}` where it is empty, or leave it out",
      "11:22: `disabled` of organization `hooli` must be `true` or `false`, not the text `yes`: write `true`",
    ],
  ],
  "repeated keys": [
    yaml`
      version: 1
      organizations:
        acme:
          members:
            ada: editor
            "ada": viewer
        acme: {}
    `,
    ["6:7: `ada` is repeated: first at 5:7", "7:3: `acme` is repeated: first at 3:3"],
  ],
  ids: [
    yaml`
      version: 1
      people: { "": {} }
      organizations:
        a/b: {}
        "":
          members: { a/b: viewer, : editor, root: viewer }
          folders:
            root: { name: Root }
            "a\tb": { name: Tab, documents: { a/b: {} } }
    `,
    [
      "2:11: the id of a person is empty",
      "4:3: organization id `a/b` contains `/`, which separates the parts of resource ids",
      "5:3: the id of an organization is empty",
      "6:16: member id `a/b` contains `/`, which separates the parts of resource ids",
      "6:29: the id of a member is empty",
      "8:7: folder id `root` is the service's name for the top level: choose another id",
      "9:7: folder id `a\\u{9}b` contains a control character",
      "9:41: `name` of document `a/b` is missing: every document has one",
      "9:41: document id `a/b` contains `/`, which separates the parts of resource ids",
    ],
  ],
  "ids that are twice in one organization": [
    yaml`
      version: 1
      organizations:
        acme:
          folders:
            design:
              name: Design
              folders: { logos: { name: Logos } }
              documents: { brand: { name: Brand book } }
            logos: { name: Logos }
          documents: { brand: { name: Brand }, design: { name: Another thing than the folder } }
        globex:
          folders: { design: { name: Another organization } }
    `,
    [
      "9:7: folder `logos` is twice in organization `acme`: first at 7:20",
      "10:18: document `brand` is twice in organization `acme`: first at 8:22",
    ],
  ],
  "a mistake in what an alias repeats is said once": [
    yaml`
      version: 1
      organizations:
        acme: &acme { members: { ada: admin } }
        globex: *acme
    `,
    ["3:33: `admin` is not a role for member `ada`: write `viewer` or `editor`"],
  ],
  "an alias of the wrong thing": [
    yaml`
      version: 1
      organizations:
        acme: { members: { ada: &role editor }, folders: { design: { name: Design, members: *role } } }
    `,
    ["3:87: `members` of folder `design` must be a map, not the text `editor`: write for example `ada: editor`"],
  ],
  "an alias that repeats ids": [
    yaml`
      version: 1
      organizations:
        acme:
          documents: &documents { brand: { name: Brand book } }
          folders: { design: { name: Design, documents: *documents } }
    `,
    ["4:29: document `brand` is twice in organization `acme`: an alias repeats it"],
  ],
  "an alias of nothing": ["version: 1\norganizations: *all\n", ["2:16: alias `*all` names nothing: no `&all` stands before it"]],
  "an alias inside of itself": ["version: 1\norganizations: &all\n  acme: *all\n", ["3:9: alias `*all` stands inside of what it names"]],
  merges: [
    yaml`
      version: 1
      organizations:
        acme: { <<: 3 }
        globex: { <<: }
        initech: { "<<": {} }
    `,
    [
      "3:11: `<<` takes an alias of a map, or a list of them: `<<: *name`",
      "4:13: `<<` takes an alias of a map, or a list of them: `<<: *name`",
      `5:14: unknown field \`<<\` of organization \`initech\`: ${ofOrganization}`,
    ],
  ],
  "several documents": [
    "version: 1\norganizations: {}\n---\nversion: 1\n",
    ["3:1: a second YAML document begins: write it in a file of its own, and name both files"],
  ],
  "a tab": ["version: 1\norganizations:\n\tacme: {}\n", ["3:1: a tab stands where spaces must: YAML is indented with spaces"]],
  "wrong indentation": [
    "version: 1\norganizations:\n  acme: {}\n globex: {}\n",
    ["4:1: not valid YAML: All mapping items must start at the same column"],
  ],
  "two mistakes of syntax": [
    "version: 1\norganizations:\n  a: b: {}\n  c: '\n",
    ["3:6: not valid YAML: Nested mappings are not allowed in compact mappings", "5:1: not valid YAML: Missing closing 'quote"],
  ],
  "a tag": ["version: 1\norganizations: !all {}\n", ["2:16: tags have no meaning here: Unresolved tag: !all"]],
  "a template that was not filled in": [
    "version: 1\norganizations:\n  {{ organization }}: {}\n",
    ["3:3: a key must be text: put it in quotes where it begins with `{` or `[`"],
  ],
  "columns are characters": [
    'version: 1\norganizations: { "😀é": { x: {} } }\n',
    [`2:26: unknown field \`x\` of organization \`😀é\`: ${ofOrganization}`],
  ],
  "lines of Windows": [
    "version: 1\r\norganizations:\r\n  a: 1\r\n",
    ["3:6: organization `a` must be a map, not the number `1`: write for example `acme: { members: { ada: editor } }`"],
  ],
  "nothing of the file reaches the terminal unescaped": [
    'version: 1\norganizations: { acme: { "\\e[31m\\u202ex": 1 } }\n',
    [`2:26: unknown field \`\\u{1b}[31m\\u{202e}x\` of organization \`acme\`: ${ofOrganization}`],
  ],
};

test.each(Object.entries(mistakes))("%s", (_, [text, said]) => {
  expect(complaints(text)).toEqual(said);
});

test("an alias bomb is refused at once", () => {
  const bomb = Array.from({ length: 12 }, (_, n) => {
    const tenTimes = Array.from({ length: 10 }, (__, k) => `k${k}: ${n === 0 ? 1 : `*a${n - 1}`}`).join(", ");
    return `a${n}: &a${n} { ${tenTimes} }\n`;
  });
  const start = performance.now();
  expect(complaints(`version: 1\n${bomb.join("")}`)).toEqual([
    "7:15: the aliases of this file stand for more than 200000 values: write them out",
  ]);
  expect(performance.now() - start).toBeLessThan(1000);
});

test.each([
  ["a flow map", `version: 1\norganizations: ${"{ a: ".repeat(300)}${" }".repeat(300)}\n`, 2],
  ["a list", `version: 1\norganizations: ${"[".repeat(300)}${"]".repeat(300)}\n`, 2],
  ["a flow map that would exhaust the stack", `version: 1\norganizations: ${"{ a: ".repeat(20_000)}\n`, 2],
  ["a block", `version: 1\n${Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")}`, 203],
])("what is nested too deeply is refused: %s", (_, text, line) => {
  expect(complaints(text).join("\n")).toMatch(new RegExp(`^${line}:\\d+: nested more than 200 levels deep$`));
});
