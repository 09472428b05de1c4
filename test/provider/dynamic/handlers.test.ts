/** What is peculiar to the dynamic adapter: configuration, errors as the engine shows them, states of other versions. */
import { describe, expect, test } from "vitest";
import { dynamicProvider } from "../../../provider/dynamic/handlers.ts";
import { folder } from "../../../provider/resources/folder.ts";
import { Runtime } from "../../../provider/runtime.ts";
import { errorOf } from "../../support/errors.ts";

const silent = { info() {}, warn() {}, status() {} };
const open = (rawConfig: Readonly<Record<string, unknown>> = {}, environment: Readonly<Record<string, string>> = {}) => {
  const provider = dynamicProvider(folder, new Runtime(environment, silent));
  void provider.configure({ config: { rawConfig } });
  return provider;
};
const design = { organizationId: "acme", folderId: "design", folderName: "Design" };

describe("configuration", () => {
  test("keys of other packages are nobody's business; null is not set", async () => {
    const provider = open({ "aws:region": "eu-west-1", "collab:apiVersion": null });
    expect((await provider.check({}, design)).failures).toStrictEqual([]);
  });

  test("everything that is wrong is one error, without a stack and without secrets", async () => {
    const error = await errorOf(open({ "collab:apiVersion": "v3", "collab:colour": "red", "collab:apiKey": "" }).check({}, design));
    expect(error.message).toMatch(/collab:apiKey: expected [^]*collab:apiVersion: expected one of v2, v1, got "v3"/);
    expect(error.message).toMatch(/collab:colour is not a setting\. Known: apiKey, /);
    expect(error.stack).toBe("");
  });

  test("what is missing is one error with both ways to set it; the environment stands in", async () => {
    const environment = { COLLAB_BASE_URL: "http://127.0.0.1:1", COLLAB_API_KEY: "key" };
    const error = await errorOf(open({}, environment).create(design));
    expect(error.message).toBe(
      "collab:authToken is not set. Set it: pulumi config set --secret collab:authToken <value>, or the environment variable COLLAB_AUTH_TOKEN.",
    );
    expect(error.stack).toBe("");
  });
});

describe("states of other versions", () => {
  test.each([
    ["another text that loads the provider", { __provider: "exports.handler = () => another();" }],
    ["a property that this version does not have", { colour: "red" }],
    ["a default that is said", { parentFolderId: "root", onDelete: "retain" }],
    ["nulls", { parentFolderId: null, first: null }],
  ])("%s is no change", async (_, more) => {
    const diff = await open().diff("acme/design", { ...design, __provider: "text", ...more }, { ...design, __provider: "text" });
    expect(diff).toStrictEqual({ changes: false, replaces: [], deleteBeforeReplace: true });
  });
});
