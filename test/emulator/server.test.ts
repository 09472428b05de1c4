import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/index.ts";
import { start } from "./start.ts";

it("close finishes the requests in hand, then takes no more", async () => {
  const emulator = await start();
  emulator.faults.set([{ operation: "v2/users/add", effect: { delayMs: 100 } }]);
  const inHand = emulator.call("addUsers", { organizationId: "acme", users: [{ userId: "ada" }] });
  await sleep(30);
  const closed = emulator.close();
  expect(await inHand).toMatchObject({ http: 200, data: { ada: { success: true } } });
  await closed;
  await expect(emulator.call("getFolders", { organizationId: "acme" })).rejects.toThrow();
});

it("calls at the same time are each one transaction", async () => {
  const { call, state } = await start();
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      call("addUsers", { organizationId: "acme", users: [{ userId: `u${index}` }, { userId: "same", name: `N${index}` }] }),
    ),
  );
  expect(Object.keys(state().organizations["acme"]?.members ?? {})).toHaveLength(51);
});

it("a port that is taken is a clear error", async () => {
  const { port } = await start();
  await expect(startEmulator({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
});

it.each([-1, 70_000, 1.5])("port %d is refused", async (port) => {
  await expect(startEmulator({ port })).rejects.toThrow("0 to 65535");
});
