import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { closingLine } from "./lib/closing-line.mjs";
import { pathWith } from "./lib/environment.mjs";
import { exitOn, help } from "./lib/errors.mjs";
import { node, root, setupDir } from "./lib/paths.mjs";
import { setUp } from "./lib/setup.mjs";

help(`
Usage: npm test -- [files or vitest options]

Sets everything up and runs the tests, those on the real engine included.
  npm test -- test/workspace       some of them
  npm test -- --exclude test/e2e   all but those on the real engine
`);

const results = path.join(setupDir, "test-results.json");

const runTests = (engine) =>
  new Promise((resolve, reject) => {
    const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
    const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`, ...process.argv.slice(2)];
    const env = { ...process.env, PATH: pathWith(engine) };
    const child = spawn(node, [vitest, ...args], { cwd: root, env, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });

try {
  const engine = await setUp();
  rmSync(results, { force: true });
  const code = await runTests(engine);
  console.log(closingLine(() => JSON.parse(readFileSync(results, "utf8"))));
  process.exitCode = code;
} catch (error) {
  exitOn(error);
}
