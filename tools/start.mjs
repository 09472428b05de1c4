import { countCalls } from "./lib/emulator.mjs";
import { withoutTargets } from "./lib/environment.mjs";
import { exitOn, help } from "./lib/errors.mjs";
import { setUp } from "./lib/setup.mjs";
import { forgetPending, pulumi, withLocalStack } from "./lib/stack.mjs";
import { nextSteps, receivedLine } from "./lib/summary.mjs";

help(`
Usage: npm start

Sets everything up, starts the emulator on the state in .collab/, and runs \`pulumi up\` of workspace.yaml.
A second run changes nothing. It never reaches any other service, whatever the environment says.
`);

const up = async (engine, { env, url }) => {
  await forgetPending(engine, env);
  const before = await countCalls(url);
  console.log(`The emulator answers on ${url}.\n`);
  const code = await pulumi(engine, ["up", "--yes", "--skip-preview", "--stack", "dev"], env);
  if (code !== 0) {
    console.error(`\n\`pulumi up\` ended with exit code ${code}. What it says above is why; \`npm start\` again goes on from there.`);
    return code;
  }
  console.log(`\n${receivedLine(before, await countCalls(url))}\n\n${nextSteps}`);
  return code;
};

try {
  const engine = await setUp();
  const { env, ignored } = withoutTargets(process.env);
  if (ignored.length > 0)
    console.log(`${ignored.join(", ")}: not used here. \`npm start\` is the emulator and the stack dev, \`npm run pulumi\` obeys them.`);
  process.exitCode = await withLocalStack(engine, env, (local) => up(engine, local));
} catch (error) {
  exitOn(error);
}
