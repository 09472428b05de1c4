/** Secrets that a program marks, and credentials: in no state, no output, no log, and no message of the plugin outside of their mark. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pluginFile } from "../plugin/process.ts";
import { Stack } from "./stack.ts";

const program = `name: test
runtime: yaml
plugins: { providers: [{ name: collab, path: ${JSON.stringify(path.dirname(pluginFile))} }] }
resources:
  design:
    type: collab:Folder
    properties:
      organizationId: acme
      folderId: design
      folderName: { fn::secret: planted-folder }
      createOrganization: true
  brand:
    type: collab:Document
    properties:
      organizationId: acme
      documentId: brand
      documentName: { fn::secret: planted-document }
    options: { dependsOn: ["\${design}"] }
  members:
    type: collab:MembershipSet
    properties:
      organizationId: acme
      members: { ada: { accessRole: editor, name: { fn::secret: planted-name }, email: ada@acme.example } }
    options: { dependsOn: ["\${design}"] }
variables:
  token: { fn::invoke: { function: collab:getAuthToken, arguments: { userId: ada } } }
outputs:
  name: \${design.folderName}
  token: \${token.token}
`;

const mark = "1b47061264138c4ac30d75fd1eb44270";

/** A copy without what stands inside of a mark. */
const withoutMarked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutMarked);
  if (typeof value !== "object" || value === null) return value;
  if (Object.values(value).includes(mark)) return "[marked]";
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutMarked(member)]));
};

test("what is planted as a secret is found nowhere in plain text", async () => {
  const emulator = { apiKey: "planted-api-key", authToken: "planted-auth-token" };
  await using stack = await Stack.open({ files: { "Pulumi.yaml": program }, emulator });
  Object.assign(stack.env, { COLLAB_API_KEY: emulator.apiKey, COLLAB_AUTH_TOKEN: emulator.authToken });
  const log = path.join(stack.folder, "grpc.json");
  stack.env["PULUMI_DEBUG_GRPC"] = log;
  // At this level the engine logs what a program registers, marked or not; what it cannot know must not be there.
  expect(await stack.expect(["up", "--yes", "--skip-preview", "-v=9", "--logtostderr"])).not.toMatch(/planted-(api-key|auth-token)/);
  const shown: string[] = [];
  delete stack.env["PULUMI_DEBUG_GRPC"];
  await stack.write("Pulumi.yaml", program.replace("planted-folder", "planted-other").replace("accessRole: editor", "accessRole: viewer"));
  shown.push(await stack.expect(["up", "--yes", "--diff"]));
  // A failure that would quote the value.
  await stack.write(
    "Pulumi.yaml",
    program.replace("documentName: { fn::secret: planted-document }", "documentName: { fn::secret: planted-change }"),
  );
  shown.push((await stack.up()).output);
  shown.push(await stack.state());
  for (const text of shown) expect(text.match(/.*planted-.*/)?.[0]).toBeUndefined();

  const messages = (await readFile(log, "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line): { method: string; response?: unknown; request?: unknown } => JSON.parse(line));
  const ours = messages.filter(({ method }) => method.startsWith("/pulumirpc.ResourceProvider/"));
  expect(ours.length).toBeGreaterThan(5);
  // Credentials from the environment are in no message at all; what the program marked stays marked in everything that the plugin says.
  expect(JSON.stringify(messages)).not.toMatch(/planted-(api-key|auth-token)/);
  const said = [
    ...ours.map(({ response }) => response),
    ...messages.filter(({ method }) => method.includes("Engine/Log")).map(({ request }) => request),
  ];
  expect(JSON.stringify(said.map(withoutMarked))).not.toContain("planted-");
});
