import { expect, it } from "vitest";
import { report as reportShape } from "../../schema/report.ts";
import { colours, plain } from "../../workspace/paint.ts";
import { buildReport, readRun, renderers } from "../../workspace/report/index.ts";
import { everyChange } from "./every-change.ts";

const golden = (file: string) => `./golden/${file}`;

it("every kind of change, in every format", async () => {
  const report = await buildReport(readRun(everyChange()));
  await expect(renderers.text(report, plain)).toMatchFileSnapshot(golden("report.txt"));
  await expect(renderers.text(report, colours)).toMatchFileSnapshot(golden("report.ansi"));
  await expect(renderers.markdown(report)).toMatchFileSnapshot(golden("report.md"));
  await expect(renderers.html(report)).toMatchFileSnapshot(golden("report.html"));
  const json = renderers.json(report);
  await expect(json).toMatchFileSnapshot(golden("report.json"));
  expect(reportShape.parse(JSON.parse(json))).toEqual(report);
});

it("nothing that changes is said in a line", async () => {
  const report = await buildReport(readRun(JSON.stringify({ steps: [], changeSummary: {} })));
  expect(renderers.text(report, plain)).toMatch(/^Preview\. Nobody's access changes\.\n\nNot shown\n/);
  expect(renderers.html(report)).not.toContain("<table>");
});
