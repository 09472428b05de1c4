import { expect, test } from "vitest";
import { isAtLeast } from "../../tools/lib/version.mjs";

test.each([
  ["v3.259.0", "3.259.0", true],
  ["v3.260.0-alpha.1", "3.259.0", true],
  ["v3.99.9", "3.259.0", false],
  ["v4.0.0", "3.259.0", true],
  ["v22.18.0", "22.19.0", false],
  ["go1.26", "1.26.0", true],
  ["no version at all", "1.0.0", false],
  [undefined, "1.0.0", false],
])("%s is at least %s: %s", (text, minimum, expected) => {
  expect(isAtLeast(text, minimum)).toBe(expected);
});
