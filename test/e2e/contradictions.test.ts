/** A program whose resources contradict each other ends before they are registered. */
import { expect, test } from "vitest";
import { Stack } from "./stack.ts";

const program = `import * as collab from "pulumi-collab";
const acme = new collab.Organization("acme", { organizationId: "acme", disabled: true });
const globex = new collab.Organization("globex", { organizationId: "globex" });
const { organizationId } = globex;
const design = new collab.Folder("design", { organizationId, folderId: "design", folderName: "Design" });
const logos = new collab.Folder("logos", { organizationId, folderId: "logos", folderName: "Logos", parentFolderId: design.folderId });
new collab.Document("mark", { organizationId, documentId: "mark", documentName: "Mark", folderId: logos.folderId });
new collab.Document("brand", { organizationId: acme.organizationId, documentId: "brand", documentName: "Brand", folderId: logos.folderId });
new collab.DisabledState("all", { organizationIds: [acme.organizationId, organizationId], disabled: false });
`;

test("a state that two resources declare differently, and a document in another organization's folder", async () => {
  await using stack = await Stack.open({ files: { "index.ts": program } });
  const { exitCode, output } = await stack.pulumi(["preview"]);
  expect(output).toContain(
    "organization acme is declared enabled by DisabledState all, and disabled by Organization acme: declare its state once.",
  );
  expect(output).toContain("Document brand is of organization acme, and its folder of organization globex.");
  expect(output).toMatch(/Document mark/);
  expect(output).not.toMatch(/Document brand create|DisabledState all create/);
  expect(output).not.toMatch(/^\s+at /m);
  expect(exitCode).not.toBe(0);
});
