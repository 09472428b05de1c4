/** Functions as a program calls them. */
import * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator/index.ts";
import { generateSignature, getFolders } from "../../../provider/dynamic/index.ts";
import { toleratingUnhandled } from "../../support/unhandled.ts";

beforeAll(async () => {
  await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
});

/** The value of an output, and whether it is a secret. */
const settled = async (output: unknown): Promise<{ readonly value: unknown; readonly isSecret: boolean }> => {
  const { promise, isSecret } = output as { promise(): Promise<unknown>; isSecret: Promise<boolean> };
  return { value: await promise.call(output), isSecret: await isSecret };
};

/** A stack that talks to an emulator. The client is made once a program, so these tests share one. */
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ port: 0 });
  emulator.setState({ organizations: { acme: { folders: { design: {} } } } });
  pulumi.runtime.setAllConfig({
    "collab:baseUrl": emulator.url,
    "collab:apiKey": "collab-dev-key",
    "collab:authToken": "collab-dev-token",
    "collab:requestTimeout": "2s",
    "collab:maxRetries": "0",
  });
});
afterAll(() => emulator.close());
afterEach(() => emulator.faults.clear());

test("arguments may be outputs, the result is an output, and what is secret stays so", async () => {
  const folders = await settled(getFolders({ organizationId: pulumi.output("acme") }));
  expect(folders).toMatchObject({ value: { exists: true, folders: [{ folderId: "design" }] }, isSecret: false });
  const permission = { userId: "ada", resourceId: "brand", type: "document", hasAccess: true } as const;
  const { value, isSecret } = await settled(generateSignature({ permissions: [permission] }));
  expect(value).toStrictEqual({ signature: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(isSecret).toBe(true);
});

/** The error that an output ends with, as Pulumi shows it: a `RunError` has no stack. */
const refused = (output: () => unknown, message: string | RegExp): Promise<void> =>
  toleratingUnhandled(async () => {
    const ended = settled(output());
    await expect(ended).rejects.toThrow(message);
    await expect(ended).rejects.toBeInstanceOf(pulumi.RunError);
  });

test("all arguments that are wrong are named, with the function, before anything is sent", async () => {
  const calls = emulator.requests().length;
  const wrong = { organizationId: 17, folderId: "" } as unknown as Parameters<typeof getFolders>[0];
  await refused(() => getFolders(wrong), /^collab\.getFolders: organizationId: expected text.*; folderId: expected a non-empty id/);
  expect(emulator.requests()).toHaveLength(calls);
});

test("a failure of the service is the function's, in the words of the stack's settings", async () => {
  emulator.faults.set([{ operation: "v2/organizations/folders/get", effect: { delayMs: 4000 } }]);
  await refused(
    () => getFolders({ organizationId: "globex" }),
    /^collab\.getFolders: Could not .*allow more time \(collab:requestTimeout\)/,
  );
});
