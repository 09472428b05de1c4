/** The package as Pulumi's own commands judge it: its schema, and its archive. */
import { mkdtemp, rm } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { root, run } from "../support/project.ts";

test("pulumi schema check has nothing to say", async () => {
  const { exitCode, output } = await run("pulumi", ["schema", "check", "schema/json/collab.schema.json"], root);
  expect([exitCode, output.trim()]).toEqual([0, ""]);
});

test("the archive is one that pulumi plugin install takes, and what it installs answers with the schema", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "collab archive "));
  try {
    const made = await run("node", ["tools/archive-plugin.mjs", folder], root);
    expect(made.exitCode, made.output).toBe(0);
    const system = `${platform() === "win32" ? "windows" : platform()}-${arch() === "x64" ? "amd64" : arch()}`;
    const archive = path.join(folder, `pulumi-resource-collab-v${manifest.version}-${system}.tar.gz`);
    const env = { ...process.env, PULUMI_HOME: path.join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "1" };
    const installed = await run("pulumi", ["plugin", "install", "resource", "collab", manifest.version, "--file", archive], folder, env);
    expect(installed.exitCode, installed.output).toBe(0);
    const { exitCode, output } = await run("pulumi", ["package", "get-schema", `collab@${manifest.version}`], folder, env);
    expect(exitCode, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ name: "collab" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
