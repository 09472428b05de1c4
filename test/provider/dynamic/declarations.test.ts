/** What the declarations of one program may not say of each other. */
import { expect, test } from "vitest";
import { type Declared, Declarations } from "../../../provider/dynamic/declarations.ts";

/** What is said of resources, declared one after the other: token, name, inputs. */
const said = (...resources: [token: string, inputs: Declared, organizations?: readonly unknown[]][]): string => {
  const declarations = new Declarations();
  try {
    for (const [index, [token, inputs, organizations]] of resources.entries()) declarations.add(token, `r${index}`, inputs, organizations);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing";
};

const folder = (folderId: string, parentFolderId?: string, organizationId = "acme"): [string, Declared] => [
  "Folder",
  { organizationId, folderId, parentFolderId },
];
const document = (folderId?: string, organizationId = "acme"): [string, Declared] => [
  "Document",
  { organizationId, documentId: "brand", folderId },
];

test("an organization's state is declared once, or the same", () => {
  const acme = (disabled?: boolean): [string, Declared] => ["Organization", { organizationId: "acme", disabled }];
  const both = (disabled: boolean): [string, Declared] => ["DisabledState", { organizationIds: ["globex", "acme"], disabled }];
  const contradiction =
    "organization acme is declared enabled by DisabledState r1, and disabled by Organization r0: declare its state once.";
  expect(said(acme(true), both(false))).toBe(contradiction);
  expect(said(both(true), acme(false))).toContain("declared enabled by Organization r1, and disabled by DisabledState r0");
  expect(said(both(true), both(false))).toContain("organization globex is declared enabled by DisabledState r1");
  expect(said(acme(true), both(true))).toBe("nothing");
  expect(said(acme(), both(true), both(true))).toBe("nothing");
});

test("folders lie in no circle, whichever of them is declared last", () => {
  expect(said(folder("a", "b"), folder("b", "c"), folder("c", "a"))).toBe(
    "Folder r2: folder c of organization acme would lie inside of itself: c in a in b in c.",
  );
  expect(said(folder("a", "a"))).toContain("a in a");
  expect(said(folder("a", "b"), folder("b", "root"), folder("c", "a"), folder("d", ""))).toBe("nothing");
  expect(said(folder("a", "b"), folder("b", "a", "globex"))).toBe("nothing");
});

test("a document lies in one folder, of its own organization", () => {
  expect(said(document("design"), document("finance"))).toBe(
    "document brand of organization acme is declared in folder finance by Document r1, and in folder design by Document r0: declare it once.",
  );
  expect(said(document(), document("design"))).toContain("in folder design by Document r1, and in no folder by Document r0");
  expect(said(document("design"), document("design", "globex"), document("design"))).toBe("nothing");
  const [token, inputs] = document("design");
  expect(said([token, inputs, ["globex"]])).toBe("Document r0 is of organization acme, and its folder of organization globex.");
  expect(said([token, inputs, ["globex", "acme"]])).toBe("nothing");
});
