/** Grants with a last day: what happens on both sides of midnight UTC, and what a date cannot be used for. */
import { describe, expect, test } from "vitest";
import { checkInputs, type Properties } from "../../../../provider/resources/lifecycle.ts";
import { kinds } from "../../../../provider/resources/index.ts";
import { parseConfiguration } from "../../../../provider/configuration.ts";
import { crowd, roster, settingsWith } from "./cases.ts";
import { Stack } from "./runs.ts";

const known = () => false;
const guest = "ada editor until=2026-11-30";

/** What Check makes of a set's lines at a moment, and what it says. */
const checkedAt = (moment: string, lines: readonly string[], olds?: Properties) => {
  const { settings } = parseConfiguration({}, {}, () => new Date(moment));
  const { inputs, failures, notices } = checkInputs(
    kinds.MembershipSet,
    { organizationId: "acme", roster: roster(lines) },
    olds,
    settings,
    known,
  );
  return { lines: Object.values(Object(inputs["roster"])).join(""), failures: failures.map(({ reason }) => reason), notices, inputs };
};

describe("the day of the run", () => {
  test.each([
    ["2026-11-30T23:59:59.999Z", `${guest}\n`],
    ["2026-12-01T00:00:00.000Z", `${guest} expired=true\n`],
    // The same moments elsewhere in the world: the day is that of UTC.
    ["2026-11-30T23:59:59.999-01:00", `${guest} expired=true\n`],
    ["2026-12-01T00:00:00.000+01:00", `${guest}\n`],
  ])("at %s the line is %j", (moment, line) => {
    const { inputs } = checkedAt("2026-11-01T00:00:00Z", [guest]);
    expect(checkedAt(moment, [guest], inputs).lines).toBe(line);
  });

  test("is the one that collab:asOf says, where it says one", () => {
    const at = (asOf: string) => parseConfiguration({ asOf }, {}, () => new Date("2026-12-24T00:00:00Z")).settings.today;
    expect(at("2026-11-30")).toBe("2026-11-30");
    expect(() => at("2026-11-31")).toThrow('collab:asOf: expected a day such as 2026-12-31, got "2026-11-31"');
  });

  test("a mark is not believed, and goes when the day is moved on", () => {
    const { inputs } = checkedAt("2026-11-01T00:00:00Z", [guest]);
    expect(checkedAt("2026-11-02T00:00:00Z", [`${guest} expired=true`], inputs).lines).toBe(`${guest}\n`);
    expect(checkedAt("2026-12-02T00:00:00Z", ["ada editor until=2026-12-31"], inputs).lines).toBe("ada editor until=2026-12-31\n");
  });
});

describe("a last day that is past when it is first written", () => {
  const past = ["ada editor until=2026-11-20"];
  const now = "2026-11-21T00:00:00Z";
  const message =
    "acme: until is past where it is first written: ada (2026-11-20). Give a day that is still to come, or take the member out.";

  test.each<[string, string[] | undefined]>([
    ["of a member who is new", undefined],
    ["of a member who was there without one", ["ada editor"]],
    ["of a member who had another one", ["ada editor until=2026-12-31"]],
  ])("%s is refused", (_, before) => {
    const olds = before && { organizationId: "acme", roster: roster(before) };
    expect(checkedAt(now, past, olds).failures).toStrictEqual([message]);
  });

  test("that was declared before is none of these", () => {
    expect(checkedAt(now, past, { organizationId: "acme", roster: roster(past) }).failures).toStrictEqual([]);
    expect(checkedAt("2026-11-20T23:59:59Z", past).failures).toStrictEqual([]);
  });
});

test("what ends within 14 days is announced in every preview, today's in words of its own", () => {
  const lines = [
    "ada editor until=2026-11-21",
    'alan viewer document=brand ticket=OPS-7 reason="Audit of 2026" until=2026-12-05',
    "edsger viewer until=2026-12-06",
    "grace viewer",
  ];
  expect(checkedAt("2026-11-21T12:00:00Z", lines).notices).toStrictEqual([
    "acme: last day today: ada (2026-11-21). An `up` after midnight UTC takes this access away.",
    "acme: access that ends within 14 days: alan at document brand (2026-12-05, OPS-7, Audit of 2026).",
  ]);
});

describe("an end", () => {
  const until = (line: string): string => `${line} until=2026-11-30`;
  const lines = [...crowd(12).map(until), ...crowd(8, 12)];

  test("is made by the next run, told, and outside the limits where the day was in an earlier run", async () => {
    await using stack = await Stack.open();
    expect(await stack.up({ organizations: { acme: lines } }, "2026-11-21")).toBe("");
    expect(await stack.up({ organizations: { acme: lines } }, "2026-11-30")).toBe("");
    expect(stack.bench.emulator.access("acme", "u000").grants).toHaveLength(1);
    stack.said.length = 0;
    stack.bench.writes();
    expect(await stack.up({ organizations: { acme: lines } }, "2026-12-01")).toBe("");
    expect(stack.said).toStrictEqual([expect.stringContaining("acme: access ends, its last day has passed: u000 (2026-11-30), u001")]);
    expect(stack.bench.writes()).toStrictEqual(["v1/users/delete"]);
    expect(stack.bench.emulator.access("acme", "u000").grants).toStrictEqual([]);
    // The lines may stay, and go whenever somebody takes them out.
    expect(await stack.up({ organizations: { acme: lines } }, "2026-12-02")).toBe("");
    expect(await stack.up({ organizations: { acme: lines.slice(12) } }, "2026-12-02")).toBe("");
    expect(stack.bench.writes()).toStrictEqual([]);
    expect(stack.recorded("acme")).toHaveLength(8);
  });

  test("is no way round the limits: a removal before the day counts, and so does one whose day came later", async () => {
    await using stack = await Stack.open();
    await stack.up({ organizations: { acme: lines } }, "2026-11-21");
    const without = { organizations: { acme: lines.slice(12) } };
    expect(await stack.up(without, "2026-11-30")).toContain("acme: removals: 12 of 20 grants, allowed 5");
    expect(await stack.up(without, "2026-12-01")).toBe("");
    await stack.up({ organizations: { globex: crowd(20) } }, "2026-12-01");
    expect(await stack.up({ organizations: { globex: crowd(20).map(until) } }, "2026-12-01")).toContain(
      "until is past where it is first written",
    );
  });

  test("that failed is made by the next run, and still outside the limits", async () => {
    await using stack = await Stack.open();
    await stack.up({ organizations: { acme: lines } }, "2026-11-21");
    const effect = { failItems: crowd(6).map((line) => line.split(" ")[0] ?? ""), message: "Not now." };
    stack.bench.emulator.faults.set([{ operation: "v1/users/delete", when: {}, effect }]);
    expect(await stack.up({ organizations: { acme: lines } }, "2026-12-01")).toMatch(/^incomplete: /);
    expect(stack.recorded("acme").filter((line) => !line.includes("expired=true"))).toHaveLength(14);
    stack.bench.emulator.faults.clear();
    // More than before, so that it is not the rest of what was to be done.
    expect(await stack.up({ organizations: { acme: [...lines, "zoe viewer"] } }, "2026-12-02")).toBe("");
    expect(stack.bench.emulator.access("acme", "u003").grants).toStrictEqual([]);
  });
});

test("settings carry one day for all that a run does", () => {
  const ticks = ["2026-11-30T23:59:59.999Z", "2026-12-01T00:00:00Z"];
  const { settings } = parseConfiguration({}, {}, () => new Date(ticks.shift() ?? ""));
  expect([settings.today, settings.today]).toStrictEqual(["2026-11-30", "2026-11-30"]);
  expect(settingsWith().today).toBe("2026-11-21");
});
