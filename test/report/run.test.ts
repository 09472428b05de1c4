/** The JSON of the engine, in the forms that it has. */
import { expect, it } from "vitest";
import { plain } from "../../workspace/paint.ts";
import { buildReport, readRun, renderers } from "../../workspace/report/index.ts";
import { members } from "./engine.ts";

const urn = (kind: string, name: string, plugin = false) =>
  `urn:pulumi:prod::access::${plugin ? "collab:index:" : "pulumi-nodejs:dynamic/collab:"}${kind}::${name}`;
const metadata = (op: string, kind: string, name: string, old: object | null, next: object | null, plugin = false) => ({
  metadata: { op, urn: urn(kind, name, plugin), type: "", old, new: next, detailedDiff: null },
});
const events = (...all: readonly object[]): string =>
  ["warning: not JSON", ...all.map((event, index) => JSON.stringify({ sequence: index, timestamp: 1, ...event }))].join("\n");
const ended = (result: string, isPreview = false) => ({ summaryEvent: { isPreview, result } });

const old = members("acme", "ada viewer", "gone viewer");
const declared = members("acme", "ada editor", "boom viewer", "cut viewer");

it("an update that failed says what landed, what did not, and what nobody knows", async () => {
  const recorded = members("acme", "ada editor", "cut viewer unsure=true", "gone viewer");
  const text = events(
    { preludeEvent: { config: { "collab:apiKey": "[secret]" } } },
    { diagnosticEvent: { severity: "debug", message: "not for people" } },
    { resourcePreEvent: metadata("update", "MembershipSet", "acme", { inputs: old, outputs: old }, { inputs: declared, outputs: {} }) },
    {
      resOpFailedEvent: metadata(
        "update",
        "MembershipSet",
        "acme",
        { inputs: old, outputs: old },
        { inputs: declared, outputs: recorded, initErrors: ["boom: no"] },
      ),
    },
    {
      resourcePreEvent: metadata("create", "Folder", "globex/late", null, {
        inputs: { organizationId: "globex", folderId: "late" },
        outputs: {},
      }),
    },
    { diagnosticEvent: { severity: "error", message: "boom: no\n" } },
    ended("failed"),
  );
  const report = await buildReport(readRun(text));
  expect(report).toMatchObject({ of: "update", failed: true, complete: true, project: "access", stack: "prod", calls: [] });
  const [acme, globex] = report.organizations;
  expect(acme?.access.map(({ userId, change }) => `${userId} ${change}`)).toEqual(["ada promoted", "cut gains"]);
  expect(acme?.unsure).toEqual([{ userId: "cut", at: { level: "organization", id: "acme" } }]);
  // It was begun and not ended.
  expect(globex?.things).toEqual([{ kind: "Folder", id: "globex/late", change: "created", details: ["failed"] }]);
  expect(renderers.text(report, plain)).toMatch(/^Update of access\/prod, which failed\. .*\nerror: boom: no\n/);
});

it("a stream of events of a preview, with the plugin's types and members as a program in YAML writes them", async () => {
  const yaml = {
    organizationId: "acme",
    members: { ada: "editor" },
    folders: { design: { alan: { accessRole: "viewer", name: "Alan" } } },
  };
  const text = events(
    { resourcePreEvent: metadata("create", "MembershipSet", "members", null, { inputs: yaml, outputs: {} }, true) },
    { resOutputsEvent: metadata("create", "MembershipSet", "members", null, { inputs: yaml, outputs: yaml }, true) },
    {
      resourcePreEvent: metadata(
        "update",
        "MembershipSet",
        "more",
        { inputs: { organizationId: "globex", roster: "ada viewer\n" }, outputs: {} },
        { inputs: { organizationId: "globex", roster: "ada editor\n" } },
        true,
      ),
    },
    ended("succeeded", true),
  );
  const { of, failed, organizations } = await buildReport(readRun(text));
  expect([of, failed]).toEqual(["preview", false]);
  expect(organizations.flatMap(({ access }) => access.map(({ userId, at, change }) => [userId, at.id, change]))).toEqual([
    ["ada", "acme", "gains"],
    ["alan", "design", "gains"],
    ["ada", "globex", "promoted"],
  ]);
});

it("a replacement is one change, whatever order its steps come in", () => {
  const state = (folderId: string) => ({ inputs: { organizationId: "acme", folderId } });
  const steps = [
    { op: "create-replacement", urn: urn("Folder", "f"), oldState: state("a"), newState: state("b") },
    { op: "replace", urn: urn("Folder", "f"), oldState: state("a"), newState: state("b") },
    { op: "delete-replaced", urn: urn("Folder", "f"), oldState: state("a") },
  ];
  for (const order of [steps, steps.toReversed()]) {
    const [step, ...more] = readRun(JSON.stringify({ steps: order })).steps;
    expect(more).toEqual([]);
    expect([step?.op, step?.old?.inputs["folderId"], step?.new?.inputs["folderId"]]).toEqual(["replace", "a", "b"]);
  }
});

it("where the preview leaves out what does not change, the report says that it is a part", async () => {
  const text = JSON.stringify({ steps: [], changeSummary: { same: 9 } });
  const report = await buildReport(readRun(text));
  expect(report.complete).toBe(false);
  expect(report.notes.at(-1)).toContain("--show-sames");
});

it("members that are known only in the update are said to be", async () => {
  const unknown = { organizationId: "acme", roster: { "1-of-1": "04da6b54-80e4-46f7-96ec-b56ff0331ba9" } };
  const text = JSON.stringify({ steps: [{ op: "create", urn: urn("MembershipSet", "acme"), newState: { inputs: unknown } }] });
  expect((await buildReport(readRun(text))).organizations).toEqual([expect.objectContaining({ unknown: true, access: [] })]);
});
