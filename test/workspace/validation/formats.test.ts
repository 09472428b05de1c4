import { expect, it } from "vitest";
import type { Diagnostic } from "../../../workspace/diagnostics.ts";
import { colours, plain } from "../../../workspace/paint.ts";
import { renderFrame } from "../../../workspace/validation/frame.ts";
import { formats, type Validation } from "../../../workspace/validation/index.ts";

const wrongRole: Diagnostic = {
  file: "a b/w.yaml",
  line: 5,
  column: 12,
  endColumn: 17,
  severity: "error",
  message: "`owner` is no role: 100%",
};
const unused: Diagnostic = { file: "w,x:y.yaml", line: 2, column: 3, severity: "warning", message: "unused\nperson" };
const found: Validation = { diagnostics: [wrongRole, unused], files: 2, organizations: 1, members: 3 };
const clean: Validation = { diagnostics: [], files: 40, organizations: 1, members: 12_000 };
const rendering = { paint: plain, version: "1.2.3" };

it("text: one line each, and their number; or what was read", () => {
  expect(formats.text(found, rendering)).toBe(
    "a b/w.yaml:5:12: `owner` is no role: 100%\nw,x:y.yaml:2:3: warning: unused\nperson\n1 error, 1 warning\n",
  );
  expect(formats.text(clean, rendering)).toBe("40 files, 1 organization, 12000 members: nothing is wrong\n");
});

it("text on a terminal: the line, and a mark below the piece", () => {
  const lineOf = (file: string) => (file === wrongRole.file ? "      ada: owner" : undefined);
  expect(formats.text({ ...found, diagnostics: [wrongRole] }, { ...rendering, lineOf })).toBe(
    "a b/w.yaml:5:12: `owner` is no role: 100%\n5 |       ada: owner\n  |            ^^^^^\n\n1 error\n",
  );
  expect(formats.text(found, { ...rendering, lineOf, paint: colours })).toContain("\u001b[31m^^^^^\u001b[39m");
});

it.each([
  ["wide letters and emoji take two columns", "日本: 😀x", { line: 1, column: 5, endColumn: 7 }, "1 | 日本: 😀x\n  |       ^^^"],
  ["a tab and a control character take one", "\ta\u0007b", { line: 10, column: 4 }, "10 |  a\ufffdb\n   |    ^"],
  ["past the end of the line", "ab", { line: 1, column: 3 }, "1 | ab\n  |   ^"],
  [
    "of a long line, the part around the mark",
    "x".repeat(300),
    { line: 1, column: 200 },
    `1 | …${"x".repeat(120)}…\n  | ${" ".repeat(41)}^`,
  ],
])("%s", (_what, line, place, expected) => {
  expect(renderFrame(line, place, (mark) => mark)).toBe(expected);
});

it("json: the whole, with counts", () => {
  expect(JSON.parse(formats.json(found))).toEqual({
    version: 1,
    valid: false,
    errors: 1,
    warnings: 1,
    files: 2,
    organizations: 1,
    members: 3,
    diagnostics: [wrongRole, unused],
  });
  expect(JSON.parse(formats.json(clean))).toMatchObject({ valid: true, errors: 0, diagnostics: [] });
});

it("github: workflow commands, with their escapes", () => {
  expect(formats.github(found)).toBe(
    "::error file=a b/w.yaml,line=5,col=12,endColumn=16,title=collab validate::`owner` is no role: 100%25\n" +
      "::warning file=w%2Cx%3Ay.yaml,line=2,col=3,title=collab validate::unused%0Aperson\n",
  );
});

it("sarif: one run, places as regions", () => {
  const log = JSON.parse(formats.sarif(found, rendering)) as object;
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "collab", version: "1.2.3", rules: [{ id: "workspace-file" }] } },
        columnKind: "unicodeCodePoints",
        results: [
          {
            ruleId: "workspace-file",
            level: "error",
            message: { text: wrongRole.message },
            locations: [
              { physicalLocation: { artifactLocation: { uri: "a%20b/w.yaml" }, region: { startLine: 5, startColumn: 12, endColumn: 17 } } },
            ],
          },
          { level: "warning", locations: [{ physicalLocation: { region: { startLine: 2, startColumn: 3 } } }] },
        ],
      },
    ],
  });
});
