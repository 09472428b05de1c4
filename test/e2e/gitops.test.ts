/** From an empty folder to a workspace that is applied, drifts, is found out and healed: every script of the pipelines, on the real engine. */
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/project.ts";
import { BuildService, gitHubSteps, gitLabSteps } from "./pipeline.ts";

const withoutCredentials = { COLLAB_BASE_URL: "", COLLAB_API_KEY: "", COLLAB_AUTH_TOKEN: "" };

const declared = (more = "") => `version: 1
organizations:
  acme:
    members:
      ada: editor
${more}    folders:
      design: { name: Design }
`;

test("GitHub: init, validate, preview with its comment, plan, apply, drift found and healed", async () => {
  await using service = await BuildService.open();
  const { folder, emulator, comments } = service;
  const collab = `node "${path.join(root, "bin/collab.js")}"`;
  const made = await service.run(`${collab} init . --name access --organization acme --member ada=editor --ci github`);
  expect(made).toMatchObject({ exitCode: 0 });
  await service.install();
  const jobs = await gitHubSteps(folder);
  expect(Object.keys(jobs)).toEqual(["validate", "preview", "plan", "apply", "drift"]);
  await service.run("pulumi stack init prod && pulumi config set collab:auditLog audit.jsonl");
  await writeFile(path.join(folder, "workspace.yaml"), declared());

  expect(await service.job(jobs["validate"])).toMatchObject({ exitCode: 0 });
  const pullRequest = { ...withoutCredentials, GITHUB_REPOSITORY: "example/access" };
  expect(await service.job(jobs["preview"], pullRequest)).toMatchObject({ exitCode: 0, output: expect.stringContaining("commented") });
  await writeFile(path.join(folder, "workspace.yaml"), declared("      alan: viewer\n"));
  expect(await service.job(jobs["preview"], pullRequest)).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("updated the comment"),
  });
  expect(comments).toEqual([
    expect.stringMatching(
      /^<!-- collab report prod -->\n## Preview of access\/prod\n[^]*\| \+ \| `alan` \| the organization \| none \| viewer \|/,
    ),
  ]);
  expect(emulator.requests()).toEqual([]);

  const planned = await service.job(jobs["plan"], withoutCredentials);
  expect([planned.exitCode, planned.output]).toEqual([0, expect.any(String)]);
  expect(await readFile(path.join(folder, "summary.md"), "utf8")).toContain("2 gained");
  expect(emulator.requests()).toEqual([]);
  const applied = await service.job(jobs["apply"]);
  expect([applied.exitCode, applied.output]).toEqual([0, expect.stringContaining("created")]);
  expect(emulator.access("acme", "alan").grants).toEqual([{ level: "organization", id: "acme", role: "viewer" }]);
  const [line] = (await readFile(path.join(folder, "audit.jsonl"), "utf8")).split("\n");
  expect(JSON.parse(line ?? "")).toMatchObject({
    project: "access",
    stack: "prod",
    action: "grant",
    organizationId: "acme",
    result: "done",
  });

  const quiet = await service.job(jobs["drift"]);
  expect([quiet.exitCode, quiet.output]).toEqual([0, expect.stringContaining("No drift.")]);
  const state = emulator.state();
  Object.assign(state.organizations["acme"]?.folders["design"] ?? {}, { folderName: "Renamed" });
  emulator.setState(state);
  await writeFile(path.join(folder, "workspace.yaml"), declared("      alan: editor\n"));
  const found = await service.job(jobs["drift"]);
  expect(found.exitCode).toBe(2);
  expect(found.output).toMatch(/### Changed behind our back\n\n- Folder `acme\/design`\n {2}- `folderName: "Design" → "Renamed"`/);
  expect(found.output).toMatch(/### Your change, not applied yet\n\n- MembershipSet `acme`\n {2}- `- alan viewer`\n {2}- `\+ alan editor`/);

  expect(await service.run("pulumi up --yes --skip-preview --refresh --stack prod")).toMatchObject({ exitCode: 0 });
  expect(emulator.state().organizations["acme"]?.folders["design"]?.folderName).toBe("Design");
  expect(await service.job(jobs["drift"])).toMatchObject({ exitCode: 0 });
});

test("GitLab: the example, with a file for each organization; what failed is told apart, and a preview that fails is reported", async () => {
  await using service = await BuildService.open();
  const { folder, emulator, comments } = service;
  await cp(path.join(root, "examples/gitops"), folder, { recursive: true });
  await service.install();
  const jobs = await gitLabSteps(folder);
  expect(Object.keys(jobs)).toEqual(["validate", "preview", "plan", "apply", "drift"]);
  await service.run("pulumi stack init prod");
  expect(await service.job(jobs["validate"])).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("3 files, 2 organizations, 6 members"),
  });
  expect(await service.job(jobs["plan"], withoutCredentials)).toMatchObject({ exitCode: 0 });

  // One member is refused: the rest of the organization and the other organization go on, and the next run does the rest.
  emulator.faults.set([{ operation: "v2/users/add", effect: { failItems: ["alan"], message: "not today" } }]);
  const applied = await service.job(jobs["apply"]);
  expect(applied.exitCode).not.toBe(0);
  expect(applied.output).toContain("not today");
  expect(emulator.access("acme", "ada").grants).toHaveLength(1);
  expect(emulator.access("globex", "grace").grants).toHaveLength(1);
  emulator.faults.clear();
  const drift = await service.job(jobs["drift"]);
  expect(drift.exitCode).toBe(2);
  expect(drift.output).toMatch(/Left from a failed run\n {2}MembershipSet acme\n( {6}.*\n)* {6}- alan viewer/);
  expect(drift.output).not.toContain("Changed behind our back");
  expect(await service.run("pulumi up --yes --skip-preview --stack prod")).toMatchObject({ exitCode: 0 });
  expect(emulator.access("acme", "alan").grants).toHaveLength(2);

  const file = path.join(folder, "organizations/acme.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("ada: editor", "ada: owner"));
  const failed = await service.job(jobs["preview"], { ...withoutCredentials, CI_PROJECT_ID: "7", CI_MERGE_REQUEST_IID: "3" });
  expect(failed.exitCode).not.toBe(0);
  expect(comments).toEqual([expect.stringMatching(/which failed\n[^]*\*\*error\*\*: [^]*acme[^]*owner/)]);
});
