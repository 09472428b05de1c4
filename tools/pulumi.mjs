import { exitOn, help } from "./lib/errors.mjs";
import { setUp } from "./lib/setup.mjs";
import { pulumi, refuseForeignStacks, withLocalStack } from "./lib/stack.mjs";

const args = process.argv.slice(2);

help(
  `
Usage: npm run pulumi -- <command> [options]

Runs any Pulumi command with this checkout's engine, backend (.collab/backend), stack (dev) and emulator, e.g.

  npm run pulumi -- preview --diff
  npm run pulumi -- up
  npm run pulumi -- up --help

With PULUMI_BACKEND_URL set it works on your own backend and stacks, without the emulator.
`,
  args.length === 0 ? ["--help"] : args.slice(0, 1),
);

try {
  refuseForeignStacks(args, process.env);
  const engine = await setUp();
  process.exitCode = await withLocalStack(engine, process.env, ({ env }) => pulumi(engine, args, env));
} catch (error) {
  exitOn(error);
}
