import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run, runIn, temporaryDirectory } from "./run.ts";
import { start } from "../emulator/start.ts";

const finished = async ({ exit, stdout, stderr }: ReturnType<typeof run>) => ({ exit: await exit, stdout: stdout(), stderr: stderr() });

const seed = {
  version: 1,
  organizations: {
    acme: {
      folders: { design: { name: "Design", documents: { brand: { name: "Brand book" } }, folders: { logos: { name: "Logos" } } } },
      documents: { roadmap: { name: "Roadmap: 2027", access: "restricted" } },
      members: { ada: "editor" },
    },
    globex: { documents: { handbook: { name: "Handbook" } } },
  },
};

const exporter = async () => {
  const { url } = await start({ seed });
  const cwd = temporaryDirectory();
  const env = { ...process.env, COLLAB_BASE_URL: url, COLLAB_API_KEY: "collab-dev-key", COLLAB_AUTH_TOKEN: "collab-dev-token" };
  return { cwd, env, collab: (...parameters: string[]) => finished(runIn({ cwd, env }, "export", ...parameters)) };
};

it("writes a workspace file, and says what it cannot know", async () => {
  const { collab } = await exporter();
  const { exit, stdout, stderr } = await collab("acme");
  expect([exit, stdout]).toEqual([
    0,
    `# Read from the service: folders and documents. It cannot tell members, groups, domains, and whether an organization is switched off:
# add what you know. Where no members are declared, nobody's access is touched.
version: 1

organizations:
  acme:
    folders:
      design:
        name: Design
        folders:
          logos:
            name: Logos
        documents:
          brand:
            name: Brand book
    documents:
      roadmap:
        name: "Roadmap: 2027"
`,
  ]);
  expect(stderr).toBe(
    "note: acme: document roadmap is restricted: members of the organization do not reach it\n" +
      "note: members are not in it: no operation lists them. Bring them in with --members, or declare them by hand.\n",
  );
});

it("a file for each organization, members from a CSV, and the import file; nothing is overwritten", async () => {
  const { cwd, collab } = await exporter();
  writeFileSync(
    join(cwd, "members.csv"),
    "organizationId,folderId,userId,role\nacme,,ada,editor\nacme,none,alan,viewer\nglobex,,grace,viewer\n",
  );
  const all = ["acme", "globex", "-o", "organizations/", "--members", "members.csv", "--import", "import.json"];
  expect(await collab(...all)).toMatchObject({ exit: 0, stderr: expect.stringContaining("alan at folder=none of acme is left out") });
  expect(readFileSync(join(cwd, "organizations/globex.yaml"), "utf8")).toContain(
    "  globex:\n    members:\n      grace: viewer\n    documents:\n",
  );
  expect(await finished(runIn({ cwd }, "validate", "organizations/*.yaml"))).toMatchObject({ exit: 0 });
  expect(JSON.parse(readFileSync(join(cwd, "import.json"), "utf8"))).toEqual({
    resources: [
      { type: "collab:index:Folder", name: "acme/design", id: "acme/design" },
      { type: "collab:index:Folder", name: "acme/logos", id: "acme/logos" },
      { type: "collab:index:Document", name: "acme/brand", id: "acme/brand" },
      { type: "collab:index:Document", name: "acme/roadmap", id: "acme/roadmap" },
      { type: "collab:index:Document", name: "globex/handbook", id: "globex/handbook" },
    ],
  });
  expect(await collab(...all)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("there already. Nothing was written; --force overwrites."),
  });
  expect(await collab(...all, "--force", "--quiet")).toEqual({ exit: 0, stdout: "", stderr: "" });
});

it("what is foreseeable is said in a line or two, exit code 1", async () => {
  const { cwd, env, collab } = await exporter();
  expect(await collab("hooli")).toMatchObject({ exit: 1, stdout: "", stderr: "collab: the service has no organization hooli.\n" });
  const wrongKey = await finished(runIn({ cwd, env: { ...env, COLLAB_API_KEY: "wrong" } }, "export", "acme"));
  expect(wrongKey).toMatchObject({ exit: 1, stderr: expect.stringMatching(/^collab: .*\n$/) });
  expect(wrongKey.stderr).not.toContain("wrong");
  const { COLLAB_API_KEY: _key, ...without } = env;
  expect((await finished(runIn({ cwd, env: without }, "export", "acme"))).stderr).toContain("collab:apiKey is not set");
  expect(await collab("acme", "--members", "none.csv")).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("none.csv cannot be read"),
  });
  expect(await finished(run("export"))).toMatchObject({ exit: 2 });
  expect(existsSync(join(cwd, "workspace.yaml"))).toBe(false);
});
