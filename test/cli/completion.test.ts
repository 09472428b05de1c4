import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commands } from "../../cli/commands/index.ts";
import { run, temporaryDirectory } from "./run.ts";

const scriptOf = async (shell: string): Promise<string> => {
  const { exit, stdout, stderr } = run("completion", shell);
  expect([await exit, stderr()]).toEqual([0, ""]);
  return stdout();
};

const names = commands.map((make) => make().name());

it("bash completes commands, options, and the values of options", async () => {
  const file = join(temporaryDirectory(), "collab.bash");
  writeFileSync(file, await scriptOf("bash"));
  const complete = (...words: string[]): string[] => {
    const script = `source "${file}"; COMP_WORDS=(collab "$@"); COMP_CWORD=$#; _collab; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" })
      .trim()
      .split("\n");
  };
  expect(complete("")).toEqual([...names, "--help", "--version"]);
  expect(complete("re")).toEqual(["report"]);
  expect(complete("report", "--f")).toEqual(["--format"]);
  expect(complete("report", "--format", "m")).toEqual(["markdown"]);
  expect(complete("init", "--ci", "")).toEqual(["github", "gitlab"]);
  expect(complete("validate", "/etc/host")).toContain("/etc/hosts");
});

it.each(["zsh", "fish"])("%s takes the script, which names every command", async (shell) => {
  const script = await scriptOf(shell);
  for (const name of names) expect(script).toMatch(new RegExp(`\\b${name}\\b`));
  const file = join(temporaryDirectory(), `collab.${shell}`);
  writeFileSync(file, script);
  const { error, status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
  // Where the shell is not installed, its own look at the syntax has to be left out.
  if (!error) expect([status, stderr]).toEqual([0, ""]);
});

it("another shell is a wrong command line", async () => {
  const { exit, stderr } = run("completion", "csh");
  expect([await exit, stderr()]).toEqual([2, expect.stringContaining("Allowed choices are bash, zsh, fish")]);
});
