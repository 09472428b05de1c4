/** `npm start`, as somebody runs it in a clone: twice, with the port taken, and after it was stopped half-way. Real engine. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { root, run } from "./stack.ts";

const notCopied = new Set(["node_modules", ".git", ".collab", "Pulumi.dev.yaml", "engine"]);

/** A copy of the checkout that is set up already, with state of its own. */
const copyCheckout = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "collab start "));
  const filter = (source: string): boolean => !notCopied.has(path.basename(source)) || source === root;
  await cp(root, folder, { recursive: true, preserveTimestamps: true, filter });
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"), "dir");
  await rm(path.join(folder, ".setup/lock"), { force: true });
  return folder;
};

const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(PULUMI|COLLAB)_/.test(key)));

const start = (folder: string) => run("node", ["tools/start.mjs"], folder, env);

/** Takes the emulator's usual port, where nobody has it; either way it is taken. */
const takePort = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.once("error", () => resolve()).listen(4180, "127.0.0.1", resolve));
  return server;
};

test("npm start converges the sample, and again changes nothing, where the emulator's port is taken", async () => {
  const folder = await copyCheckout();
  const server = await takePort();
  try {
    const first = await start(folder);
    expect(first.exitCode, first.output).toBe(0);
    expect(first.output).toMatch(/\+ 14 created/);
    expect(first.output).toMatch(/The service received \d+ calls; \d+ of them wrote\./);
    expect(first.output).toContain("What to try next:");
    const second = await start(folder);
    expect(second.exitCode, second.output).toBe(0);
    expect(second.output).toContain("14 unchanged");
    expect(second.output).toContain("The service received 0 calls; none of them wrote.");
    const config = await readFile(path.join(folder, "Pulumi.dev.yaml"), "utf8");
    expect(config).not.toContain("collab-dev");
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("npm start that was stopped half-way is made good by the next one", async () => {
  const folder = await copyCheckout();
  try {
    // In a group of its own, as a shell does it: Ctrl-C goes to all of the group.
    const child = spawn("node", ["tools/start.mjs"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let output = "";
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.includes("Organization acme creat")) break;
    }
    process.kill(-Number(child.pid), "SIGINT");
    await Promise.race([ended, sleep(60_000)]);
    const next = await start(folder);
    expect(next.exitCode, next.output).toBe(0);
    const again = await start(folder);
    expect(again.output).toContain("none of them wrote");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
