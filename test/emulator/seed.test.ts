import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../emulator/index.ts";
import { start } from "./start.ts";

const directory = (): string => {
  const path = mkdtempSync(join(tmpdir(), "collab-emulator-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

it("reads a YAML file in the format of the workspace file", async () => {
  const path = join(directory(), "seed.yaml");
  writeFileSync(
    path,
    `version: 1
people: { ada: { name: Ada Lovelace, email: ada@example.com } }
organizations:
  acme:
    disabled: true
    members: { ada: editor, alan: { role: viewer, name: Alan } }
    folders: { design: { name: Design, members: { ada: viewer }, documents: { logo: { access: restricted } } } }
    groups: { staff: { name: Staff, users: [ada] } }
allowedDomains: [example.com]
`,
  );
  const { organizations, allowedDomains } = (await start({ seed: path, clock: () => 7 })).state();
  expect(allowedDomains).toEqual(["example.com"]);
  expect(organizations["acme"]).toMatchObject({
    disabled: true,
    users: { ada: { name: "Ada Lovelace", email: "ada@example.com", initial: "AL" }, alan: { name: "Alan", initial: "A" } },
    members: { ada: { accessRole: "editor" }, alan: { accessRole: "viewer" } },
    folders: { design: { folderName: "Design", createdAt: 7, members: { ada: { accessRole: "viewer" } } } },
    documents: { logo: { folderId: "design", accessType: "restricted" } },
    userGroups: { staff: { groupName: "Staff", users: ["ada"] } },
  });
});

it("fills an empty state only", async () => {
  const state = join(directory(), "state.db");
  for (const id of ["first", "second"]) {
    const emulator = await startEmulator({ port: 0, state, seed: { version: 1, organizations: { [id]: {} } } });
    expect(Object.keys(emulator.state().organizations)).toEqual(["first"]);
    await emulator.close();
  }
});

it.each([
  ["a missing file", "/nowhere/seed.yaml", "/nowhere/seed.yaml"],
  ["an unknown member", { version: 1, organisations: {} }, "organisations"],
  ["an unknown role", { version: 1, organizations: { acme: { members: { ada: "owner" } } } }, "organizations.acme.members.ada"],
  ["another version", { version: 2 }, "version"],
])("names what is wrong: %s", async (_what, seed, named) => {
  await expect(startEmulator({ port: 0, seed })).rejects.toThrow(named);
});
