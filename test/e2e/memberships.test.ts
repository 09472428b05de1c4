/** Many single memberships, created one by one by the engine, travel together. Real engine. */
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const count = 200;
const program = `import * as collab from "pulumi-collab";
for (let index = 0; index < ${count}; index++) {
  new collab.Membership(\`member-\${index}\`, { organizationId: "acme", userId: \`user-\${index}\`, accessRole: "viewer" });
}
`;

test(`${count} memberships of one organization take at most half as many calls`, async () => {
  await using stack = await Stack.open({ files: { "index.ts": program } });
  // Without it nearly all of the time is the engine's, which writes its state after each step; the benchmark measures both.
  stack.env["PULUMI_SKIP_CHECKPOINTS"] = "true";
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(Object.keys(stack.emulator.state().organizations["acme"]?.members ?? {})).toHaveLength(count);
  expect(stack.emulator.requests().length).toBeLessThanOrEqual(count / 2);
});
