import { expect, test } from "vitest";
import { parseWorkspace } from "../../workspace/load.ts";

const files = (count: number, membersOfEach: number) =>
  Array.from({ length: count }, (_, n) => {
    const members = Array.from(
      { length: membersOfEach },
      (__, m) => `      user-${m}: { role: editor, name: User ${m}, email: user-${m}@acme.example }\n`,
    );
    return { file: `${n}.yaml`, text: `version: 1\norganizations:\n  org-${n}:\n    members:\n${members.join("")}` };
  });

/** Processor time, which other programs on the machine do not change. */
const milliseconds = (sources: { file: string; text: string }[]) => {
  const before = process.cpuUsage();
  const { workspace } = parseWorkspace(sources);
  expect(workspace?.organizations).toHaveLength(sources.length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

test("12,000 members in 40 files take less than a second, and four times as many in one file no more than in proportion", () => {
  const small = Math.min(milliseconds(files(40, 300)), milliseconds(files(40, 300)));
  expect(small).toBeLessThan(1000);
  // Quadratic work would take sixteen times as long and, in one file, far more. The machine may be busy: the bound is generous.
  expect(milliseconds(files(1, 48_000))).toBeLessThan(Math.max(small, 100) * 15);
});

test("as many mistakes as members are found in the same time", () => {
  const members = Array.from({ length: 12_000 }, (_, n) => `user-${n}: owner`).join(", ");
  const start = performance.now();
  // In one line, with a character of two code units: columns must not be counted from the line's start each time.
  const text = `version: 1\norganizations: { "😀": { members: { ${members} } } }\n`;
  expect(parseWorkspace([{ file: "w.yaml", text }]).diagnostics).toHaveLength(12_000);
  expect(performance.now() - start).toBeLessThan(3000);
});
