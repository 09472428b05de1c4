import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sender } from "../emulator/start.ts";
import { run, runEmulator, temporaryDirectory } from "./run.ts";

const addUser = (url: string, userId: string) =>
  sender(url)("/v2/users/add", { body: JSON.stringify({ data: { organizationId: "acme", users: [{ userId }] } }) });
const stateOf = async (url: string) => (await sender(url)("/_emulator/state", { method: "GET" })).body;

it("prints one line on stdout when it is ready, and nothing else", async () => {
  const { url, stdout, stderr, process, exit } = await runEmulator("--quiet");
  expect(await sender(url)("/_emulator/health", { method: "GET" })).toMatchObject({ http: 200 });
  process.kill("SIGTERM");
  expect(await exit).toBe(0);
  expect(stdout()).toBe(`collab emulator ready on ${url}\n`);
  expect(stderr()).toBe("");
});

it("takes profile, switches, seed and credentials", async () => {
  const seed = join(temporaryDirectory(), "seed.yaml");
  writeFileSync(seed, "{ version: 1, organizations: { acme: {} } }");
  const { url } = await runEmulator(
    "--profile",
    "literal",
    "--set",
    "httpStatus=mapped",
    "--set",
    "rateLimit=50",
    "--seed",
    seed,
    "--api-key",
    "k",
    "--auth-token",
    "t",
  );
  const send = sender(url);
  expect((await send("/_emulator/switches", { method: "GET" })).body).toMatchObject({
    profile: "literal",
    switches: { httpStatus: { value: "mapped" }, rateLimit: { value: "50" }, itemId: { value: "echo" } },
  });
  const body = '{"data":{"organizationId":"acme"}}';
  expect((await send("/v2/organizations/folders/get", { body })).http).toBe(400);
  const headers = { "x-svc-api-key": "k", "x-svc-auth-token": "t" };
  expect((await send("/v2/organizations/folders/get", { headers, body })).http).toBe(200);
});

it.each(["SIGTERM", "SIGINT"] as const)("%s finishes the requests in hand and exits 0", async (signal) => {
  const { url, process, exit } = await runEmulator();
  const rules = [{ operation: "*", effect: { delayMs: 200 } }];
  await sender(url)("/_emulator/faults", { method: "PUT", body: JSON.stringify({ rules }) });
  const inHand = addUser(url, "ada");
  await sleep(100);
  process.kill(signal);
  expect(await inHand).toMatchObject({ http: 200 });
  expect(await exit).toBe(0);
});

it("what was answered survives kill -9", async () => {
  const state = join(temporaryDirectory(), "state.db");
  const first = await runEmulator("--state", state);
  const answered: string[] = [];
  const writing = (async () => {
    for (let index = 0; ; index++) {
      await addUser(first.url, `u${index}`);
      answered.push(`u${index}`);
    }
  })().catch(() => undefined);
  while (answered.length < 50) await sleep(5);
  first.process.kill("SIGKILL");
  await Promise.all([writing, first.exit]);
  const second = await runEmulator("--state", state);
  const { organizations } = (await stateOf(second.url)) as { organizations: { acme: { members: object } } };
  expect(Object.keys(organizations.acme.members)).toEqual(expect.arrayContaining(answered));
});

const files = (name: string) => join(temporaryDirectory(), name);

describe("foreseeable errors are one or two lines on stderr, exit code 1", () => {
  it("a state file in use by another emulator", async () => {
    const state = join(temporaryDirectory(), "state.db");
    await runEmulator("--state", state);
    const { exit, stderr, stdout } = run("emulator", "--port", "0", "--state", state);
    expect([await exit, stdout()]).toEqual([1, ""]);
    expect(stderr()).toMatch(/^collab: The state file .*state\.db is in use by another emulator\.\n.*\n$/);
  });

  it("a port in use", async () => {
    const { url } = await runEmulator();
    const { exit, stderr } = run("emulator", "--port", new URL(url).port);
    expect(await exit).toBe(1);
    expect(stderr()).toMatch(/^collab: Port \d+ on 127\.0\.0\.1 is in use\.\n.*\n$/);
  });

  it.each<[string, () => string[], RegExp]>([
    ["an unknown switch", () => ["--set", "documentAddExisting=upsert"], /did you mean documentsAddExisting/],
    ["an unknown value", () => ["--set", "itemId=hash"], /itemId has no value "hash": use opaque, echo/],
    ["a state file in a missing directory", () => ["--state", files("none/state.db")], /directory must exist/],
    [
      "a state file that is no database",
      () => {
        const path = files("notes.txt");
        writeFileSync(path, "Some notes, certainly not a database.".repeat(100));
        return ["--state", path];
      },
      /is not a database/,
    ],
    [
      "the database of another program",
      () => {
        const path = files("other.db");
        new DatabaseSync(path).exec("CREATE TABLE other (id)");
        return ["--state", path];
      },
      /another program/,
    ],
    ["a host of another machine", () => ["--host", "192.0.2.1"], /no address of this machine/],
    ["a missing seed", () => ["--seed", files("none.yaml")], /cannot be read/],
    ["an empty key", () => ["--api-key", ""], /must not be empty/],
  ])("%s", async (_what, parameters, message) => {
    const { exit, stderr, stdout } = run("emulator", "--port", "0", ...parameters());
    expect([await exit, stdout()]).toEqual([1, ""]);
    expect(stderr()).toMatch(message);
    expect(stderr()).not.toMatch(/^ {4}at /m);
    expect(stderr().trim().split("\n").length).toBeLessThanOrEqual(2);
  });
});

it.each([
  [["emulator", "--port", "abc"]],
  [["emulator", "--port", "70000"]],
  [["emulator", "--set", "itemId"]],
  [["emulator", "--profile", "wild"]],
  [["emulator", "extra"]],
  [["emulator", "--none"]],
  [["none"]],
])("a wrong command line is exit code 2: %j", async (parameters) => {
  const { exit, stderr, stdout } = run(...parameters);
  expect([await exit, stdout()]).toEqual([2, ""]);
  expect(stderr()).toMatch(/^error: /);
});

it("--version and --help", async () => {
  const [version, help] = [run("--version"), run("emulator", "--help")];
  expect([await version.exit, await help.exit]).toEqual([0, 0]);
  expect(version.stdout()).toMatch(/^\d+\.\d+\.\d+/);
  expect(help.stdout()).toContain("Examples:");
});
