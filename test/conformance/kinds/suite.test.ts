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
import { calledSoFar } from "./world.ts";

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

test.each(Object.values(kinds))(
  "$token: every input is changed in place, refused, replaced or only about creation, in some fixture",
  (kind) => {
    const own = fixtures.filter((fixture) => fixture.kind === kind.token);
    const changed = own.flatMap(({ mutable, refused = [] }) => [...mutable, ...refused].flatMap(({ change }) => Object.keys(change)));
    const replaced = own.flatMap(({ immutable }) => Object.keys(immutable));
    const covered = new Set([...changed, ...replaced, ...(kind.createOnly ?? [])].map(String));
    expect(Object.keys(kind.inputs.shape).filter((key) => !covered.has(key))).toStrictEqual([]);
  },
);

describe.concurrent.each(adapters)("$name", (adapter) => {
  for (const fixture of fixtures) {
    describe(`${fixture.kind}${fixture.variant ? ` (${fixture.variant})` : ""}`, () => {
      describe.each(Object.entries(suites))("%s", (_, suite) => suite({ adapter, fixture }));
    });
  }
});

// Last: an operation that no test above has seen a kind call would be wrong in the reference.
test("every operation that a kind names is called", () => {
  const named = Object.values(kinds).flatMap(({ token, steps }) =>
    // A v1 form does what its v2 form does: one of them is enough.
    Object.values(steps).flatMap(({ operations }) => operations.map((operation) => `${token} ${operation.replace(/V1$/, "")}`)),
  );
  expect(named.filter((call) => !calledSoFar.has(call))).toStrictEqual([]);
});
