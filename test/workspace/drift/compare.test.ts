import { expect, it } from "vitest";
import { plain } from "../../../workspace/paint.ts";
import { driftOf, driftRenderers } from "../../../workspace/drift/index.ts";
import { readRun } from "../../../workspace/report/run.ts";
import { type Change, members, preview } from "../../report/engine.ts";

/** The stream of events of a refresh: what was recorded, and what is there. */
const refresh = (
  seen: readonly { kind: string; name: string; inputs: object; recorded: object; now: object | undefined; unfinished?: string[] }[],
) =>
  readRun(
    [
      { sequence: 0, preludeEvent: { config: {} } },
      ...seen.map(({ kind, name, inputs, recorded, now, unfinished = [] }, index) => ({
        sequence: index + 1,
        resOutputsEvent: {
          metadata: {
            op: now ? "update" : "delete",
            urn: `urn:pulumi:prod::access::pulumi-nodejs:dynamic/collab:${kind}::${name}`,
            old: { inputs, outputs: recorded, initErrors: unfinished },
            new: now ? { inputs: now, outputs: now } : null,
          },
        },
      })),
    ]
      .map((event) => JSON.stringify(event))
      .join("\n"),
  );

const folder = (folderName: string) => ({ organizationId: "acme", folderId: "design", folderName });

it("tells apart what others changed, what a failed run has left, and what is not applied yet", () => {
  const declaredLast = members("acme", "ada viewer", "boom viewer", "cut editor", "gone viewer");
  const recorded = members("acme", "ada viewer", "cut editor unsure=true", "gone viewer");
  const found = refresh([
    {
      kind: "Folder",
      name: "acme/design",
      inputs: folder("Design"),
      recorded: { ...folder("Design"), createdAt: 1 },
      now: { ...folder("Renamed"), createdAt: 1 },
    },
    { kind: "Document", name: "acme/brand", inputs: {}, recorded: { documentName: "Brand" }, now: undefined },
    {
      kind: "MembershipSet",
      name: "acme",
      inputs: declaredLast,
      recorded,
      now: members("acme", "ada viewer", "cut editor unsure=true"),
      unfinished: ["boom: no"],
    },
  ]);
  const declared: Change[] = [
    { kind: "Folder", name: "acme/design", old: folder("Design"), new: folder("Design") },
    {
      kind: "MembershipSet",
      name: "acme",
      old: declaredLast,
      new: members("acme", "ada editor", "boom viewer", "cut editor", "gone viewer"),
    },
    { kind: "Document", name: "acme/new", new: { documentId: "new" } },
  ];
  const drift = driftOf(found, readRun(preview(declared)));
  expect(drift).toMatchObject({
    drifted: true,
    behind: [
      { kind: "Folder", id: "acme/design", details: ['folderName: "Design" → "Renamed"'] },
      { kind: "Document", id: "acme/brand", details: ["is gone"] },
      { kind: "MembershipSet", id: "acme", details: ["- gone viewer"] },
    ],
    unfinished: [
      { kind: "MembershipSet", details: ["- boom viewer", "cut at the organization: the call was cut off, it may hold or not"] },
    ],
    yours: [
      { kind: "MembershipSet", details: ["- ada viewer", "+ ada editor"] },
      { kind: "Document", id: "acme/new", details: ["is new"] },
    ],
    notes: [expect.stringContaining("no operation lists them")],
  });
  expect(driftRenderers.text(drift, plain)).toMatch(
    /^The service differs from what is declared\.\n\nChanged behind our back\n {2}Folder acme\/design\n/,
  );
  expect(driftRenderers.markdown(drift)).toContain("### Left from a failed run\n\n- MembershipSet `acme`\n  - `- boom viewer`");
  expect(JSON.parse(driftRenderers.json(drift))).toEqual(drift);
});

it("your own change is no drift; nothing at all is said in a line", () => {
  const same = refresh([
    { kind: "Folder", name: "acme/design", inputs: folder("Design"), recorded: folder("Design"), now: folder("Design") },
  ]);
  const mine = driftOf(same, readRun(preview([{ kind: "Folder", name: "acme/design", old: folder("Design"), new: folder("Brand") }])));
  expect([mine.drifted, mine.yours.length]).toEqual([false, 1]);
  const none = driftOf(same, readRun(preview([])));
  expect(driftRenderers.text(none, plain)).toBe("No drift.\n");
});
