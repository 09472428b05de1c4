/** Functions as a program calls them. */
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../emulator/index.ts";
import { generateSignature, getFolders } from "../../../provider/dynamic/index.ts";

beforeAll(async () => {
  await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
});

/** The value of an output, and whether it is a secret. */
const settled = async (output: unknown): Promise<{ readonly value: unknown; readonly isSecret: boolean }> => {
  const { promise, isSecret } = output as { promise(): Promise<unknown>; isSecret: Promise<boolean> };
  return { value: await promise.call(output), isSecret: await isSecret };
};

test("arguments may be outputs, the result is an output, and what is secret stays so", async () => {
  const emulator = await startEmulator({ port: 0 });
  onTestFinished(() => emulator.close());
  emulator.setState({ organizations: { acme: { folders: { design: {} } } } });
  pulumi.runtime.setAllConfig({
    "collab:baseUrl": emulator.url,
    "collab:apiKey": "collab-dev-key",
    "collab:authToken": "collab-dev-token",
  });
  const folders = await settled(getFolders({ organizationId: pulumi.output("acme") }));
  expect(folders).toMatchObject({ value: { exists: true, folders: [{ folderId: "design" }] }, isSecret: false });
  const permission = { userId: "ada", resourceId: "brand", type: "document", hasAccess: true } as const;
  const { value, isSecret } = await settled(generateSignature({ permissions: [permission] }));
  expect(value).toStrictEqual({ signature: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(isSecret).toBe(true);
});
