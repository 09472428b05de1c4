import { expect, it } from "vitest";
import { reached, start } from "../start.ts";

const seed = { version: 1, organizations: { acme: { members: { ada: "editor" }, documents: { top: { members: { ada: "viewer" } } } } } };

it("operation 19: disabled removes everybody's access to all documents, enabled restores it (States)", async () => {
  const emulator = await start({ seed });
  const disable = (disabled: boolean) => emulator.call("updateDisabledState", { organizationIds: ["acme"], disabled });
  expect((await disable(true)).data).toMatchObject({ acme: { success: true, id: expect.any(String) } });
  expect(emulator.access("acme", "ada")).toMatchObject({ disabled: true, documents: {} });
  await disable(true);
  await disable(false);
  expect(reached(emulator, "acme", "ada")).toEqual(["top"]);
});

it("operation 19: organizations that are not listed stay as they are", async () => {
  const emulator = await start({ seed: { version: 1, organizations: { a: {}, b: {} } } });
  await emulator.call("updateDisabledState", { organizationIds: ["a"], disabled: true });
  expect(emulator.state().organizations).toMatchObject({ a: { disabled: true }, b: { disabled: false } });
});
