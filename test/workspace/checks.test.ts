/** What is checked across the declarations of a workspace, before anything is sent. */
import { expect, test } from "vitest";
import { parseWorkspace } from "../../workspace/load.ts";
import { renderDiagnostic } from "../../workspace/diagnostics.ts";
import { complaints, yaml } from "./text.ts";

const now = new Date("2026-06-15T12:00:00Z");

const mistakes: Record<string, [text: string, said: string[]]> = {
  "a document under two folders, or in a folder and in none": [
    yaml`
      version: 1
      organizations:
        acme:
          folders:
            a: { name: A, documents: { brand: { name: Brand }, plan: { name: Plan } } }
            b: { name: B, documents: { brand: { name: Brand } } }
          documents: { plan: { name: Plan } }
        globex:
          folders: { a: { name: A, documents: { brand: { name: The same ids in another organization } } } }
    `,
    [
      "6:34: document `brand` is twice in organization `acme`: first at 5:34",
      "7:18: document `plan` is twice in organization `acme`: first at 5:58",
    ],
  ],
  "a folder inside of itself": [
    yaml`
      version: 1
      organizations:
        acme:
          folders:
            a: { name: A, folders: { b: { name: B, folders: { a: { name: A } } }, c: { name: C, folders: { c: { name: C } } } } }
    `,
    [
      "5:57: folder `a` of organization `acme` lies inside of itself: `a` holds `b` holds `a`",
      "5:102: folder `c` of organization `acme` lies inside of itself: `c` holds `c`",
    ],
  ],
  "folders that move into themselves, each other, or another organization": [
    yaml`
      version: 1
      organizations:
        acme:
          folders:
            self: { name: S, onDelete: { moveTo: self } }
            outer: { name: O, onDelete: { moveTo: inner }, folders: { middle: { name: M, folders: { inner: { name: I } } } } }
            a: { name: A, onDelete: { moveTo: b } }
            b: { name: B, onDelete: { moveTo: c } }
            c: { name: C, folders: { d: { name: D, onDelete: { moveTo: top } } }, onDelete: { moveTo: e } }
            e: { name: E, folders: { f: { name: F, folders: { g: { name: G, onDelete: { moveTo: a } } } } } }
            top: { name: T, onDelete: { moveTo: root } }
            x: { name: X, onDelete: { moveTo: k } }
            k: { name: K, onDelete: { moveTo: z } }
            z: { name: Z, folders: { y: { name: Y, onDelete: { moveTo: x } } } }
            far: { name: F, onDelete: { moveTo: elsewhere } }
        globex:
          folders: { elsewhere: { name: E } }
    `,
    [
      "5:36: folder `self` cannot move into itself",
      "6:37: folder `outer` cannot move into `inner`, which lies inside of it",
      "15:35: folder `far` of organization `acme` cannot move into `elsewhere`: that is a folder of organization `globex`",
    ],
  ],
  "folders that move in a circle": [
    yaml`
      version: 1
      organizations:
        acme:
          folders:
            a: { name: A, onDelete: { moveTo: b } }
            b: { name: B, folders: { c: { name: C } } }
            d: { name: D, onDelete: { moveTo: a } }
            e: { name: E, onDelete: { moveTo: g } }
            f: { name: F, folders: { g: { name: G } }, onDelete: { moveTo: e } }
    `,
    [
      "8:33: folder `e` would lie inside of itself when these are no longer declared: `e` into `g` into `f` into `e`",
      "9:62: folder `f` would lie inside of itself when these are no longer declared: `f` into `e` into `g` into `f`",
    ],
  ],
  "users who are required and are no members": [
    yaml`
      version: 1
      organizations:
        acme:
          required: [ada, alan]
          members: { ada: editor }
          documents:
            plan: { name: Plan, required: [ada, grace], members: { grace: { role: viewer, until: 2026-06-14 } } }
            note: { name: Note, required: { ada: editor, alan: editor, grace: viewer }, members: { ada: viewer, alan: { role: viewer }, grace: editor } }
    `,
    [
      "4:21: `alan` is required in organization `acme`, and is no member of it: declare it there",
      "7:38: `ada` is required in document `plan` of organization `acme`, and is no member of it: declare it there",
      "7:43: `grace` is required in document `plan` of organization `acme`, and the membership ended on 2026-06-14: give it a later day, or none",
      "8:39: `ada` is required in document `note` of organization `acme` as editor, and is declared as viewer",
      "8:52: `alan` is required in document `note` of organization `acme` as editor, and is declared as viewer",
    ],
  ],
  "users who have departed and are still declared": [
    yaml`
      version: 1
      departed: [mallory, zoe]
      organizations:
        acme:
          members: { ada: editor, mallory: viewer }
          folders: { design: { name: Design, members: { mallory: { role: editor, until: 2026-01-01 } } } }
    `,
    [
      "5:29: `mallory` has departed (2:12), and is still declared in organization `acme`: take one of them out",
      "6:51: `mallory` has departed (2:12), and is still declared in folder `design` of organization `acme`: take one of them out",
    ],
  ],
  "domains that are said to be both": [
    yaml`
      version: 1
      domains: { allowed: [acme.example, Acme.example], removed: ["https://acme.example", old.example, old.example] }
      organizations:
        acme: { domains: { allowed: [{ domain: "*.acme.example" }, "http://acme.example"] } }
        globex: { domains: { removed: ["*.acme.example"] } }
    `,
    [
      "2:36: domain `Acme.example` is allowed twice: first at 2:22",
      "2:61: domain `https://acme.example` is removed here, and allowed at 2:22: take one of them out",
      "4:62: domain `http://acme.example` is allowed twice: first at 2:22",
      "5:34: domain `*.acme.example` is removed here, and allowed at 4:32: take one of them out",
    ],
  ],
};

test.each(Object.entries(mistakes))("%s", (_, [text, said]) => {
  expect(complaints(text, { now })).toEqual(said);
});

const warnings: Record<string, [text: string, said: string[]]> = {
  "ids that differ only by case, at one level": [
    yaml`
      version: 1
      organizations:
        acme:
          members: { ada: editor, Ada: viewer, Åsa: viewer }
          documents: { plan: { name: Plan, members: { ADA: viewer, åsa: viewer, ÅSA: editor } } }
    `,
    [
      "4:29: warning: member `Ada` of organization `acme` differs only by case from `ada` at 4:16: they are two users",
      "5:75: warning: member `ÅSA` of document `plan` of organization `acme` differs only by case from `åsa` at 5:62: they are two users",
    ],
  ],
  "members of a disabled organization": [
    yaml`
      version: 1
      organizations:
        acme: { disabled: true, members: { ada: editor }, documents: { plan: { name: Plan, members: { ada: viewer, alan: viewer } } } }
        globex: { disabled: true, folders: { f: { name: F, members: { ada: editor } } } }
        initech: { disabled: true, members: {} }
        hooli: { disabled: false, members: { ada: editor } }
    `,
    [
      "3:11: warning: organization `acme` is disabled: its 2 members have no access until it is enabled",
      "4:13: warning: organization `globex` is disabled: its member has no access until it is enabled",
    ],
  ],
  "a folder to move into that nobody declares": [
    "version: 1\norganizations: { acme: { folders: { a: { name: A, onDelete: { moveTo: archive } } } } }\n",
    ["2:63: warning: folder `archive` is not declared in organization `acme`: it must be there when `a` is to move into it"],
  ],
  "memberships that end, or have ended": [
    yaml`
      version: 1
      organizations:
        acme:
          members:
            long-ago: { role: viewer, until: 2025-12-31 }
            yesterday: { role: viewer, until: 2026-06-14 }
            today: { role: viewer, until: 2026-06-15 }
            tomorrow: { role: viewer, until: 2026-06-16 }
            soon: { role: viewer, until: 2026-06-29 }
            later: { role: viewer, until: 2026-06-30 }
            open: viewer
    `,
    [
      "5:7: warning: member `long-ago` of organization `acme` counts as not declared: the membership ended on 2025-12-31 (UTC); take the entry out",
      "6:7: warning: member `yesterday` of organization `acme` counts as not declared: the membership ended on 2026-06-14 (UTC); take the entry out",
      "7:7: warning: member `today` of organization `acme` ends on 2026-06-15 (UTC), today: the first `up` after that day takes the access away",
      "8:7: warning: member `tomorrow` of organization `acme` ends on 2026-06-16 (UTC), in 1 day: the first `up` after that day takes the access away",
      "9:7: warning: member `soon` of organization `acme` ends on 2026-06-29 (UTC), in 14 days: the first `up` after that day takes the access away",
    ],
  ],
};

test.each(Object.entries(warnings))("a warning, beside the workspace: %s", (_, [text, said]) => {
  expect(complaints(text, { now })).toEqual(said);
});

test.each([
  ["2026-06-14T23:59:59.999Z", ["ada"]],
  ["2026-06-15T00:00:00.000Z", []],
  // The same moment is another day elsewhere: what counts is UTC.
  ["2026-06-14T23:30:00-01:00", []],
])("a membership until 2026-06-14 holds at %s: %j", (time, members) => {
  const text = "version: 1\norganizations: { acme: { members: { ada: { role: viewer, until: 2026-06-14 } } } }\n";
  const { workspace } = parseWorkspace([{ file: "w.yaml", text }], { now: new Date(time) });
  expect([...(workspace?.organizations[0]?.members?.keys() ?? [])]).toEqual(members);
});

test("what holds for the workspace may stand in several files, if they say the same", () => {
  const said = (a: string, b: string) =>
    parseWorkspace([
      { file: "a.yaml", text: `version: 1\n${a}organizations: {}\n` },
      { file: "b.yaml", text: `version: 1\n${b}` },
    ]).diagnostics.map(renderDiagnostic);
  expect(said("adopt: never\nlimits: { removals: 3 }\n", "limits: { removals: 3 }\nadopt: never\n")).toEqual([]);
  expect(said("adopt: never\nlimits: { removals: 3 }\n", "limits: { removals: 4 }\nadopt: same\n")).toEqual([
    "b.yaml:2:1: `limits` of the workspace is declared twice, and differently: first at a.yaml:3:1",
    "b.yaml:3:1: `adopt` of the workspace is declared twice, and differently: first at a.yaml:2:1",
  ]);
});

test("who has departed in one file is a member in none", () => {
  const { diagnostics } = parseWorkspace([
    { file: "a.yaml", text: "version: 1\ndeparted:\n  - mallory\n" },
    { file: "b.yaml", text: "version: 1\norganizations:\n  acme:\n    members:\n      mallory: viewer\n" },
  ]);
  expect(diagnostics.map(renderDiagnostic)).toEqual([
    "b.yaml:5:7: `mallory` has departed (a.yaml:3:5), and is still declared in organization `acme`: take one of them out",
  ]);
});
