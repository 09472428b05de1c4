import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { workspaceFile, workspaceJsonSchema } from "../../schema/workspace.ts";
import { stale } from "../../tools/generate.ts";
import { loadWorkspace } from "../../workspace/load.ts";

const root = new URL("../../", import.meta.url);
const sample: unknown = parse(readFileSync(new URL("workspace.yaml", root), "utf8"));

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  items?: Schema;
  minimum?: number;
  propertyNames?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  description?: string;
  $defs?: Record<string, Schema>;
}
const schema = workspaceJsonSchema() as Schema;

/** The part of JSON Schema that ours uses. */
const accepts = ({ $ref, ...rule }: Schema, value: unknown): boolean => {
  if ($ref !== undefined) return accepts(schema.$defs?.[$ref.replace("#/$defs/", "")] ?? { enum: [] }, value);
  if (rule.anyOf) return rule.anyOf.some((one) => accepts(one, value));
  if (rule.enum && !rule.enum.includes(value)) return false;
  if (rule.const !== undefined && rule.const !== value) return false;
  if (Array.isArray(value)) return rule.type === "array" && value.every((item) => accepts(rule.items ?? {}, item));
  if (typeof value === "number" && value < (rule.minimum ?? value)) return false;
  if (rule.type !== undefined && rule.type !== (rule.type === "integer" && Number.isInteger(value) ? "integer" : typeof value))
    return false;
  if (typeof value === "string") return value.length >= (rule.minLength ?? 0) && new RegExp(rule.pattern ?? "").test(value);
  if (typeof value !== "object" || value === null) return value !== null;
  if (rule.required?.some((key) => !Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, member]) => {
    const known = rule.properties?.[key] ?? rule.additionalProperties;
    return known !== undefined && known !== false && accepts(known, member) && accepts(rule.propertyNames ?? {}, key);
  });
};

const withOrganization = (organization: unknown) => ({ version: 1, organizations: { acme: organization } });

test.each<[string, unknown, boolean]>([
  ["the sample", sample, true],
  ["nested folders", withOrganization({ folders: { a: { name: "A", folders: { b: { name: "B", documents: {} } } } } }), true],
  ["no version", { organizations: {} }, false],
  ["another version", { version: 2 }, false],
  ["an unknown field", withOrganization({ colour: "red" }), false],
  ["an unknown field far below", withOrganization({ folders: { a: { name: "A", folders: { b: { name: "B", colour: "red" } } } } }), false],
  ["a member without a role", withOrganization({ members: { ada: {} } }), false],
  ["a role that is none", withOrganization({ members: { ada: "owner" } }), false],
  ["a name that is a number", withOrganization({ documents: { a: { name: 7 } } }), false],
  ["an empty name", withOrganization({ documents: { a: { name: "" } } }), false],
  ["a list of members", withOrganization({ members: ["ada"] }), false],
  ["limits", { version: 1, limits: { removals: "25%", demotions: 0, promotions: "100%", exemptBelow: 10 } }, true],
  ["a limit below nothing", { version: 1, limits: { removals: -1 } }, false],
  ["half a grant", { version: 1, limits: { removals: 0.5 } }, false],
  ["more than everything", { version: 1, limits: { removals: "101%" } }, false],
  ["an acknowledgement without a digest", withOrganization({ acknowledge: { removals: 1 } }), false],
  ["a member until a day", withOrganization({ members: { ada: { role: "viewer", until: "2028-02-29" } } }), true],
  ["a member until a day that is none", withOrganization({ members: { ada: { role: "viewer", until: "2027-02-29" } } }), false],
  [
    "groups and domains",
    withOrganization({ groups: { a: { name: "A" } }, domains: { allowed: ["a", { domain: "*.a" }], removed: [] } }),
    true,
  ],
  ["a group without a name", withOrganization({ groups: { a: {} } }), false],
  ["a domain that is none", withOrganization({ domains: { removed: ["a b"] } }), false],
  ["a folder that moves", withOrganization({ folders: { a: { name: "A", onDelete: { moveTo: "b" } } } }), true],
  ["a folder that is deleted", withOrganization({ folders: { a: { name: "A", onDelete: "delete" } } }), false],
  ["a location with metadata", withOrganization({ documents: { a: { name: "A", locations: { b: { page: 3 } } } } }), true],
  ["an unknown field of a notification", withOrganization({ documents: { a: { name: "A", notifications: { b: { page: 3 } } } } }), false],
])("the JSON Schema and the loader's schema agree on %s", (_, value, accepted) => {
  expect(accepts(schema, value)).toBe(accepted);
  expect(workspaceFile.safeParse(value).success).toBe(accepted);
});

test.each(["", "a/b", "a\nb"])("the JSON Schema knows that %j is no id", (id) => {
  expect(accepts(schema, { version: 1, organizations: { [id]: {} } })).toBe(false);
});

test("the JSON Schema knows that `root` is no folder", () => {
  expect(accepts(schema, withOrganization({ folders: { root: { name: "Root" } } }))).toBe(false);
  expect(accepts(schema, withOrganization({ documents: { root: { name: "Root" } } }))).toBe(true);
});

test("every field is described", () => {
  const undescribed = (rule: Schema, path: string): string[] =>
    Object.entries(rule.properties ?? {}).flatMap(([key, field]) => {
      const below = undescribed(field, `${path}.${key}`);
      return field.description === undefined && field.$ref === undefined ? [`${path}.${key}`].concat(below) : below;
    });
  const definitions = Object.entries(schema.$defs ?? {});
  expect([...undescribed(schema, "file"), ...definitions.flatMap(([name, rule]) => undescribed(rule, name))]).toEqual([]);
});

test("the sample is a workspace, and the checked-in JSON Schema is the generated one", async () => {
  const { organizations } = loadWorkspace("workspace.yaml", { cwd: root.pathname });
  expect(organizations.map(({ organizationId }) => organizationId)).toEqual(["acme", "globex", "initech"]);
  expect(organizations.map(({ disabled }) => disabled)).toEqual([undefined, undefined, true]);
  const files = await stale();
  expect(files.map(({ file }) => file)).not.toContain("schema/json/workspace.schema.json");
});
