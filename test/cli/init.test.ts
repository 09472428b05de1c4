import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { run, runIn, temporaryDirectory } from "./run.ts";

const finished = async ({ exit, stdout, stderr }: ReturnType<typeof run>) => ({ exit: await exit, stdout: stdout(), stderr: stderr() });

it("writes a repository whose files are valid, and says what comes next", async () => {
  const cwd = temporaryDirectory();
  const init = ["init", "My Access", "--organization", "true", "--member", "ada=editor", "--member", "a=b=viewer", "--stack", "staging"];
  const { exit, stdout } = await finished(runIn({ cwd }, ...init, "--base-url", "https://collab.example.com"));
  expect(exit).toBe(0);
  const folder = join(cwd, "My Access");
  expect(stdout).toMatch(
    /^My Access\/Pulumi\.yaml\nMy Access\/index\.ts\n[^]*\nNext:\n {2}cd "My Access"\n {2}npm install\n[^]*pulumi stack init staging\n/,
  );
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  expect(parse(read("Pulumi.yaml"))).toMatchObject({
    name: "my-access",
    runtime: { name: "nodejs", options: { typescript: false } },
    main: "index.ts",
  });
  expect(parse(read("Pulumi.staging.yaml"))).toEqual({ config: { "collab:baseUrl": "https://collab.example.com" } });
  expect(JSON.parse(read("package.json"))).toMatchObject({
    name: "my-access",
    dependencies: { "pulumi-collab": expect.stringMatching(/^\^\d/) },
  });
  expect(parse(read("workspace.yaml"))).toMatchObject({ organizations: { true: { members: { ada: "editor", "a=b": "viewer" } } } });
  expect(read(".gitignore")).toContain("plan.json");
  expect(await finished(run("validate", "--project", folder))).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining("2 members: nothing is wrong"),
  });
});

it.each([
  ["github", ".github/workflows/collab.yml"],
  ["gitlab", ".gitlab-ci.yml"],
])("--ci %s brings the example's pipeline, for the stack that is named", async (service, file) => {
  const folder = temporaryDirectory();
  expect(await finished(run("init", folder, "--name", "x", "--ci", service, "--stack", "blue", "--quiet"))).toEqual({
    exit: 0,
    stdout: "",
    stderr: "",
  });
  expect(readFileSync(join(folder, file), "utf8")).toContain("PULUMI_STACK: blue\n");
  expect(existsSync(join(folder, "scripts/comment.mjs"))).toBe(true);
});

it("overwrites nothing, and then writes nothing; --force does", async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, "workspace.yaml"), "mine");
  mkdirSync(join(folder, "scripts"));
  const { exit, stderr } = await finished(run("init", folder));
  expect([exit, stderr]).toEqual([1, `collab: workspace.yaml is there already in ${folder}. Nothing was written; --force overwrites.\n`]);
  expect(existsSync(join(folder, "Pulumi.yaml"))).toBe(false);
  expect(readFileSync(join(folder, "workspace.yaml"), "utf8")).toBe("mine");
  expect(await finished(run("init", folder, "--force"))).toMatchObject({ exit: 0 });
  expect(readFileSync(join(folder, "workspace.yaml"), "utf8")).toContain("version: 1");
});

it.each([[["--member", "ada"]], [["--member", "ada=owner"]], [["--name", "Big Name"]], [["--base-url", "collab"]], [["--ci", "jenkins"]]])(
  "a wrong command line is exit code 2: %j",
  async (parameters) => {
    const { exit, stderr } = await finished(run("init", temporaryDirectory(), ...parameters));
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/^error: /)]);
  },
);
