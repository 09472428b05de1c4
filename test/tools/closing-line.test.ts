import { expect, test } from "vitest";
import { closingLine } from "../../tools/lib/closing-line.mjs";

const passed = { status: "passed", assertionResults: [{}] };

test("counts tests, not files", () => {
  expect(closingLine({ numPassedTests: 7, numFailedTests: 2, testResults: [passed, { status: "failed", assertionResults: [{}] }] })).toBe(
    "7 passed, 2 failed",
  );
});

test("a file that could not be loaded is a failure", () => {
  expect(closingLine({ numPassedTests: 7, numFailedTests: 0, testResults: [passed, { status: "failed", assertionResults: [] }] })).toBe(
    "7 passed, 1 failed",
  );
});

test("a file of which a hook failed, so that its tests did not run, is a failure", () => {
  const skipped = { status: "failed", assertionResults: [{ status: "skipped" }, { status: "skipped" }] };
  expect(closingLine({ numPassedTests: 7, numFailedTests: 0, testResults: [passed, skipped] })).toBe("7 passed, 1 failed");
});
