/** One role changed among 10,000: a preview shows that member's line with its neighbours, and little else. Through both ways in. */
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { Stack } from "./stack.ts";

const count = 10_000;
const changed = "user-04711";
const users = Array.from({ length: count }, (_, index) => `user-${String(index).padStart(5, "0")}`);
const roleOf = (user: string, role: string): string => (user === changed ? role : "viewer");

const yaml = `name: test
runtime: yaml
plugins: { providers: [{ name: collab, path: ${JSON.stringify(path.dirname(pluginFile))} }] }
resources:
  members:
    type: collab:MembershipSet
    properties: { organizationId: acme, createOrganization: true, roster: { fn::readFile: ./roster.txt } }
`;
const program = `import { readFileSync } from "node:fs";
import { MembershipSet } from "pulumi-collab";
new MembershipSet("members", { organizationId: "acme", createOrganization: true, members: JSON.parse(readFileSync("members.json", "utf8")) });
`;

test.each([
  {
    way: "the plugin",
    files: { "Pulumi.yaml": yaml },
    file: "roster.txt",
    most: 12,
    text: (role: string) => users.map((user) => `${user} ${roleOf(user, role)}\n`).join(""),
  },
  {
    way: "dynamic resources",
    files: { "index.ts": program },
    file: "members.json",
    // The engine's own diff has a line of each shard that stays as it is.
    most: 100,
    text: (role: string) => JSON.stringify(Object.fromEntries(users.map((user) => [user, roleOf(user, role)]))),
  },
])("through $way", async ({ files, file, text, most }) => {
  await using stack = await Stack.open({ files: { ...files, [file]: text("viewer") } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  stack.writes();
  await stack.write(file, text("editor"));
  const lines = (await stack.expect(["preview", "--diff"])).split("\n").map((line) => line.trim());
  const at = lines.indexOf(`- ${changed} viewer`);
  expect(lines[at + 1]).toBe(`+ ${changed} editor`);
  for (const neighbour of [lines[at - 1], lines[at + 2]]) expect(neighbour).toMatch(/^user-\d{5} viewer$/);
  expect(lines.filter((line) => /user-\d{5}/.test(line)).length).toBeLessThan(most);
  expect(stack.writes()).toStrictEqual([]);
  // Two hundred bytes a member at most; through the plugin, what is declared is recorded once.
  expect((await stack.state()).length).toBeLessThan(count * 200);
});
