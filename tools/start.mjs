import { countCalls } from "./lib/emulator.mjs";
import { exitOn, help } from "./lib/errors.mjs";
import { setUp } from "./lib/setup.mjs";
import { pulumi, withLocalStack } from "./lib/stack.mjs";

help(`
Usage: npm start

Sets everything up, starts the emulator on the state in .collab/, and runs \`pulumi up\` of workspace.yaml.
A second run changes nothing.
`);

const next = `
What to try next:
  edit workspace.yaml, then    npm run pulumi -- preview --diff     what would change
                               npm run pulumi -- up                 make it so
  npm run pulumi -- refresh    compare with the service, after somebody changed it by hand
  npm run emulator             keep the emulator running, on the same state

The same against your own service:
  npm run pulumi -- stack init prod
  npm run pulumi -- config set collab:baseUrl https://collab.example.com --stack prod
  npm run pulumi -- config set --secret collab:apiKey --stack prod
  npm run pulumi -- config set --secret collab:authToken --stack prod
  npm run pulumi -- preview --stack prod
`;

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const up = async (engine, { env, url }) => {
  const before = url && (await countCalls(url));
  if (url) console.log(`The emulator answers at ${url}.\n`);
  const code = await pulumi(engine, ["up", "--yes", "--skip-preview"], env);
  if (code !== 0) return code;
  if (url) {
    const { calls, writes } = await countCalls(url);
    const wrote = writes - before.writes;
    console.log(
      `\nThe service received ${plural(calls - before.calls, "call")}; ${wrote === 0 ? "none of them wrote" : `${wrote} of them wrote`}.`,
    );
  }
  console.log(next.trimEnd());
  return code;
};

try {
  const engine = await setUp();
  process.exitCode = await withLocalStack(engine, (local) => up(engine, local));
} catch (error) {
  exitOn(error);
}
