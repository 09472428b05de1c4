/** Ids: what is joined can be taken apart; what no import can make anything of is refused with what to do instead. */
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Switches } from "../../../emulator/index.ts";
import { identifiedBy } from "../../../provider/resources/identity.ts";
import { importResource } from "../../../provider/resources/import.ts";
import { kinds } from "../../../provider/resources/index.ts";
import type { AnyKind } from "../../../provider/resources/lifecycle.ts";
import { type Bench, openBench } from "../../support/context.ts";

const importable = new Set(["Organization", "Folder", "Document"]);
const registered: Record<string, AnyKind> = kinds;

test("an id is taken apart into the ids that it was made of, whatever is in them", () => {
  const identity = identifiedBy("Folder", "organizationId", "folderId");
  const id = fc.oneof(fc.string({ unit: "binary", minLength: 1 }), fc.constantFrom("/", "%", "%2F", "%25", "a/b", "100%"));
  fc.assert(
    fc.property(id, id, (organizationId, folderId) => {
      expect(identity.parse(identity.render({ organizationId, folderId }))).toStrictEqual({ organizationId, folderId });
    }),
  );
});

test.each(["acme", "acme/", "/design", "acme/design/drafts", "", "acme/100%", "acme/%2f"])(
  "%j is refused: what was expected, and how",
  (id) => {
    const parse = () => kinds.Folder.identity.parse(id);
    expect(parse).toThrow(`${JSON.stringify(id)} is not the id of a Folder: expected organizationId/folderId`);
    expect(parse).toThrow("Import it again under that id.");
  },
);

test.each(Object.keys(kinds).filter((kind) => !importable.has(kind)))("%s is declared, not imported", (kind) => {
  expect(() => registered[kind]?.identity.parse("acme/ada")).toThrow(
    new RegExp(`^${kind} "acme/ada" cannot be imported: .*[Dd]eclar(e|ing) it`),
  );
});

describe("import", () => {
  const open = async (switches: Partial<Switches> = {}): Promise<Bench> => {
    const seed = {
      version: 1,
      organizations: {
        acme: {
          folders: { projects: { name: "Projects", folders: { design: { name: "Design", documents: { plan: { name: "Plan" } } } } } },
          documents: { brand: { name: "Brand" } },
        },
        empty: {},
      },
    };
    const bench = await openBench({ seed, switches });
    onTestFinished(() => bench[Symbol.asyncDispose]());
    return bench;
  };
  const imported = async (bench: Bench, kind: string, id: string) => {
    const found = registered[kind];
    if (!found) throw new Error(`no kind ${kind}`);
    return (await importResource(found, bench.context(), id))?.inputs;
  };

  test.each([
    ["Organization", "acme", { organizationId: "acme" }],
    ["Folder", "acme/projects", { organizationId: "acme", folderId: "projects", folderName: "Projects" }],
    ["Folder", "acme/design", { organizationId: "acme", folderId: "design", folderName: "Design", parentFolderId: "projects" }],
    ["Document", "acme/brand", { organizationId: "acme", documentId: "brand", documentName: "Brand" }],
    ["Document", "acme/plan", { organizationId: "acme", documentId: "plan", documentName: "Plan", folderId: "design" }],
  ])("%s %s has the inputs that the service shows, and writes nothing", async (kind, id, inputs) => {
    const bench = await open();
    expect(await imported(bench, kind, id)).toStrictEqual(inputs);
    expect(bench.writes()).toStrictEqual([]);
  });

  test.each([
    ["Organization", "nowhere"],
    ["Folder", "acme/nothing"],
    ["Document", "acme/nothing"],
  ])("%s %s: there is none", async (kind, id) => {
    expect(await imported(await open({ foldersUnknown: "notFound" }), kind, id)).toBeUndefined();
  });

  test("an organization that reads as empty is imported with a warning", async () => {
    const bench = await open();
    expect(await imported(bench, "Organization", "empty")).toStrictEqual({ organizationId: "empty" });
    expect(bench.said).toStrictEqual([expect.stringContaining("organization empty reads as empty")]);
  });

  test.each([
    ["Organization", "acme"],
    ["Folder", "acme/design"],
    ["Document", "acme/brand"],
  ])("%s, where the service's reads are switched off: nothing is invented", async (kind, id) => {
    await expect(imported(await open({ advancedQueries: "off" }), kind, id)).rejects.toThrow(
      /cannot be imported: .* Switch them on\. Or: Declare it/,
    );
  });

  test("a part that is no id of its kind is refused before anything is sent", async () => {
    const bench = await open();
    await expect(imported(bench, "Folder", "acme/root")).rejects.toThrow(
      '"acme/root" cannot be imported: folderId "root": expected another id',
    );
    expect(bench.emulator.requests()).toStrictEqual([]);
  });
});
