/** The guard's verdict on a whole workspace: vanished organizations, agreements that hold for exactly one change, required users. */
import { describe, expect, test } from "vitest";
import type { GuardInputs } from "../../../../provider/resources/guard/guard-change.ts";
import { crowd, declaration, judge } from "./cases.ts";

const before = declaration({ acme: crowd(20), globex: crowd(12) });
const shrunk = (more: Partial<GuardInputs> = {}) => declaration({ acme: crowd(14), globex: crowd(12) }, more);
const agreeing = (acknowledge: GuardInputs["acknowledge"]) => judge(before, shrunk({ acknowledge })).objections;

describe("what exceeds the limits", () => {
  test("is said at once for every organization and the workspace, vanished ones included", () => {
    const { objections, agreements } = judge(before, declaration({ acme: crowd(10) }));
    expect(objections).toContain("acme: removals: 10 of 20 grants, allowed 5 (25%): u010,");
    expect(objections).toContain("globex (no longer declared): removals: 12 of 12 grants, allowed 3 (25%)");
    expect(objections).toContain("the whole workspace: removals: 22 of 32 grants, allowed 8 (25%)");
    // An organization that is not declared has no place for a line: the workspace has.
    expect(agreements).toStrictEqual([{ removals: 22, digest: expect.any(String) }]);
    expect(objections).toContain("in the workspace file, at its top level");
  });

  test("is agreed to where it is, if organizations alone exceed theirs", () => {
    const { objections, agreements } = judge(before, shrunk());
    expect(agreements).toStrictEqual([{ removals: 6, digest: expect.any(String) }]);
    expect(objections).toContain("in the workspace file under `acme:`");
    expect(objections).not.toContain("the whole workspace");
  });

  test("of demotions and promotions counts only where a limit says so", () => {
    const after = declaration({ acme: crowd(20).map((line) => line.replace("viewer", "editor")), globex: crowd(12) });
    expect(judge(before, after).objections).toBe("");
    expect(judge(before, { ...after, limits: { organizations: { acme: { promotions: 19 } } } }).objections).toContain(
      "acme: promotions: 20 of 20 grants, allowed 19",
    );
    expect(judge(after, before, { limits: '{"workspace": {"demotions": "50%"}}' }).objections).toContain(
      "the whole workspace: demotions: 20 of 32 grants, allowed 16 (50%)",
    );
  });

  test("is nothing where a guard is declared for the first time, or where nothing was before", () => {
    expect(judge(undefined, shrunk()).objections).toBe("");
    expect(judge(declaration({}), before).objections).toBe("");
  });
});

describe("an acknowledgement", () => {
  const [organization] = judge(before, shrunk()).agreements;
  if (!organization) throw new Error("the change is not refused");

  test("of the organization agrees to exactly this change", () => {
    expect(agreeing({ organizations: { acme: organization } })).toBe("");
  });

  test.each<[string, GuardInputs, GuardInputs]>([
    ["one grant less before", declaration({ acme: crowd(19), globex: crowd(12) }), shrunk()],
    ["another role before", declaration({ acme: ["u000 editor", ...crowd(19, 1)], globex: crowd(12) }), shrunk()],
    ["one grant less after", before, declaration({ acme: crowd(13), globex: crowd(12) })],
    ["one grant more after", before, declaration({ acme: [...crowd(14), "zoe viewer"], globex: crowd(12) })],
    ["another role after", before, declaration({ acme: ["u000 editor", ...crowd(13, 1)], globex: crowd(12) })],
    ["another last day after", before, declaration({ acme: ["u000 viewer until=2027-01-01", ...crowd(13, 1)], globex: crowd(12) })],
    ["another level after", before, declaration({ acme: ["u000 viewer document=brand", ...crowd(13, 1)], globex: crowd(12) })],
  ])("does not with %s", (_, old, after) => {
    const { objections } = judge(old, { ...after, acknowledge: { organizations: { acme: organization } } });
    expect(objections).toContain("acme: removals: ");
    expect(objections).toContain("(the one that is there is for another change)");
  });

  test.each<[string, NonNullable<GuardInputs["acknowledge"]>]>([
    ["another organization", { organizations: { globex: organization } }],
    ["the workspace, with an organization's digest", { workspace: organization }],
    ["a count that a reviewer would take for less", { organizations: { acme: { ...organization, removals: 2 } } }],
    ["no count of what exceeds", { organizations: { acme: { digest: String(organization["digest"]) } } }],
    ["a count of what does not happen", { organizations: { acme: { ...organization, promotions: 3 } } }],
  ])("does not for %s", (_, acknowledge) => {
    expect(agreeing(acknowledge)).toContain("acme: removals: 6 of 20 grants");
  });

  test("of the workspace agrees to everything in it, and to nothing else", () => {
    const [whole] = judge(before, declaration({})).agreements;
    if (!whole) throw new Error("the change is not refused");
    expect(judge(before, declaration({}, { acknowledge: { workspace: whole } })).objections).toBe("");
    expect(judge(before, declaration({ globex: crowd(1) }, { acknowledge: { workspace: whole } })).objections).toContain("acme (no longer");
  });

  test("needs every kind that exceeds", () => {
    const limits = { organizations: { acme: { promotions: 0 } } };
    const after = declaration({ acme: ["u000 editor", ...crowd(13, 1)], globex: crowd(12) }, { limits });
    const { agreements } = judge(before, after);
    expect(agreements).toStrictEqual([{ removals: 6, promotions: 1, digest: expect.any(String) }]);
    const [both] = agreements;
    if (!both) throw new Error("the change is not refused");
    expect(judge(before, { ...after, acknowledge: { organizations: { acme: both } } }).objections).toBe("");
  });
});

describe("users who are required", () => {
  const required = { acme: ["ada editor", "grace document=brand"] };
  const acme = ["ada editor", "grace editor document=brand"];

  test.each<[string, string[], string]>([
    ["is declared as required", acme, ""],
    ["has more than is required", ["ada editor", "grace editor", "grace editor document=brand"], ""],
    ["is not declared", ["grace editor document=brand"], "acme: ada is required at the organization, and not declared there"],
    ["has another role", ["ada viewer", ...acme.slice(1)], "acme: ada is required at the organization as editor, and declared as viewer"],
    ["is declared elsewhere", ["ada editor", "grace editor"], "acme: grace is required at document brand, and not declared there"],
    ["is demoted", ["ada editor", "grace viewer document=brand"], "acme: grace is required at document brand, and would be demoted"],
    [
      "ends",
      ["ada editor until=2026-11-20", ...acme.slice(1)],
      "acme: ada is required at the organization, and not declared there or no longer",
    ],
  ])("one who %s", (_, lines, message) => {
    const objections = judge(declaration({ acme }), declaration({ acme: lines }, { required })).objections;
    if (message === "") expect(objections).toBe("");
    else expect(objections).toContain(message);
  });

  test("by the stack's configuration, also where the organization is not declared at all", () => {
    const config = { required: '{"acme": ["ada"], "initech": ["peter"]}' };
    expect(judge(undefined, declaration({ acme: ["alan viewer"] }), config).objections).toBe(
      "acme: ada is required at the organization, and not declared there or no longer in force\n" +
        "initech: peter is required at the organization, and not declared there or no longer in force",
    );
  });

  test("cannot be removed by an acknowledgement", () => {
    const refused = judge(before, shrunk({ required: { acme: ["u019"] } }));
    const [agreement] = refused.agreements;
    if (!agreement) throw new Error("the change is not refused");
    const { objections } = judge(before, shrunk({ required: { acme: ["u019"] }, acknowledge: { organizations: { acme: agreement } } }));
    expect(objections).toBe("acme: u019 is required at the organization, and not declared there or no longer in force");
  });
});

describe("users who depart", () => {
  test("count where nothing is known of them, once, in organizations that were there before", () => {
    const departed = Array.from({ length: 6 }, (_, index) => `gone-${index}`);
    expect(judge(before, { ...before, departed }).objections).toContain(
      "acme: removals: 6 of 20 grants, allowed 5 (25%): gone-0 (departed)",
    );
    const known = { ...before, departed };
    expect(judge(known, { ...known, grants: { ...known.grants, initech: {} } }).objections).toBe("");
    // A departed user's grant and the departure are one removal.
    expect(judge(before, { ...declaration({ acme: crowd(15), globex: crowd(12) }), departed: ["u019"] }).objections).toBe("");
  });
});
