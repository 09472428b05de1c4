/** Every registered kind through every adapter. A kind joins with a fixture in `fixtures/`, an adapter with an implementation in `adapter.ts`. */
import { describe, expect, test, vi } from "vitest";
import { switchNames } from "../../../emulator/index.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { dynamicAdapter } from "./adapter.ts";
import { dialects } from "./cases/dialects.ts";
import { faults } from "./cases/faults.ts";
import { lifecycle } from "./cases/lifecycle.ts";
import { validation } from "./cases/validation.ts";
import { fixtures } from "./fixtures/index.ts";

// Each test has a service of its own, and much of its time is waiting for what becomes visible late.
vi.setConfig({ maxConcurrency: 24 });

const adapters = [dynamicAdapter];
const suites = { validation, lifecycle, faults, dialects };

/** Switches that touch no resource kind of their own, and where they are tested. */
const elsewhere = ["authFailure", "pageTokenAtEnd", "rateLimit"];

test("every registered kind has a fixture", () => {
  expect([...new Set(fixtures.map(({ kind }) => kind))].toSorted()).toStrictEqual(Object.keys(kinds).toSorted());
});

test("every switch touches a kind, or is tested with the client", () => {
  const touching = new Set<string>(fixtures.flatMap(({ switches }) => switches));
  expect([...new Set([...touching, ...elsewhere])].toSorted()).toStrictEqual(switchNames.toSorted());
});

describe.concurrent.each(adapters)("$name", (adapter) => {
  for (const fixture of fixtures) {
    describe(`${fixture.kind}${fixture.variant ? ` (${fixture.variant})` : ""}`, () => {
      describe.each(Object.entries(suites))("%s", (_, suite) => suite({ adapter, fixture }));
    });
  }
});
