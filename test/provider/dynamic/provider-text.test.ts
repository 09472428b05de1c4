/** What the state keeps of a provider: short, the same for all resources of a kind, and it loads the handlers from the program's folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { providerText } from "../../../provider/dynamic/provider-text.ts";
import { kinds } from "../../../provider/resources/index.ts";

let program: string;
beforeEach(() => {
  program = realpathSync(mkdtempSync(path.join(os.tmpdir(), "collab-program-")));
  vi.spyOn(process, "cwd").mockReturnValue(program);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(program, { recursive: true, force: true });
});

/** Evaluates a text as Pulumi's dynamic provider does: as a CommonJS module without a file. */
const requireFromString = (text: string): { handler(): Record<string, unknown> } => {
  const loaded = new Module("");
  Reflect.get(loaded, "_compile").call(loaded, text, "");
  return loaded.exports;
};

/** Installs the package in the program's folder: its manifest, and a module that stands for the handlers. */
const install = (source: string): void => {
  const folder = path.join(program, "node_modules/pulumi-collab");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ exports: { "./dynamic-handlers": "./handlers.cjs" } }));
  writeFileSync(path.join(folder, "handlers.cjs"), source);
};

test.each(Object.keys(kinds))("%s: below 1 kB, and always the same", (kind) => {
  expect(Buffer.byteLength(providerText(kind))).toBeLessThan(1000);
  expect(providerText(kind)).toBe(providerText(kind));
});

test.each(Object.keys(kinds))("%s: loads its handlers by the package's name, from the program's folder", (kind) => {
  const handlers = fileURLToPath(new URL("../../../provider/dynamic/handlers.ts", import.meta.url));
  install(`module.exports = require(${JSON.stringify(handlers)});`);
  const provider = requireFromString(providerText(kind)).handler();
  for (const name of ["configure", "check", "diff", "create", "read", "update", "delete"]) expect(provider[name]).toBeTypeOf("function");
});

test("nothing is loaded before the handler is asked for", () => {
  expect(() => requireFromString(providerText("Folder"))).not.toThrow();
});

test("a program that does not have the package is told so, without a stack", () => {
  const { handler } = requireFromString(providerText("Folder"));
  expect(handler).toThrow(
    /^pulumi-collab cannot be found from the program's folder: add it to the dependencies of the program's own package.json/,
  );
  try {
    handler();
  } catch (error) {
    expect(error).toMatchObject({ stack: "" });
  }
});

test("a package that is there and does not load is told apart from one that is missing", () => {
  install(`require("a-package-that-is-not-there");`);
  expect(requireFromString(providerText("Folder")).handler).toThrow(
    /^pulumi-collab was found, but cannot be loaded .*Cannot find module 'a-package-that-is-not-there'/,
  );
});

test("a kind that this version does not have is named, with those that it has", () => {
  const handlers = fileURLToPath(new URL("../../../provider/dynamic/handlers.ts", import.meta.url));
  install(`module.exports = require(${JSON.stringify(handlers)});`);
  expect(requireFromString(providerText("Planet")).handler).toThrow(/no resource kind "Planet"; known: .*Folder.*Update the package\./);
});
