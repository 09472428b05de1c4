/** Nothing that is registered lacks an example, a page, a test or an export; and what the definitions say of themselves is whole. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import * as collab from "../../provider/dynamic/index.ts";
import { functions } from "../../provider/functions/index.ts";
import { kinds } from "../../provider/resources/index.ts";
import type { AnyKind } from "../../provider/resources/lifecycle.ts";
import { undescribed } from "../../tools/reference/described.ts";
import { schemaOf } from "../../tools/reference/fields.ts";
import { shortcomings } from "../../tools/reference/index.ts";
import { fixtures } from "../conformance/kinds/fixtures/index.ts";
import { root } from "../support/project.ts";
import { type Inventory, missing } from "./missing.ts";

const allKinds: readonly AnyKind[] = Object.values(kinds);
const definitions = [...allKinds, ...Object.values(functions)];
const functionTests = readFileSync(path.join(root, "test/provider/functions/functions.test.ts"), "utf8");
const tokens = definitions.map(({ token }) => token);
const inventory: Inventory = {
  kinds: allKinds.map(({ token }) => token),
  functions: Object.keys(functions),
  withExamples: new Set(definitions.flatMap(({ token, examples }) => (examples.length > 0 ? [token] : []))),
  pages: new Set(tokens.filter((token) => existsSync(path.join(root, `docs/reference/${token}.md`)))),
  fixtures: new Set(fixtures.map(({ kind }) => kind)),
  called: new Set(Object.keys(functions).filter((name) => functionTests.includes(`functions.${name}.invoke(`))),
  exported: new Set(Object.keys(collab)),
};

test("every kind and function has an example, a page, a test and an export", () => {
  expect(missing(inventory)).toStrictEqual([]);
});

test("what is missing is said, with where to add it", () => {
  expect(missing({ ...inventory, kinds: ["Widget"], functions: ["getWidgets"] })).toStrictEqual([
    "Widget has no example: add one to `examples` of its definition",
    "getWidgets has no example: add one to `examples` of its definition",
    "Widget has no reference page docs/reference/Widget.md: run `npm run generate` and commit what it writes",
    "getWidgets has no reference page docs/reference/getWidgets.md: run `npm run generate` and commit what it writes",
    "Widget has no export: add a line to provider/dynamic/index.ts",
    "getWidgets has no export: add a line to provider/dynamic/index.ts",
    "Widget has no fixture: add one to test/conformance/kinds/fixtures/ and a line to its index.ts",
    "getWidgets has no test: call it in test/provider/functions/functions.test.ts",
  ]);
});

test("a token is the name under which its definition is registered", () => {
  expect(Object.entries({ ...kinds, ...functions }).filter(([name, { token }]) => name !== token)).toStrictEqual([]);
});

test("every field says what it is and where it comes from, and no two examples share a name", () => {
  expect(shortcomings()).toStrictEqual([]);
});

test("a field without a description or a source is named", () => {
  const inner = z.object({ name: z.string(), size: z.number().describe("Size in bytes.") });
  const sourced = z.object({
    good: z.string().describe("A good one (Folder)."),
    all: z.array(inner).describe("All of them (operation 3)."),
  });
  expect(undescribed(schemaOf(sourced))).toStrictEqual(["all[].name: describe it"]);
  const unsourced = z.object({ bare: z.string(), map: z.record(z.string(), inner).describe("By name (provider).") });
  expect(undescribed(schemaOf(unsourced))).toStrictEqual([
    "bare: describe it",
    "bare: end its description with its source, such as (operation 12), (Folder) or (provider)",
    "map.*.name: describe it",
  ]);
});

test.each(allKinds)("$token refuses every change that it says it refuses", ({ token, refuseOn = [] }) => {
  const own = fixtures.filter(({ kind }) => kind === token);
  const changed = new Set(own.flatMap(({ refused = [] }) => refused.flatMap(({ change }) => Object.keys(change))));
  expect(refuseOn.filter((name) => !changed.has(name))).toStrictEqual([]);
});
