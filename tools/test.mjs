import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { closingLine } from "./lib/closing-line.mjs";
import { pathWith, withoutTargets } from "./lib/environment.mjs";
import { exitOn, help, SetupError } from "./lib/errors.mjs";
import { nodeProgram } from "./lib/node.mjs";
import { root, setupDir } from "./lib/paths.mjs";
import { foreground } from "./lib/run.mjs";
import { setUp } from "./lib/setup.mjs";

help(`
Usage: npm test -- [files or vitest options]

Sets everything up and runs the tests, those on the real engine included.
  npm test -- test/workspace       some of them
  npm test -- --exclude test/e2e   all but those on the real engine
`);

// Of this process alone: two runs may go on side by side.
const results = path.join(setupDir, `test-results-${process.pid}.json`);

const report = () => {
  try {
    return JSON.parse(readFileSync(results, "utf8"));
  } catch {
    return undefined;
  } finally {
    rmSync(results, { force: true });
  }
};

try {
  const engine = await setUp();
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const { env } = withoutTargets(process.env);
  const code = await foreground(nodeProgram(), [vitest, "run", ...reporters, ...process.argv.slice(2)], { ...env, PATH: pathWith(engine) });
  const outcome = report();
  if (!outcome) throw new SetupError(`The tests ended without a result (exit code ${code}). What vitest says above is why.`);
  console.log(closingLine(outcome));
  process.exitCode = code;
} catch (error) {
  exitOn(error);
}
