import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { dropBrokenAttributes, isStale } from "../../tools/lib/backend.mjs";
import { count } from "../../tools/lib/emulator.mjs";
import { withoutTargets } from "../../tools/lib/environment.mjs";
import { refuseForeignStacks } from "../../tools/lib/stack.mjs";
import { receivedLine } from "../../tools/lib/summary.mjs";

test("reads are not counted as writes", () => {
  const requests = ["/v2/folders/get", "/v2/auth/generate_signature", "/v2/users/add", "/v2/auth/token"].map((path) => ({ path }));
  expect(count(requests)).toEqual({ calls: 4, writes: 2 });
});

test.each([
  [{ calls: 23, writes: 12 }, "The service received 23 calls; 12 of them wrote."],
  [{ calls: 1, writes: 1 }, "The service received 1 call; 1 of them wrote."],
  [{ calls: 0, writes: 0 }, "The service received 0 calls; none of them wrote."],
])("%j", (run, line) => {
  const before = { calls: 5, writes: 3 };
  expect(receivedLine(before, { calls: 5 + run.calls, writes: 3 + run.writes })).toBe(line);
});

test("a sample never reaches the service that the environment names", () => {
  const { env, ignored } = withoutTargets({ HOME: "/home/ada", COLLAB_BASE_URL: "https://collab.example.com", PULUMI_STACK: "prod" });
  expect(env).toEqual({ HOME: "/home/ada" });
  expect(ignored).toEqual(["COLLAB_BASE_URL", "PULUMI_STACK"]);
});

test("attributes that a killed engine has left half-written do not stand in the way of the state", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "collab backend "));
  try {
    for (const [name, text] of Object.entries({ "dev.json": "", "dev.json.attrs": "", "meta.yaml.attrs": '{"md5":"x"}' }))
      writeFileSync(path.join(folder, name), text);
    dropBrokenAttributes(folder);
    expect(readdirSync(folder).toSorted()).toEqual(["dev.json", "meta.yaml.attrs"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a lock is stale where its process has gone, on this machine", () => {
  const gone = (): boolean => false;
  expect(isStale({ pid: 1, hostname: os.hostname() }, gone)).toBe(true);
  expect(isStale({ pid: 1, hostname: "another machine" }, gone)).toBe(false);
  expect(isStale({ pid: 1, hostname: os.hostname() }, () => true)).toBe(false);
});

describe("stacks in the local backend", () => {
  test.each([
    [["up", "--stack", "prod"], {}],
    [["up", "-s=prod"], {}],
    [["stack", "init", "prod"], {}],
    [["preview"], { PULUMI_STACK: "prod" }],
  ])("%j is refused: its passphrase is no secret", (args, env) => {
    expect(() => refuseForeignStacks(args, env)).toThrow("Stack prod does not belong into the local backend");
  });

  test.each([
    [["up", "--stack", "dev"], {}],
    [["stack", "ls"], {}],
    [["up", "--stack", "prod"], { PULUMI_BACKEND_URL: "s3://states" }],
  ])("%j is fine", (args, env) => {
    expect(() => refuseForeignStacks(args, env)).not.toThrow();
  });
});
