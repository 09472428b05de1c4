import { exitOn, help } from "./lib/errors.mjs";
import { setUp } from "./lib/setup.mjs";
import { pulumi, withLocalStack } from "./lib/stack.mjs";

const args = process.argv.slice(2);

help(
  `
Usage: npm run pulumi -- <command> [options]

Runs any Pulumi command with this checkout's engine, backend (.collab/backend), stack (dev) and emulator, e.g.

  npm run pulumi -- preview --diff
  npm run pulumi -- up
  npm run pulumi -- up --help

COLLAB_BASE_URL names another service than the emulator, PULUMI_BACKEND_URL another backend.
`,
  args.length === 0 ? ["--help"] : args.slice(0, 1),
);

try {
  const engine = await setUp();
  process.exitCode = await withLocalStack(engine, process.env, ({ env }) => pulumi(engine, args, env));
} catch (error) {
  exitOn(error);
}
