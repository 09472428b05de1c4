import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { files, fingerprint } from "../../tools/lib/sources.mjs";

let top: string;
let before: string;
beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), "sources-"));
  for (const folder of ["schema/service", "schema/json", "tools"]) await mkdir(path.join(top, folder), { recursive: true });
  for (const file of files) await writeFile(path.join(top, file), "{}");
  await writeFile(path.join(top, "schema/a.ts"), "");
  await writeFile(path.join(top, "schema/service/b.ts"), "");
  before = fingerprint(top);
});

test("is the same while nothing changes", () => {
  expect(fingerprint(top)).toBe(before);
});

test.each<[string, () => Promise<void>]>([
  ["a change", () => utimes(path.join(top, "schema/a.ts"), 1, 1)],
  ["a new file", () => writeFile(path.join(top, "schema/c.ts"), "")],
  ["a file that has gone", () => rm(path.join(top, "schema/service/b.ts"))],
  ["another setting of the compiler", () => writeFile(path.join(top, "tsconfig.json"), "{ }")],
])("sees %s", async (_case, change) => {
  await change();
  expect(fingerprint(top)).not.toBe(before);
});

test("what is no source does not count", async () => {
  await writeFile(path.join(top, "schema/README.md"), "");
  expect(fingerprint(top)).toBe(before);
});
