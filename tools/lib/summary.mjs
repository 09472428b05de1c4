/** What `npm start` says at the end. */

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * What the service has received between two counts.
 *
 * @param {{ calls: number, writes: number }} before
 * @param {{ calls: number, writes: number }} after
 */
export const receivedLine = (before, after) => {
  const calls = after.calls - before.calls;
  const writes = after.writes - before.writes;
  return `The service received ${plural(calls, "call")}; ${writes === 0 ? "none" : writes} of them wrote.`;
};

export const nextSteps = `What to try next:
  edit workspace.yaml, then
  npm run pulumi -- preview --diff     what would change
  npm run pulumi -- up                 make it so
  npm run pulumi -- refresh            compare with the service, after somebody changed it by hand
  npm run emulator                     keep the emulator running, on the same state

The same against your own service, with a Pulumi backend of your own:
  export PULUMI_BACKEND_URL=...        where your stacks are kept; PULUMI_CONFIG_PASSPHRASE if it needs one
  npm run pulumi -- stack init prod
  npm run pulumi -- config set --stack prod collab:baseUrl https://collab.example.com
  npm run pulumi -- config set --stack prod --secret collab:apiKey
  npm run pulumi -- config set --stack prod --secret collab:authToken
  npm run pulumi -- preview --stack prod`;
