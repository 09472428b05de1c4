/** The example without a workspace file, against the package as `npm pack` makes it, in a folder outside the checkout. Real engine. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root, run, Stack } from "./stack.ts";

const example = path.join(root, "examples/typescript");
const npm = "npm";

/** What a user does: npm install of the package and of the SDK. */
const installPackage = async (folder: string): Promise<void> => {
  const packed = await run(npm, ["pack", "--ignore-scripts", "--pack-destination", folder, "--silent"], root);
  expect(packed.exitCode, packed.output).toBe(0);
  const tarball = packed.output.trim().split("\n").at(-1) ?? "";
  const options = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const installed = await run(npm, ["install", ...options, path.join(folder, tarball), "@pulumi/pulumi@^3.270.0"], folder);
  expect(installed.exitCode, installed.output).toBe(0);
};

test("a program of 15 lines does the same without the workspace file", async () => {
  const program = await readFile(path.join(example, "index.ts"), "utf8");
  expect(program.trim().split("\n").length).toBeLessThanOrEqual(15);
  const manifest = JSON.stringify({ name: "example", private: true, type: "module" });
  await using stack = await Stack.open({
    files: { "index.ts": program, "Pulumi.yaml": await readFile(path.join(example, "Pulumi.yaml"), "utf8"), "package.json": manifest },
    install: installPackage,
  });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(stack.emulator.access("acme", "ada").grants).toStrictEqual([{ level: "organization", id: "acme", role: "editor" }]);
  expect(stack.emulator.access("acme", "grace").grants).toStrictEqual([{ level: "folder", id: "design", role: "editor" }]);
  expect(stack.emulator.access("acme", "edsger").grants).toStrictEqual([{ level: "document", id: "brand", role: "viewer" }]);
  // Parents that the program declares are created with their first child; nothing else ever creates an organization.
  expect(stack.writes()).toContainEqual({
    operation: "v2/organizations/documents/add",
    data: {
      organizationId: "acme",
      createOrganization: true,
      folderId: "design",
      createFolder: true,
      documents: [{ documentId: "brand", documentName: "Brand book" }],
    },
  });
  expect((await stack.up()).output).toContain("unchanged");
  expect(stack.writes()).toStrictEqual([]);
});
