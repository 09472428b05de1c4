/** The classes: one a kind, what they register, and the create flags that declared parents bring along. */
import * as pulumi from "@pulumi/pulumi";
import type { MockResourceArgs } from "@pulumi/pulumi/runtime/index.js";
import { beforeEach, describe, expect, test } from "vitest";
import * as collab from "../../../provider/dynamic/index.ts";
import { functions } from "../../../provider/functions/index.ts";
import { kinds } from "../../../provider/resources/index.ts";

const registered: MockResourceArgs[] = [];
beforeEach(async () => {
  registered.length = 0;
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      registered.push(args);
      return { id: args.name, state: args.inputs };
    },
    call: () => ({}),
  });
});

/** What a resource was registered with, once it was. */
const inputsOf = async (resource: pulumi.CustomResource): Promise<Record<string, unknown>> => {
  await (resource.urn as unknown as { promise(): Promise<string> }).promise();
  const name = await (resource.id as unknown as { promise(): Promise<string> }).promise();
  return registered.find((args) => args.name === name)?.inputs ?? {};
};

test("every registered kind has a class of its name, under the type that states know", () => {
  const classes = Object.entries(collab).filter(([, value]) => Reflect.get(value, "prototype") instanceof pulumi.Resource);
  expect(classes.map(([name]) => name).toSorted()).toStrictEqual(Object.keys(kinds).toSorted());
  expect(classes.map(([, value]) => value.name).toSorted()).toStrictEqual(Object.keys(kinds).toSorted());
});

test("every registered function is exported under its name", () => {
  for (const name of Object.keys(functions)) expect(Reflect.get(collab, name)).toBeTypeOf("function");
});

test("a resource has its type, its provider, and a property for every input and output", async () => {
  const brand = new collab.Document("brand", { organizationId: "acme", documentId: "brand", documentName: "Brand" });
  expect(await inputsOf(brand)).toStrictEqual({
    organizationId: "acme",
    documentId: "brand",
    documentName: "Brand",
    __provider: expect.stringContaining('handlers.provider("Document")'),
  });
  expect(registered[0]?.type).toBe("pulumi-nodejs:dynamic/collab:Document");
  for (const key of [...Object.keys(kinds.Document.inputs.shape), ...Object.keys(kinds.Document.computed.shape)])
    expect(brand).toHaveProperty(key);
});

test("a MembershipSet is registered with its roster, and without what the program wrote", async () => {
  const set = new collab.MembershipSet("team", { organizationId: "acme", members: { ada: "editor" } });
  const { __provider: _, ...inputs } = await inputsOf(set);
  expect(inputs).toStrictEqual({ organizationId: "acme", roster: { "1-of-1": "ada editor\n" } });
});

describe("a call for a child creates its parents where, and only where, they are declared too", () => {
  const flags = async (resource: pulumi.CustomResource): Promise<unknown> => {
    const { createOrganization, createFolder } = await inputsOf(resource);
    return { createOrganization, createFolder };
  };
  const parents = () => {
    const { organizationId } = new collab.Organization("acme", { organizationId: "acme" });
    const { folderId } = new collab.Folder("design", { organizationId, folderId: "design", folderName: "Design" });
    return { organizationId, folderId };
  };
  const names = { documentId: "brand", documentName: "Brand" };

  test("plain ids: a typing error makes nothing", async () => {
    const document = new collab.Document("brand", { organizationId: "acme", folderId: "design", ...names });
    expect(await flags(document)).toStrictEqual({ createOrganization: undefined, createFolder: undefined });
  });
  test("ids of declared resources", async () => {
    expect(await flags(new collab.Document("brand", { ...parents(), ...names }))).toStrictEqual({
      createOrganization: true,
      createFolder: true,
    });
  });
  test("ids made of those of declared resources", async () => {
    const { organizationId, folderId } = parents();
    const document = new collab.Document("brand", {
      organizationId: pulumi.interpolate`${organizationId}`,
      folderId: folderId.apply(String),
      ...names,
    });
    expect(await flags(document)).toStrictEqual({ createOrganization: true, createFolder: true });
  });
  test("outputs of other kinds say nothing", async () => {
    const { organizationId } = new collab.Document("other", { organizationId: "acme", documentId: "other", documentName: "Other" });
    const document = new collab.Document("brand", { organizationId, folderId: pulumi.output("design"), ...names });
    expect(await flags(document)).toStrictEqual({ createOrganization: undefined, createFolder: undefined });
  });
  test("what the program says itself holds", async () => {
    const document = new collab.Document("brand", { ...parents(), ...names, createOrganization: false });
    expect(await flags(document)).toStrictEqual({ createOrganization: false, createFolder: true });
  });
  test("a folder takes the flag for its organization, and none for itself", async () => {
    const { organizationId, folderId } = parents();
    const folder = new collab.Folder("drafts", { organizationId, folderId, folderName: "Drafts" });
    expect(await flags(folder)).toStrictEqual({ createOrganization: true, createFolder: undefined });
  });
});
