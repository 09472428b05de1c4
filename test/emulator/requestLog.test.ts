import { expect, it } from "vitest";
import { createRequestLog } from "../../emulator/requestLog.ts";

it("is bounded by entries, and says how many it dropped", () => {
  const log = createRequestLog();
  for (let index = 0; index < 160_000; index++) log.start(`/${index}`, null, 0);
  const { requests, dropped } = log.read();
  expect([requests.length, dropped, requests[0]?.path, requests.at(-1)?.path]).toEqual([100_000, 60_000, "/60000", "/159999"]);
});

it("is bounded by the size of the bodies", () => {
  const log = createRequestLog();
  const body = JSON.stringify("x".repeat(9_000_000));
  for (let index = 0; index < 10; index++) log.setBody(log.start(`/${index}`, null, 0), body);
  const { requests, dropped } = log.read();
  expect([requests.length, dropped]).toEqual([7, 3]);
});
