import { chmod, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findEngine } from "../../tools/lib/engine-path.mjs";
import { chooseEngine } from "../../tools/lib/engine.mjs";

const engine = { way: "build" as const, version: "v3.259.0", bin: "/engine", programs: [] };

/** A folder with programs that hold nothing. */
const folder = async (...names: string[]): Promise<string> => {
  const made = await mkdtemp(path.join(tmpdir(), "engine-"));
  await mkdir(made, { recursive: true });
  for (const name of names) {
    await writeFile(path.join(made, name), "");
    await chmod(path.join(made, name), 0o755);
  }
  return made;
};
const hosts = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
const says = (version: string | undefined) => async (): Promise<string | undefined> => version;

test("the first way that works is taken, and the later ones are not tried", async () => {
  const never = (): never => expect.unreachable();
  expect(await chooseEngine([async () => ({ why: "No." }), async () => ({ engine }), never])).toBe(engine);
});

test("where none works, one error has all reasons and what to do", async () => {
  const choice = chooseEngine([async () => ({ why: "None on PATH." }), async () => ({ why: "No network." })]);
  await expect(choice).rejects.toThrow(/None on PATH\.[\s\S]*No network\.[\s\S]*install Pulumi/);
});

test("an engine on PATH with its hosts beside it is taken", async () => {
  const bin = await folder("pulumi", ...hosts);
  expect(await findEngine(bin, says("v3.300.1"))).toMatchObject({ engine: { way: "PATH", version: "v3.300.1", bin } });
});

test("its hosts may be elsewhere on PATH", async () => {
  const PATH = [await folder("pulumi"), await folder(...hosts)].join(path.delimiter);
  expect(await findEngine(PATH, says("v3.259.0"))).toMatchObject({ engine: { way: "PATH" } });
});

test.each([
  ["too old", ["pulumi", ...hosts], "v3.258.9", /3\.258\.9; 3\.259\.0 or later/],
  ["broken", ["pulumi", ...hosts], undefined, /not to be run/],
  ["without hosts", ["pulumi"], "v3.259.0", /has no pulumi-language-nodejs and no pulumi-resource-pulumi-nodejs/],
  ["not there", [], undefined, /no `pulumi` on PATH/],
])("an engine on PATH that is %s is not", async (_case, names, version, why) => {
  expect(await findEngine(await folder(...names), says(version))).toEqual({ why: expect.stringMatching(why) });
});
