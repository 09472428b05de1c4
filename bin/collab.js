#!/usr/bin/env node
/** Starts `collab` on a Node.js that is new enough: the one that runs this, or the npm package `node` of the project. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const minimum = [22, 19];
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

const fail = (message) => {
  console.error(`collab: ${message}`);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const newEnough = major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);

const local = () => {
  const program = path.join("node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  return [fileURLToPath(new URL("..", import.meta.url)), process.cwd()].map((folder) => path.join(folder, program)).find(existsSync);
};

const runOn = (node) => {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: "inherit" });
  // Ctrl-C reaches the child by itself; it finishes what is in hand, and we end when it has.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
};

if (!existsSync(main)) fail("the package is not compiled. Run `npm run setup` in the checkout first.");
if (newEnough) {
  await import("../dist/cli/main.js");
} else {
  const node = local();
  if (!node)
    fail(
      `Node.js ${minimum.join(".")} or later is needed, this is ${process.versions.node}. Install a newer one, or \`npm install node@24\`.`,
    );
  runOn(node);
}
