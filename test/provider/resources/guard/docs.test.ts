/** docs/safety.md: the error that it shows is the one that its file leads to, and the line that it prints is good. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ceilingsSetting, requiredSetting } from "../../../../provider/resources/guard/settings.ts";
import { parseWorkspace } from "../../../../workspace/load.ts";
import { declaration, judge } from "./cases.ts";

const page = readFileSync(new URL("../../../../docs/safety.md", import.meta.url), "utf8");
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);

const declaredBy = (text = "") => {
  const { workspace } = parseWorkspace([{ file: "workspace.yaml", text }]);
  if (!workspace) throw new Error("no workspace");
  const { limits, acknowledge, organizations } = workspace;
  const lines = organizations.map(({ organizationId, members = new Map() }) => [
    organizationId,
    [...members].map(([userId, { accessRole }]) => `${userId} ${accessRole}`),
  ]);
  const own = organizations.flatMap((each) => (each.limits ? [[each.organizationId, each.limits]] : []));
  return declaration(Object.fromEntries(lines), {
    limits: { workspace: limits, organizations: Object.fromEntries(own) },
    acknowledge: { workspace: acknowledge },
  });
};

test("the error, and the file with the line that agrees to it", () => {
  const [before, after] = blocks("yaml").map(declaredBy);
  if (!before || !after) throw new Error("the page has no files");
  const { acknowledge: _, ...disagreeing } = after;
  expect(`${judge(before, disagreeing).objections}\n`).toBe(blocks("text")[0]);
  expect(judge(before, after).objections).toBe("");
});

test("the settings are ones", () => {
  const settings = [...page.matchAll(/pulumi config set collab:(limits|required) '(.*)'/g)];
  expect(settings.length).toBe(3);
  for (const [, key, json = ""] of settings) (key === "limits" ? ceilingsSetting : requiredSetting).parse(json);
});
