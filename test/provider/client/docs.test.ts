/** The examples of docs/client.md, type-checked and run against an emulator. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator/index.ts";
import { createClient, errorCodes } from "../../../provider/client/index.ts";
import { operationNames } from "../../../schema/service/index.ts";
import { typeErrors } from "../../support/typescript.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(path.join(root, "docs/client.md"), "utf8");
const source = path.join(root, "provider/client/index.ts");
const run = promisify(execFile);

const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
/** What the first block makes, for those that only use it. */
const [creation = ""] = blocks;
const prelude = creation.slice(0, creation.indexOf("await "));
const modules = blocks.map((code, index) => (index === 0 ? code : `${prelude}${code}\nawait client.close();\n`));

let directory: string;
let emulator: Emulator;
const files = (): string[] => modules.map((_, index) => path.join(directory, `example-${index + 1}.ts`));
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "client-docs-"));
  writeFileSync(path.join(directory, "package.json"), '{ "type": "module" }');
  symlinkSync(path.join(root, "node_modules"), path.join(directory, "node_modules"), "junction");
  emulator = await startEmulator({
    port: 0,
    seed: {
      version: 1,
      people: { ada: { name: "Ada" } },
      organizations: {
        acme: {
          members: { ada: "viewer" },
          folders: { handbook: { folders: { chapter: {} }, documents: { intro: { name: "Introduction" } } } },
        },
      },
    },
  });
});
afterAll(async () => {
  await emulator.close();
  rmSync(directory, { recursive: true, force: true });
});

const write = (client: string): void => {
  for (const [index, code] of modules.entries()) {
    writeFileSync(files()[index] ?? "", code.replaceAll('"pulumi-collab/client"', JSON.stringify(client)));
  }
};

it("type-checks", async () => {
  expect(await typeErrors(Object.fromEntries(modules.map((code, index) => [`example-${index + 1}.ts`, code])))).toBe("");
});

describe("runs", () => {
  it("every example, against an emulator", async () => {
    write(pathToFileURL(source).href);
    const main = path.join(directory, "main.mjs");
    writeFileSync(
      main,
      files()
        .map((file, index) => `console.log("example ${index + 1}");\nawait import(${JSON.stringify(pathToFileURL(file).href)});\n`)
        .join(""),
    );
    const env = { ...process.env, COLLAB_BASE_URL: emulator.url, COLLAB_API_KEY: "collab-dev-key", COLLAB_AUTH_TOKEN: "collab-dev-token" };
    const { stdout, stderr } = await run(process.execPath, [main], { env, timeout: 60_000 });
    expect(stderr).toBe("");
    expect(stdout).toContain(`example ${modules.length}\n`);
    for (const said of [
      "nobody: User does not exist.",
      "250 of 250",
      "Introduction true",
      "[ 'root/handbook', 'handbook/chapter' ]",
      "cancelled",
      '-> getAuthToken 1 {"data":{"userId":"ada","apiKey":"[secret]","authToken":"[secret]"}}',
    ]) {
      expect(stdout).toContain(said);
    }
    expect(stdout).not.toContain("collab-dev-token");
  });
});

describe("says of everything that there is", () => {
  it("the codes, the operations and the members of a client", () => {
    expect([...page.matchAll(/^\| `([a-z-]+)` \|[^|]+\|[^|]+\|$/gm)].map(([, code]) => code)).toEqual(
      expect.arrayContaining([...errorCodes]),
    );
    const client = createClient({ baseUrl: "http://service.example", apiKey: "key-1", authToken: "token-1" });
    expect(Object.keys(client).filter((name) => !page.includes(`\`${name}\``) && !page.includes(`client.${name}(`))).toEqual([]);
    for (const name of operationNames) expect(page).toContain(`\`${name}\``);
  });
});
