/** The functions against a service: what they return, and what they leave out. */
import { jwtVerify } from "jose";
import { expect, onTestFinished, test } from "vitest";
import type { SnapshotInput, Switches } from "../../../emulator/index.ts";
import { functions } from "../../../provider/functions/index.ts";
import { type Bench, openBench } from "../../support/context.ts";

const members = { ada: { accessRole: "editor" } } as const;
const features = (count: number, organizationId: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${organizationId}-${index}`,
    kind: "comment" as const,
    organizationId,
    userId: "ada",
  }));
const state: SnapshotInput = {
  organizations: {
    acme: {
      users: { ada: {} },
      members,
      folders: { design: { folderName: "Design" }, logos: { folderName: "Logos", parentFolderId: "design" } },
      documents: { brand: { documentName: "Brand", folderId: "design" }, plan: { documentName: "Plan" } },
      notificationConfigs: [{ documentId: "plan", userId: "ada", config: { inbox: "NONE", email: "NONE" } }],
    },
    globex: { users: { ada: {} }, members },
  },
  features: [...features(230, "acme"), ...features(5, "globex")],
};

const open = async (switches: Partial<Switches> = {}): Promise<Bench> => {
  const bench = await openBench({ switches });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  bench.emulator.setState(state);
  return bench;
};

const idsOf = (found: readonly object[], key: string): unknown[] => found.map((one): unknown => Reflect.get(one, key)).toSorted();

test.each(["flat", "nested"] as const)(
  "getFolders, all of them: side by side and without the API key, where the service answers %s",
  async (foldersList) => {
    const bench = await open({ foldersList });
    const { exists, folders } = await functions.getFolders.invoke(bench.context(), { organizationId: "acme" });
    expect(exists).toBe(true);
    expect(idsOf(folders, "folderId")).toStrictEqual(["design", "logos"]);
    expect(JSON.stringify(folders)).not.toMatch(/apiKey|collab-dev-key/);
  },
);

test("getFolders, one of them: with its subfolders, without the API key; one that is not there does not exist", async () => {
  const bench = await open();
  const found = await functions.getFolders.invoke(bench.context(), { organizationId: "acme", folderId: "design", maxDepth: 2 });
  expect(found).toMatchObject({ exists: true, folders: [{ folderId: "design", folderName: "Design" }] });
  expect(JSON.stringify(found)).toContain('"logos"');
  expect(JSON.stringify(found)).not.toMatch(/apiKey|collab-dev-key/);
  const none = { exists: false, folders: [] };
  expect(await functions.getFolders.invoke(bench.context(), { organizationId: "acme", folderId: "nowhere" })).toStrictEqual(none);
  expect(await functions.getFolders.invoke(bench.context(), { organizationId: "nowhere" })).toStrictEqual(none);
});

test.each(["errorDetails", "omit", "perItem"] as const)(
  "getDocuments by id names those that are missing: %s",
  async (documentsGetMissing) => {
    const bench = await open({ documentsGetMissing });
    const asked = { organizationId: "acme", documentIds: ["brand", "nowhere", "plan"] };
    const { documents, missing } = await functions.getDocuments.invoke(bench.context(), asked);
    expect(idsOf(documents, "id")).toStrictEqual(["brand", "plan"]);
    expect(missing).toStrictEqual(["nowhere"]);
  },
);

test("getDocuments of an organization or a folder: all pages", async () => {
  const bench = await open({ documentsPageSize: "10" });
  const documents = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`page-${index}`, { documentName: "Page" }]));
  bench.emulator.setState({
    organizations: { acme: { folders: { design: {} }, documents: { ...documents, brand: { folderId: "design" } } } },
  });
  const all = await functions.getDocuments.invoke(bench.context(), { organizationId: "acme" });
  expect(all.documents).toHaveLength(26);
  expect(all.missing).toStrictEqual([]);
  const inFolder = await functions.getDocuments.invoke(bench.context(), { organizationId: "acme", folderId: "design" });
  expect(idsOf(inFolder.documents, "id")).toStrictEqual(["brand"]);
});

test.each(["absent", "null", "empty"] as const)(
  "getUserData reads all pages, of all organizations or one; the last says %s",
  async (pageTokenAtEnd) => {
    const bench = await open({ pageTokenAtEnd });
    const all = await functions.getUserData.invoke(bench.context(), { userId: "ada" });
    expect(new Set(idsOf(all.comments.map(Object), "id")).size).toBe(235);
    expect([all.reactions, all.recordings, all.notifications]).toStrictEqual([[], [], []]);
    const one = await functions.getUserData.invoke(bench.context(), { userId: "ada", organizationId: "globex" });
    expect(one.comments).toHaveLength(5);
  },
);

test("getNotificationConfig: of the organization or of documents, without the API key", async () => {
  const bench = await open();
  const whole = await functions.getNotificationConfig.invoke(bench.context(), { organizationId: "acme", userId: "ada" });
  expect(whole.configs).toMatchObject([{ config: { inbox: "ALL" } }]);
  const asked = { organizationId: "acme", userId: "ada", documentIds: ["brand", "plan"] };
  const { configs } = await functions.getNotificationConfig.invoke(bench.context(), asked);
  expect(configs).toMatchObject([
    { config: { inbox: "ALL" }, metadata: { documentId: "brand" } },
    { config: { inbox: "NONE" }, metadata: { documentId: "plan" } },
  ]);
  expect(JSON.stringify([whole, configs])).not.toMatch(/apiKey|collab-dev-key/);
});

test("getAuthToken: a token that names the user and the properties, and is a secret", async () => {
  const bench = await open();
  const asked = { userId: "ada", organizationId: "acme", isAdmin: true };
  const { token } = await functions.getAuthToken.invoke(bench.context(), asked);
  const { payload } = await jwtVerify(token, new TextEncoder().encode("collab-dev-token"));
  expect(payload).toMatchObject(asked);
  expect(functions.getAuthToken.secretOutputs).toStrictEqual(["token"]);
});

test("generateSignature: another for other decisions, and a secret", async () => {
  const bench = await open();
  const sign = async (hasAccess: boolean): Promise<string> => {
    const permission = { userId: "ada", resourceId: "brand", type: "document", hasAccess } as const;
    return (await functions.generateSignature.invoke(bench.context(), { permissions: [permission] })).signature;
  };
  const signature = await sign(true);
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
  expect(await sign(true)).toBe(signature);
  expect(await sign(false)).not.toBe(signature);
  expect(functions.generateSignature.secretOutputs).toStrictEqual(["signature"]);
});

test("a failure of the service is one of the function", async () => {
  const bench = await open({ advancedQueries: "off" });
  await expect(functions.getFolders.invoke(bench.context(), { organizationId: "acme" })).rejects.toMatchObject({ code: "precondition" });
});
