/**
 * Calls for children create the parent where, and only where, the program declares it too: a declared parent comes into being at the
 * latest with its first child, and a typing error in an id never makes a new organization.
 */
import * as pulumi from "./sdk.ts";
import type { AnyKind } from "../resources/lifecycle.ts";
import { typeNames } from "./served-by.ts";

/** Which flag belongs to which id, and the kind that declares it. */
const parents = [
  { flag: "createOrganization", id: "organizationId", declaredBy: "Organization" },
  { flag: "createFolder", id: "folderId", declaredBy: "Folder" },
] as const;

/** The resources of a kind that an output comes from. */
export const sourcesOf = async (id: pulumi.Output<unknown>, declaredBy: string): Promise<readonly object[]> => {
  // Which resources an output comes from is not in the SDK's public types, but every output has it.
  const all: unknown = Reflect.get(id, "allResources") ?? Reflect.get(id, "resources");
  if (typeof all !== "function") return [];
  const found: unknown = await all.call(id);
  if (!(found instanceof Set)) return [];
  return [...found].filter((resource: { readonly __pulumiType?: unknown }) =>
    typeNames(declaredBy).includes(String(resource.__pulumiType)),
  );
};

const isFrom = async (id: pulumi.Output<unknown>, declaredBy: string): Promise<boolean> => (await sourcesOf(id, declaredBy)).length > 0;

/** The create flags of a resource whose parents are given as outputs of declared resources. */
export const parentsDeclared = (kind: AnyKind, inputs: pulumi.Inputs): pulumi.Inputs => {
  const flags: pulumi.Inputs = {};
  for (const { flag, id, declaredBy } of parents) {
    const parent: unknown = inputs[id];
    if (!Object.hasOwn(kind.inputs.shape, flag) || kind.token === declaredBy || !pulumi.Output.isInstance(parent)) continue;
    flags[flag] = pulumi.output(isFrom(parent, declaredBy)).apply((declared) => declared || undefined);
  }
  return flags;
};
