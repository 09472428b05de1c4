import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildReport, readRun, renderers } from "../../workspace/report/index.ts";
import { temporaryDirectory, timed } from "../cli/run.ts";
import { type Change, members, preview } from "./engine.ts";

/** Organizations with so many members each, of which some change their role. */
const large = (organizations: number, each: number, changed: number): string => {
  const lines = (role: (user: number) => string) =>
    Array.from({ length: each }, (_, user) => `user-${user} ${role(user)} email=user-${user}@acme.example name="User Number ${user}"`);
  const changes = Array.from({ length: organizations }, (_, index): Change => {
    const id = `org-${index}`;
    return {
      kind: "MembershipSet",
      name: id,
      old: members(id, ...lines(() => "viewer")),
      new: members(id, ...lines((user) => (user < changed ? "editor" : "viewer"))),
    };
  });
  return preview(changes);
};

it("10,000 members, 500 changes: less than a second more than Node.js itself needs to start, and less than 2 MB of HTML", async () => {
  const file = join(temporaryDirectory(), "preview.json");
  writeFileSync(file, large(1, 10_000, 500));
  const bare = await timed("--version");
  const { exit, stdout, cpu } = await timed("report", file, "--format", "html");
  expect(exit).toBe(0);
  expect(stdout.match(/<tr data-change=/g)).toHaveLength(500);
  expect(Buffer.byteLength(stdout)).toBeLessThan(2_000_000);
  expect(cpu - bare.cpu).toBeLessThan(1000);
});

it.each([
  [1, 2000, 2000],
  [40, 300, 300],
  [1500, 3, 3],
])(
  "%d organizations with %d members, %d changed: Markdown fits a comment, and counts what it leaves out",
  async (organizations, each, changed) => {
    const report = await buildReport(readRun(large(organizations, each, changed)));
    const text = renderers.markdown(report);
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toContain(`${organizations * changed} promoted`);
    expect(text).toContain("summarised here");
    const rows = text.match(/^\| ↑ /gm)?.length ?? 0;
    const counted = [...text.matchAll(/^\| … \| (\d+) more/gm)].reduce((sum, [, left]) => sum + Number(left), 0);
    const inLines = [...text.matchAll(/^- `org-\d+`: (\d+) promoted/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
    const notListed = Number(/(\d+) organizations? (?:more )?not listed/.exec(text)?.[1] ?? 0) * changed;
    // Every change is listed, or counted in its organization, or in the number of those that are not listed.
    expect(rows + counted + inLines + notListed).toBe(organizations * changed);
  },
);

it("whatever ids and names hold, Markdown fits and no cell breaks its table", async () => {
  const text = fc.string({ minLength: 1, maxLength: 300, unit: "binary" }).map((one) => one.replace(/\p{Cs}/gu, "x"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ id: text, name: text }), { minLength: 1, maxLength: 8 }), async (people) => {
      const lines = Object.fromEntries(people.map(({ id, name }) => [id, { accessRole: "viewer", name }]));
      const report = await buildReport(
        readRun(preview([{ kind: "MembershipSet", name: "acme", new: { organizationId: "acme", members: lines } }])),
      );
      const rows = renderers
        .markdown(report)
        .split("\n")
        .filter((line) => line.startsWith("| +"));
      expect(rows).toHaveLength(Object.keys(lines).length);
      for (const row of rows) expect(row.replace(/\\\|/g, "").split("|")).toHaveLength(8);
      expect(renderers.html(report)).not.toMatch(/<(?:script|img|b)\b(?! )(?!>)/);
    }),
    { numRuns: 50 },
  );
});
