import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { everyChange } from "../report/every-change.ts";
import { run, runIn, temporaryDirectory } from "./run.ts";

const finished = async ({ exit, stdout, stderr }: ReturnType<typeof run>) => ({ exit: await exit, stdout: stdout(), stderr: stderr() });

it("reads a file or stdin, writes stdout or a file; without colours, as no terminal is there", async () => {
  const folder = temporaryDirectory();
  const input = join(folder, "preview.json");
  writeFileSync(input, everyChange());
  const golden = readFileSync(join(import.meta.dirname, "../report/golden/report.txt"), "utf8");
  expect(await finished(run("report", input))).toEqual({ exit: 0, stdout: golden, stderr: "" });
  expect(await finished(runIn({ input: everyChange() }, "report"))).toEqual({ exit: 0, stdout: golden, stderr: "" });
  const output = join(folder, "report.html");
  expect(await finished(run("report", input, "--format", "html", "-o", output))).toEqual({ exit: 0, stdout: "", stderr: "" });
  expect(readFileSync(output, "utf8")).toMatch(/^<!doctype html>/);
});

it.each([
  ["nothing", "", "stdin: There is nothing in it."],
  [
    "another JSON",
    "{}",
    "stdin: This is not the JSON of a preview or an update. Make it with `pulumi preview --json --show-sames > preview.json`.",
  ],
])("%s is refused in one line, exit code 1", async (_what, input, message) => {
  const { exit, stdout, stderr } = await finished(runIn({ input }, "report", "-"));
  expect([exit, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`collab: ${message}`);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

it("a file that is not there is exit code 1, a format that is none 2", async () => {
  expect(await finished(run("report", "none.json"))).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("none.json cannot be read"),
  });
  expect(await finished(run("report", "--format", "pdf"))).toMatchObject({ exit: 2, stdout: "" });
});

const line = (more: object) =>
  `${JSON.stringify({ time: "2026-05-04T03:02:01.000Z", stack: "prod", actor: "octocat", action: "grant", organizationId: "acme", level: "organization", userId: "ada", result: "done", ...more })}\n`;

it("--audit: how much of what, by whom, and everything that is not done", async () => {
  const file = join(temporaryDirectory(), "audit.jsonl");
  const failed = {
    action: "remove",
    userId: "bo\u0007b",
    level: "document",
    target: "plan",
    result: "failed",
    message: "the service said no",
  };
  const cutOff = '{"time":"2026';
  writeFileSync(file, line({}) + line({ userId: "alan" }) + line({ time: "2026-05-05T00:00:00.000Z", commit: "abc", ...failed }) + cutOff);
  expect(await finished(run("report", "--audit", file))).toEqual({
    exit: 0,
    stderr: "",
    stdout: `3 lines from 2026-05-04T03:02:01.000Z to 2026-05-05T00:00:00.000Z.

acme
  grant: 2 done
  remove: 1 failed

By
  octocat, stack prod, commit unknown: 2 lines
  octocat, stack prod, commit abc: 1 line

Not done, or not known to be
  2026-05-05T00:00:00.000Z remove bo\\u{7}b in acme, document plan: failed. the service said no
`,
  });
  const json: unknown = JSON.parse((await finished(run("report", "--audit", file, "--format", "json"))).stdout);
  expect(json).toMatchObject({ version: 1, lines: 3, problems: [{ target: "plan" }] });
  writeFileSync(file, `${line({})}not json\n`);
  expect(await finished(run("report", "--audit", file))).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("audit.jsonl: line 2 is not one"),
  });
  expect(await finished(run("report", "--audit", file, "--format", "html"))).toMatchObject({ exit: 1 });
});
