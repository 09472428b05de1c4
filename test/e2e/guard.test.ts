/** What stands between a mistake and everybody's access: each way to take access away, on the real engine. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const members = (count: number): string => `{ ${Array.from({ length: count }, (_, index) => `user-${index}: viewer`).join(", ")} }`;
const file = (organizations: Readonly<Record<string, string>>, top = ""): string =>
  `version: 1\n${top}organizations:\n${Object.entries(organizations)
    .map(([id, body]) => `  ${id}: ${body}\n`)
    .join("")}`;
const having = (count: number): string => `{ members: ${members(count)} }`;
const full = { acme: having(20), globex: having(12), initech: having(12) };
/** A member less than half, an organization that vanished, and one whose members are no longer written down. */
const mistaken = { acme: having(9), initech: "{}" };

/** The URN of an organization's set. */
const setOf = async (stack: Stack, organization: string): Promise<string> =>
  (await stack.urn("MembershipSet")).replace(/::[^:]*$/, `::${organization}`);

test("a declaration that takes too much away writes nothing, by whatever command; the line that agrees to it lets it through once", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": file(full) } });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  stack.writes();
  const refused = async (...args: string[]): Promise<string> => {
    const { exitCode, output } = await stack.pulumi(args);
    expect(exitCode, output).not.toBe(0);
    expect(output).not.toMatch(/^\s+at /m);
    expect(stack.writes()).toStrictEqual([]);
    return output;
  };

  await stack.write("workspace.yaml", file(mistaken));
  const preview = await refused("preview");
  for (const said of [
    "acme: removals: 11 of 20 grants, allowed 5 (25%): user-10, user-11",
    "globex (no longer declared): removals: 12 of 12 grants, allowed 3 (25%)",
    "initech (no longer declared): removals: 12 of 12 grants, allowed 3 (25%)",
    "the whole workspace: removals: 35 of 44 grants, allowed 11 (25%)",
  ]) {
    expect(preview).toContain(said);
  }
  const [line = ""] = /acknowledge: \{ removals: 35, digest: "\w+" \}/.exec(preview) ?? [];
  expect(await refused("up", "--yes", "--skip-preview")).toContain(line);
  const acme = await setOf(stack, "acme");
  expect(await refused("up", "--yes", "--skip-preview", "--target", acme)).toContain("acme: removals: 11 of 20 grants");
  // The engine asks nothing about what it is told to replace, so the guard is protected too.
  expect(await refused("up", "--yes", "--skip-preview", "--replace", await stack.urn("MembershipGuard"))).toContain(
    "marked for protection",
  );
  expect(await refused("destroy", "--yes", "--skip-preview", "--target", acme)).toContain("protect");

  await stack.write("workspace.yaml", file(full));
  await stack.expect(["config", "set", "collab:protect", "false"]);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  // The grants before and after are the same as then, so the line is good.
  await stack.write("workspace.yaml", file(mistaken, `${line}\n`));
  await stack.expect(["up", "--yes", "--skip-preview"]);
  for (const organization of ["globex", "initech"]) expect(stack.emulator.access(organization, "user-0").grants).toStrictEqual([]);
  expect(stack.emulator.access("acme", "user-8").grants).toHaveLength(1);
  expect((await stack.pulumi(["preview"])).output).toContain("acknowledge of the workspace is stale");
});

test("an end at midnight shows as its line, is told, and does not fit a plan of the day before", async () => {
  const workspace = (more = "") =>
    file({ acme: `{ members: { ada: editor, alan: { role: viewer, until: 2026-11-30, ticket: OPS-7 }, grace: viewer${more} } }` });
  await using stack = await Stack.open({
    files: { "workspace.yaml": workspace() },
    config: { "collab:asOf": "2026-11-30", "collab:required": '{"acme": ["ada editor"]}' },
  });
  const first = await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(first).toContain("acme: last day today: alan (2026-11-30, OPS-7). An `up` after midnight UTC takes this access away.");
  await stack.write("workspace.yaml", workspace(", zoe: viewer"));
  const plan = path.join(stack.folder, "plan.json");
  await stack.expect(["preview", "--save-plan", plan]);
  expect(await readFile(plan, "utf8")).toContain("zoe");
  stack.writes();

  await stack.expect(["config", "set", "collab:asOf", "2026-12-01"]);
  const planned = await stack.up("--plan", plan);
  expect(planned.exitCode, planned.output).not.toBe(0);
  expect(planned.output).toMatch(/violates plan/);
  expect(stack.writes()).toStrictEqual([]);

  const diff = await stack.expect(["preview", "--diff"]);
  const changed = diff.split("\n").flatMap((line) => /^\s+[-+] (\w+ (?:viewer|editor).*)$/.exec(line)?.[1] ?? []);
  expect(changed).toStrictEqual([
    "alan viewer until=2026-11-30",
    "alan viewer until=2026-11-30 expired=true",
    "zoe viewer",
    "alan viewer until=2026-11-30 ticket=OPS-7",
    "alan viewer until=2026-11-30 ticket=OPS-7 expired=true",
    "zoe viewer",
  ]);
  expect(diff).toContain("acme: access ends, its last day has passed: alan (2026-11-30, OPS-7).");
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(stack.emulator.access("acme", "alan").grants).toStrictEqual([]);

  await stack.write("workspace.yaml", file({ acme: "{ members: { ada: viewer, grace: viewer, zoe: viewer } }" }, "departed: [alan]\n"));
  const demoted = await stack.up();
  expect(demoted.output).toContain("acme: ada is required at the organization as editor, and declared as viewer");
});
