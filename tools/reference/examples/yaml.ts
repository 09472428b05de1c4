/** Examples as Pulumi YAML: the form that they are written in, with the names of types. */
import { stringify } from "yaml";
import type { Example } from "../../../provider/resources/example.ts";

const packageName = "collab";

/** What of an example goes into a `Pulumi.yaml`. */
const sections = ({ resources = {}, calls = {}, outputs = {} }: Example) => ({
  resources: Object.fromEntries(
    Object.entries(resources).map(([name, { kind, inputs, dependsOn }]) => [
      name,
      {
        type: `${packageName}:${kind}`,
        properties: inputs,
        ...(dependsOn ? { options: { dependsOn: dependsOn.map((other) => `\${${other}}`) } } : {}),
      },
    ]),
  ),
  variables: Object.fromEntries(
    Object.entries(calls).map(([name, { function: token, inputs }]) => [
      name,
      { "fn::invoke": { function: `${packageName}:${token}`, arguments: inputs } },
    ]),
  ),
  outputs,
});

const render = (all: ReturnType<typeof sections>): string =>
  stringify(Object.fromEntries(Object.entries(all).filter(([, section]) => Object.keys(section).length > 0)), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });

/** What an example adds to a `Pulumi.yaml`. */
export const yaml = (example: Example): string => render(sections(example));

/** One program of several examples. Its name, its runtime and where the plugin is are the caller's. */
export const yamlProgram = (examples: readonly Example[]): string => {
  const all = examples.map((example) => sections(example));
  return render({
    resources: Object.assign({}, ...all.map(({ resources }) => resources)),
    variables: Object.assign({}, ...all.map(({ variables }) => variables)),
    outputs: Object.assign({}, ...all.map(({ outputs }) => outputs)),
  });
};
