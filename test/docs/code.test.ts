/** The code of the pages: programs compile, workspace files are valid, and links lead somewhere. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadWorkspace } from "../../workspace/load.ts";
import { root } from "../support/project.ts";
import { typeErrors } from "../support/typescript.ts";
import { blocksIn, pages } from "./pages.ts";

/** Pages whose blocks build on each other or on other files, and where those are tested: test/provider/client/docs.test.ts, test/workspace/docs.test.ts. */
const elsewhere = new Set(["docs/client.md", "docs/workspace-file.md"]);
const own = pages.filter(({ file }) => !elsewhere.has(file));

test("every TypeScript block compiles as a program of its own", async () => {
  const blocks = blocksIn(own, "ts");
  expect(blocks.length).toBeGreaterThan(18);
  // The name of the file is what an error is found by.
  const modules = blocks.map(({ at, code }) => [`${at.replaceAll(/[/:]/g, "-")}.ts`, code] as const);
  // One that does not compile shows that the compiler has looked.
  const wrong = 'import * as collab from "pulumi-collab";\nnew collab.Folder("design", { organizationId: "acme", folder: "design" });\n';
  const errors = await typeErrors({ ...Object.fromEntries(modules), "wrong.ts": wrong });
  expect(errors).toContain("wrong.ts(2,");
  expect(errors.split("\n").filter((line) => /^\S/.test(line) && !line.startsWith("wrong.ts"))).toStrictEqual([]);
});

test("every workspace file in the pages is valid", async () => {
  const blocks = blocksIn(own, "yaml").filter(({ code }) => /^organizations:/m.test(code));
  expect(blocks.length).toBeGreaterThan(0);
  const folder = await mkdtemp(path.join(tmpdir(), "collab-docs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [index, { code, at }] of blocks.entries()) {
    const file = path.join(folder, `workspace-${index}.yaml`);
    await writeFile(file, code);
    expect(() => loadWorkspace(file), at).not.toThrow();
  }
});

test("every link between pages leads to something", () => {
  const broken = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
      .map(([, target = ""]) => ({ target, found: existsSync(path.join(root, path.dirname(file), target)) }))
      .filter(({ found }) => !found)
      .map(({ target }) => `${file}: ${target}`),
  );
  expect(broken).toStrictEqual([]);
});
