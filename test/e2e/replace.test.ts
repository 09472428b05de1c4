/** A replacement, or a new name in the program, never takes away what is declared. Real engine. */
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const program = (name: string, members: string): string => `
import * as collab from "pulumi-collab";
const { organizationId } = new collab.Organization("acme", { organizationId: "acme" });
new collab.MembershipSet("${name}", { organizationId, members: ${members} });
`;

const rolesOf = (stack: Stack, user: string) => stack.emulator.access("acme", user).grants.map(({ role }) => role);

test("a set under another name: only whom it no longer has loses access; --replace leaves everybody as declared", async () => {
  await using stack = await Stack.open({ files: { "index.ts": program("team", `{ ada: "editor", grace: "viewer" }`) } });
  await stack.expect(["up", "--yes", "--skip-preview"]);

  await stack.write("index.ts", program("members", `{ grace: "viewer", alan: "editor" }`));
  const renamed = await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(renamed).toContain("1 created");
  expect(renamed).toContain("1 deleted");
  expect(["ada", "grace", "alan"].map((user) => rolesOf(stack, user))).toStrictEqual([[], ["viewer"], ["editor"]]);

  stack.writes();
  await stack.expect(["up", "--yes", "--skip-preview", "--replace", await stack.urn("MembershipSet")]);
  expect(["ada", "grace", "alan"].map((user) => rolesOf(stack, user))).toStrictEqual([[], ["viewer"], ["editor"]]);
  // Nobody was without access for a moment.
  expect(stack.writes().map(({ operation }) => operation)).not.toContain("v1/users/delete");
  expect((await stack.up()).output).toContain("unchanged");
});
