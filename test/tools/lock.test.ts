import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { exclusively } from "../../tools/lib/lock.mjs";
import { identify, isAlive } from "../../tools/lib/processes.mjs";

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), "lock-")), "lock");
  vi.spyOn(console, "log").mockReturnValue();
});

test("one at a time", async () => {
  let inside = 0;
  let most = 0;
  const enter = (): Promise<void> =>
    exclusively(file, "a test", async () => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(20);
      inside -= 1;
    });
  await Promise.all([enter(), enter(), enter()]);
  expect(most).toBe(1);
});

test.each([
  ["a process that has gone", { pid: 2 ** 22 + 1, started: null }],
  ["a number that another process has now", { ...identify(process.pid), started: "1" }],
])("the lock of %s is taken over", async (_case, holder) => {
  await writeFile(file, JSON.stringify(holder));
  expect(await exclusively(file, "a test", async () => "done")).toBe("done");
});

test("nothing is left behind, after a failure either", async () => {
  const failing = exclusively(file, "a test", async () => {
    throw new Error("on purpose");
  });
  await expect(failing).rejects.toThrow("on purpose");
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test("this process is alive", () => {
  expect(isAlive(identify(process.pid))).toBe(true);
});
