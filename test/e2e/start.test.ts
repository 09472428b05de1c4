/** `npm start`, as somebody runs it in a clone: twice, with the port taken, and after it was stopped half-way. Real engine. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { blocksIn, pages } from "../docs/pages.ts";
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

/** The commands that the front page shows after `npm start`, as they stand there, after an edit of the file. */
const tryWhatComesNext = async (folder: string): Promise<void> => {
  const [first, second] = blocksIn(pages, "sh").filter(({ file }) => file === "README.md");
  expect(first?.code).toMatch(/^npm start\b/);
  const commands = (second?.code ?? "").trim().split("\n");
  expect(commands).toStrictEqual(["npm run pulumi -- preview --diff", "npm run pulumi -- up"]);
  const file = path.join(folder, "workspace.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^( +alan: .*)viewer/m, "$1editor"));
  expect(await readFile(file, "utf8")).not.toBe(text);
  const [preview = "", up = ""] = commands;
  const shell = (command: string) => run("bash", ["-c", command], folder, env);
  const previewed = await shell(preview);
  expect(previewed.exitCode, previewed.output).toBe(0);
  expect(previewed.output).toMatch(/^ *- alan viewer/m);
  expect(previewed.output).toMatch(/^ *\+ alan editor/m);
  // There is nobody to ask.
  const converged = await shell(`${up} --yes`);
  expect(converged.exitCode, converged.output).toBe(0);
  // The set, and the guard that judges the whole.
  expect(converged.output).toMatch(/~ 2 updated/);
};

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
    expect(first.output).toMatch(/\+ 15 created/);
    expect(first.output).toMatch(/The service received \d+ calls; \d+ of them wrote\./);
    expect(first.output).toContain("What to try next:");
    const second = await start(folder);
    expect(second.exitCode, second.output).toBe(0);
    expect(second.output).toContain("15 unchanged");
    expect(second.output).toContain("The service received 0 calls; none of them wrote.");
    const config = await readFile(path.join(folder, "Pulumi.dev.yaml"), "utf8");
    expect(config).not.toContain("collab-dev");
    await tryWhatComesNext(folder);
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
    // Read on to its end: with the pipe gone, the engine would die of that in place of the signal.
    await new Promise<void>((resolve) => {
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output += String(chunk);
        if (output.includes("Organization acme creat")) resolve();
      });
      child.once("exit", () => resolve());
    });
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
