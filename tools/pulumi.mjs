import { exitOn } from "./lib/errors.mjs";
import { setUp } from "./lib/setup.mjs";
import { pulumi, withLocalStack } from "./lib/stack.mjs";

const args = process.argv.slice(2);
if (args.length === 0 || args[0] === "--help") {
  console.log(
    `
Usage: npm run pulumi -- <command> [options]

Runs any Pulumi command with this checkout's engine, backend (.collab/backend), stack (dev) and emulator, e.g.

  npm run pulumi -- preview --diff
  npm run pulumi -- up
  npm run pulumi -- stack export

COLLAB_BASE_URL names another service than the emulator, PULUMI_BACKEND_URL another backend.
`.trim(),
  );
  process.exit(0);
}

try {
  const engine = await setUp();
  process.exitCode = await withLocalStack(engine, ({ env }) => pulumi(engine, args, env));
} catch (error) {
  exitOn(error);
}
