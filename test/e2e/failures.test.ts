/** What happens when something is wrong: a clear error, what succeeded is kept, and the next run does only the rest. Real engine. */
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const workspace = `version: 1
organizations:
  acme:
    members: { ada: editor, alan: viewer, grace: viewer }
    folders:
      design: { name: Design }
`;

test("a preview of a new stack needs neither credentials nor the service", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": workspace } });
  for (const key of ["COLLAB_BASE_URL", "COLLAB_API_KEY", "COLLAB_AUTH_TOKEN"]) delete stack.env[key];
  expect((await stack.preview()).map(({ op }) => op)).toStrictEqual(["create", "create", "create", "create"]);
  const { exitCode, output } = await stack.up();
  expect(exitCode).not.toBe(0);
  expect(output).toContain("collab:baseUrl is not set");
  expect(output).toContain("COLLAB_AUTH_TOKEN");
  expect(output).not.toMatch(/^\s+at /m);
});

test("a service that cannot be reached is named, and the next run does the rest", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": workspace }, config: { "collab:maxRetries": "0" } });
  const address = stack.env["COLLAB_BASE_URL"];
  stack.env["COLLAB_BASE_URL"] = "http://127.0.0.1:9";
  const failed = await stack.up();
  expect(failed.exitCode).not.toBe(0);
  expect(failed.output).toContain("127.0.0.1:9");
  expect(failed.output).not.toMatch(/^\s+at /m);
  stack.env["COLLAB_BASE_URL"] = address;
  expect((await stack.up()).exitCode).toBe(0);
});

test("a wrong key is said, and never shown", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": workspace } });
  stack.env["COLLAB_API_KEY"] = "marked-wrong-key";
  const { exitCode, output } = await stack.up();
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/collab:apiKey|COLLAB_API_KEY/);
  expect(output).not.toContain("marked-wrong-key");
  expect(stack.emulator.requests().length).toBeLessThan(10);
});

test("one refused member: the others land, the state keeps them, and only the refused one is sent again", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": workspace } });
  stack.emulator.faults.set([
    { operation: "v2/users/add", when: {}, effect: { failItems: ["alan"], message: "Seat limit reached." } },
    { operation: "v2/users/update", when: {}, effect: { failItems: ["alan"], message: "Seat limit reached." } },
  ]);
  const failed = await stack.up();
  expect(failed.exitCode).not.toBe(0);
  expect(failed.output).toContain("alan at the organization of acme");
  expect(failed.output).toContain("Seat limit reached.");
  const roster = await stack.state();
  expect(roster).toContain("ada editor");
  stack.emulator.faults.set([]);
  stack.writes();
  expect(await stack.preview()).toStrictEqual([{ op: "update", resource: "MembershipSet acme" }]);
  expect((await stack.up()).exitCode).toBe(0);
  expect(stack.writes()).toStrictEqual([
    {
      operation: "v2/users/add",
      data: { organizationId: "acme", createOrganization: true, users: [{ userId: "alan", accessRole: "viewer" }] },
    },
  ]);
  expect((await stack.up()).output).toContain("unchanged");
});

test("the provider in the state is short, constant, and holds no secret", async () => {
  await using stack = await Stack.open({ files: { "workspace.yaml": workspace }, config: {} });
  await stack.expect(["up", "--yes", "--skip-preview"]);
  const state = await stack.state();
  expect(state).not.toContain("collab-dev-key");
  expect(state).not.toContain("collab-dev-token");
  const resources = (JSON.parse(state) as { checkpoint: { latest: { resources: { type: string; outputs?: { __provider?: string } }[] } } })
    .checkpoint.latest.resources;
  const texts = new Map<string, Set<string>>();
  for (const { type, outputs } of resources) {
    if (!outputs?.__provider) continue;
    texts.set(type, (texts.get(type) ?? new Set()).add(outputs.__provider));
  }
  expect(texts.size).toBe(4);
  for (const variants of texts.values()) {
    expect(variants.size).toBe(1);
    for (const text of variants) expect(Buffer.byteLength(text)).toBeLessThan(1000);
  }
});
