import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run, temporaryDirectory, timed } from "./run.ts";

const good = "version: 1\npeople: { alan: { name: Alan } }\norganizations: { acme: { members: { ada: editor } } }\n";
const bad = "version: 1\norganizations: { acme: { members: { ada: owner } } }\n";

const fileWith = (text: string): string => {
  const file = join(temporaryDirectory(), "w.yaml");
  writeFileSync(file, text);
  return file;
};

const validate = async (...parameters: string[]) => {
  const { exit, stdout, stderr } = run("validate", ...parameters);
  return { exit: await exit, stdout: stdout(), stderr: stderr() };
};

it("exit code 0 and the counts; a warning does not count", async () => {
  const file = fileWith(good);
  expect(await validate(file)).toEqual({
    exit: 0,
    stdout: `${file}:2:11: warning: person \`alan\` is a member of nothing\n0 errors, 1 warning\n`,
    stderr: "",
  });
  expect(await validate("--quiet", file)).toEqual({ exit: 0, stdout: "", stderr: "" });
});

it("exit code 1 and every mistake with its place", async () => {
  const file = fileWith(bad);
  const { exit, stdout } = await validate(file);
  expect([exit, stdout]).toEqual([1, expect.stringMatching(/w\.yaml:2:42: `owner` is not a role .*\n1 error\n$/)]);
  expect((await validate("--format", "github", file)).stdout).toMatch(/^::error file=.*w\.yaml,line=2,col=42,/);
  expect(JSON.parse((await validate("--format", "json", file)).stdout)).toMatchObject({ valid: false, errors: 1 });
  expect(JSON.parse((await validate("--format", "sarif", file)).stdout)).toMatchObject({ version: "2.1.0" });
  expect(await validate(join(temporaryDirectory(), "none.yaml"))).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining("no such file"),
  });
});

it("exit code 2 for a wrong command line", async () => {
  expect(await validate("--format", "xml")).toMatchObject({ exit: 2, stdout: "", stderr: expect.stringContaining("Allowed choices are") });
});

it("40 organizations with 12,000 members in 40 files: less than a second of work beside Node.js's start", async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "organizations"));
  for (let n = 0; n < 40; n += 1) {
    const members = Array.from(
      { length: 300 },
      (_, m) => `      user-${m}: { role: editor, name: User ${m}, email: user-${m}@acme.example }\n`,
    );
    writeFileSync(join(folder, `organizations/${n}.yaml`), `version: 1\norganizations:\n  org-${n}:\n    members:\n${members.join("")}`);
  }
  writeFileSync(join(folder, "Pulumi.yaml"), "name: x\nruntime: nodejs\nconfig: { 'collab:workspace': organizations/*.yaml }\n");
  const bare = await timed("--version");
  const { exit, stdout, cpu } = await timed("validate", "--project", folder);
  expect([exit, stdout]).toEqual([0, "40 files, 40 organizations, 12000 members: nothing is wrong\n"]);
  expect(cpu - bare.cpu).toBeLessThan(1000);
});
