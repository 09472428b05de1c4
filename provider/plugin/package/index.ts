/** The Pulumi package schema: what `pulumi` and the SDK generators know of the package, derived from the registry. */
import { configuration, environmentVariable, isSecretKey } from "../../configuration.ts";
import type { FunctionKind } from "../../functions/contract.ts";
import { functions } from "../../functions/index.ts";
import type { Example } from "../../resources/example.ts";
import { kinds } from "../../resources/index.ts";
import type { AnyKind } from "../../resources/lifecycle.ts";
import { formOf } from "../form.ts";
import { type ObjectSpec, type PropertySpec, Types } from "./types.ts";

type Properties = Readonly<Record<string, PropertySpec>>;

/** Renders examples into a description, in the languages that Pulumi's registry shows. */
export type RenderExamples = (examples: readonly Example[]) => string;

/** Adds to those properties that a test picks. */
const withMarks = (properties: Properties, isMeant: (key: string) => boolean, marks: Partial<PropertySpec>): Properties =>
  Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, isMeant(key) ? { ...property, ...marks } : property]));

const withDefaults = (properties: Properties, defaults: Readonly<Record<string, unknown>>): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([key, property]) => {
      const value = defaults[key];
      // Only what Pulumi's schema can say as a default; an engine that filled it in would change what is declared.
      return [
        key,
        value === undefined || property.description?.includes("default")
          ? property
          : { ...property, description: `${property.description ?? ""} Default: ${JSON.stringify(value)}.`.trim() },
      ];
    }),
  );

const described = (doc: string, examples: readonly Example[], render: RenderExamples): string =>
  [doc, render(examples)].filter(Boolean).join("\n\n");

const resource = (kind: AnyKind, types: Types, render: RenderExamples) => {
  const form = formOf(kind);
  const replaces = (key: string): boolean => kind.replaceOn.includes(key);
  const inputs = types.object(form.inputs, kind.token);
  const kept = types.object(kind.inputs, kind.token);
  const computed = types.object(kind.computed, kind.token);
  const outputs = Object.fromEntries(
    Object.entries({ ...kept.properties, ...computed.properties }).filter(([key]) => !form.hidden.includes(key)),
  );
  const required = [...(kept.required ?? []), ...(computed.required ?? [])].filter((key) => key in outputs);
  return {
    description: described(kind.doc, kind.examples, render),
    properties: withMarks(withDefaults(outputs, kind.defaults ?? {}), replaces, { replaceOnChanges: true }),
    required,
    inputProperties: withMarks(withDefaults(inputs.properties, kind.defaults ?? {}), replaces, {
      willReplaceOnChanges: true,
      replaceOnChanges: true,
    }),
    requiredInputs: inputs.required,
    ...(kind.list ? { listInputs: { type: "object", ...types.object(kind.list.inputs, `${kind.token}Query`) } } : {}),
    // A program that moves to the package keeps the resources that it has as dynamic ones.
    aliases: [{ type: `pulumi-nodejs:dynamic/collab:${kind.token}` }],
  };
};

const functionSpec = (kind: FunctionKind, types: Types, render: RenderExamples) => {
  const name = kind.token.charAt(0).toUpperCase() + kind.token.slice(1);
  const isSecret = (key: string): boolean => kind.secretOutputs.includes(key);
  const outputs = types.object(kind.outputs, `${name}Result`);
  return {
    description: described(kind.doc, kind.examples, render),
    inputs: { type: "object", ...types.object(kind.inputs, name) },
    outputs: { type: "object", ...outputs, properties: withMarks(outputs.properties, isSecret, { secret: true }) },
  };
};

const settings = (types: Types): Properties => {
  const { properties } = types.object(configuration, "Config");
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => {
      const variable = environmentVariable(key);
      return [
        key,
        {
          ...property,
          ...(isSecretKey(key) ? { secret: true as const } : {}),
          ...(variable === undefined ? {} : { defaultInfo: { environment: [variable] } }),
        },
      ];
    }),
  );
};

/** A schema of the package `collab`, without its version: the plugin says that itself. */
export const packageSchema = (render: RenderExamples): object => {
  const types = new Types();
  const variables = settings(types);
  const entries = <Kind>(all: Readonly<Record<string, Kind>>, spec: (kind: Kind) => unknown) =>
    Object.fromEntries(Object.entries(all).map(([token, kind]) => [`collab:index:${token}`, spec(kind)]));
  const resources = entries<AnyKind>(kinds, (kind) => resource(kind, types, render));
  const calls = entries<FunctionKind>(functions, (kind) => functionSpec(kind, types, render));
  return {
    name: "collab",
    displayName: "Collab",
    description: "A collaboration workspace: organizations, folders, documents, members, user groups and allowed domains.",
    keywords: ["pulumi", "collab", "category/infrastructure", "kind/native"],
    license: "Apache-2.0",
    language: {
      nodejs: { packageName: "pulumi-collab-sdk", respectSchemaVersion: true },
      python: { packageName: "pulumi_collab", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: { respectSchemaVersion: true },
      csharp: { respectSchemaVersion: true },
    },
    config: { variables },
    provider: { description: "How the service is reached.", inputProperties: variables, properties: {} },
    types: Object.fromEntries(Object.entries<ObjectSpec>(types.all).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    resources,
    functions: calls,
  };
};
