/** Examples in every language, from the one form that the definitions hold. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { functions } from "../../provider/functions/index.ts";
import type { Example } from "../../provider/resources/example.ts";
import { kinds } from "../../provider/resources/index.ts";
import type { AnyKind } from "../../provider/resources/lifecycle.ts";
import { python, schemaExamples, typescript, yaml, yamlProgram } from "../../tools/reference/examples/index.ts";
import { referencesOf } from "../../tools/reference/examples/values.ts";

const allKinds: readonly AnyKind[] = Object.values(kinds);
const examples: readonly Example[] = [...allKinds, ...Object.values(functions)].flatMap((one) => [...one.examples]);
const titled = examples.map((example) => [example.title, example] as const);

const sample: Example = {
  title: "Everything at once",
  resources: {
    acme: { kind: "Organization", inputs: { organizationId: "acme", disabled: false } },
    acmeMembers: {
      kind: "MembershipSet",
      inputs: {
        organizationId: "${acme.organizationId}",
        members: { "ada-l": { accessRole: "editor", name: "Ada Lovelace", email: "ada@acme.example" }, alan: "viewer" },
        folders: { designTeam: { grace: "editor" } },
      },
      dependsOn: ["acme"],
    },
  },
  calls: { all: { function: "getDocuments", inputs: { organizationId: "${acme.organizationId}", documentIds: ["brand"] } } },
  outputs: { documents: "${all.documents}" },
};

test("TypeScript", () => {
  expect(typescript(sample)).toBe(`import * as collab from "pulumi-collab";

const acme = new collab.Organization("acme", { organizationId: "acme", disabled: false });
new collab.MembershipSet(
  "acmeMembers",
  {
    organizationId: acme.organizationId,
    members: {
      "ada-l": { accessRole: "editor", name: "Ada Lovelace", email: "ada@acme.example" },
      alan: "viewer",
    },
    folders: { designTeam: { grace: "editor" } },
  },
  { dependsOn: [acme] },
);
const all = collab.getDocuments({ organizationId: acme.organizationId, documentIds: ["brand"] });

export const documents = all.documents;
`);
});

test("Pulumi YAML", () => {
  expect(yaml(sample)).toBe(`resources:
  acme:
    type: collab:Organization
    properties:
      organizationId: acme
      disabled: false
  acmeMembers:
    type: collab:MembershipSet
    properties:
      organizationId: \${acme.organizationId}
      members:
        ada-l:
          accessRole: editor
          name: Ada Lovelace
          email: ada@acme.example
        alan: viewer
      folders:
        designTeam:
          grace: editor
    options:
      dependsOn:
        - \${acme}
variables:
  all:
    fn::invoke:
      function: collab:getDocuments
      arguments:
        organizationId: \${acme.organizationId}
        documentIds:
          - brand
outputs:
  documents: \${all.documents}
`);
});

test("Python: names of fields as Python has them, keys of maps as they are", () => {
  expect(python(sample)).toBe(`import pulumi
import pulumi_collab as collab

acme = collab.Organization("acme",
    organization_id="acme",
    disabled=False)
collab.MembershipSet("acmeMembers",
    organization_id=acme.organization_id,
    members={
        "ada-l": {"access_role": "editor", "name": "Ada Lovelace", "email": "ada@acme.example"},
        "alan": "viewer",
    },
    folders={"designTeam": {"grace": "editor"}},
    opts=pulumi.ResourceOptions(depends_on=[acme]))
all = collab.get_documents_output(organization_id=acme.organization_id, document_ids=["brand"])
pulumi.export("documents", all.documents)
`);
});

test("a description of a package schema has all languages, between the marks that the documentation tools look for", () => {
  const text = schemaExamples([sample, sample]);
  expect(text.match(/\{\{% \/?examples? %\}\}|```\w+|^#.*$/gm)).toStrictEqual([
    "{{% examples %}}",
    "## Example Usage",
    ...Array.from({ length: 2 }, () => [
      "{{% example %}}",
      "### Everything at once",
      "```typescript",
      "```python",
      "```yaml",
      "{{% /example %}}",
    ]).flat(),
    "{{% /examples %}}",
  ]);
});

describe.each(titled)("%s", (_title, example) => {
  const { resources = {}, calls = {} } = example;

  test("names what is registered, with inputs that exist", () => {
    const used = [
      ...Object.values(resources).map(({ kind, inputs }) => {
        const found = allKinds.find(({ token }) => token === kind);
        return { token: kind, shape: found?.args ?? found?.inputs, inputs };
      }),
      ...Object.values(calls).map(({ function: token, inputs }) => {
        return { token, shape: Object.values(functions).find((one) => one.token === token)?.inputs, inputs };
      }),
    ];
    for (const { token, shape, inputs } of used) {
      expect(shape, token).toBeDefined();
      expect(Object.keys(shape?.shape ?? {})).toEqual(expect.arrayContaining(Object.keys(inputs)));
    }
  });

  test("refers to what comes before", () => {
    const names = [...Object.keys(resources), ...Object.keys(calls)];
    expect(names).toEqual(expect.arrayContaining([...referencesOf(example).names]));
    for (const program of [typescript(example), python(example)]) expect(program).not.toContain("${");
  });

  test("is the same value in YAML", () => {
    expect(Object.values(Object(parse(yaml(example))).resources ?? {})).toHaveLength(Object.keys(resources).length);
  });
});

test("no two examples use a name for different things: they run as one program", () => {
  const names = examples.flatMap(({ resources = {}, calls = {}, outputs = {} }) => [
    ...Object.keys(resources),
    ...Object.keys(calls),
    ...Object.keys(outputs).map((name) => `output ${name}`),
  ]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toStrictEqual([]);
  const program: Record<string, object> = Object(parse(yamlProgram(examples)));
  expect(Object.values(program).flatMap((section) => Object.keys(section))).toHaveLength(names.length);
});

test("a reference inside of other text is an error: no language but YAML has it", () => {
  expect(() => typescript({ title: "", outputs: { both: "${acme.id} and more" } })).toThrow("Expected one reference and nothing else");
});
