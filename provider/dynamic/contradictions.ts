/** The link between the classes and what their program declares; see `declarations.ts`. */
import { Declarations } from "./declarations.ts";
import { sourcesOf } from "./parents-declared.ts";
import { getStackResource, type Inputs, Output, output, type Resource } from "./sdk.ts";

/** By the stack's own resource, of which each run of a program makes one: programs of the Automation API share a process. */
const programs = new WeakMap<Resource, Declarations>();

/** Kinds that can contradict each other, with the inputs that decide it. The first is one that each of them must have. */
const decisive: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Organization: ["organizationId", "disabled"],
  DisabledState: ["organizationIds", "disabled"],
  Folder: ["folderId", "organizationId", "parentFolderId"],
  Document: ["documentId", "organizationId", "folderId"],
};

const declarationsOf = (stack: Resource): Declarations => {
  const known = programs.get(stack) ?? new Declarations();
  programs.set(stack, known);
  return known;
};

/** Inputs that name a folder. */
const folderInputs: Readonly<Record<string, string>> = { Folder: "parentFolderId", Document: "folderId" };

/** The organizations of the declared folders that the folder's id comes from. */
const organizationsOfFolder = async (token: string, inputs: Inputs): Promise<readonly unknown[]> => {
  const id: unknown = inputs[folderInputs[token] ?? ""];
  if (!Output.isInstance(id)) return [];
  return (await sourcesOf(id, "Folder")).map((folder): unknown => Reflect.get(folder, "organizationId"));
};

/**
 * The inputs, held against those of the program's other resources: at once, or as soon as they are known. What is not known in a preview
 * is looked at by the `up`.
 *
 * @throws RunError where they contradict each other
 */
export const withoutContradiction = (token: string, name: string, inputs: Inputs): Inputs => {
  const keys = Object.hasOwn(decisive, token) ? decisive[token] : undefined;
  // Without a stack there is no engine: a unit test with mocks, which may declare what it likes.
  const stack = getStackResource();
  if (keys === undefined || stack === undefined) return inputs;
  const declarations = declarationsOf(stack);
  const looked = Object.fromEntries(keys.map((key): [string, unknown] => [key, inputs[key]]));
  // A list may hold outputs.
  const values = Object.values(looked).flat();
  if (!values.some((value) => Output.isInstance(value) || value instanceof Promise)) {
    declarations.add(token, name, looked);
    return inputs;
  }
  const [first] = keys;
  // The resource waits for the check through one of its inputs, so that it is not registered where the check fails.
  const checked = output({ looked, organizations: organizationsOfFolder(token, inputs) }).apply(({ looked: known, organizations }) => {
    declarations.add(token, name, known, organizations);
    return known[first];
  });
  return { ...inputs, [first]: checked };
};
