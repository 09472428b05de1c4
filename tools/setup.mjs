import { exitOn, help } from "./lib/errors.mjs";
import { describeEngine } from "./lib/engine.mjs";
import { setUp } from "./lib/setup.mjs";

help(`
Usage: npm run setup

Installs npm packages (Node.js 24 among them), finds, downloads or builds the Pulumi engine, and compiles the package.
Does only what is missing or stale; logs are in .setup/.
`);

try {
  console.log(`Ready: ${describeEngine(await setUp())}.`);
} catch (error) {
  exitOn(error);
}
