/** The generated parts of the front page and of the pages for Pulumi's registry. */
import { configuration, environmentVariable, programSettings } from "../../provider/configuration.ts";
import { kinds } from "../../provider/resources/index.ts";
import { python, typescript, yaml } from "./examples/index.ts";
import { schemaOf } from "./fields.ts";
import { block, code, table } from "./markdown.ts";
import { withParts } from "./parts.ts";

const languages = { typescript, python, yaml };

/** One example in every language, between the marks with which the registry lets readers choose. */
const example = (): string => {
  const [shown] = kinds.MembershipSet.examples;
  const choices = Object.entries(languages).map(([language, render]) =>
    [`{{% choosable language ${language} %}}`, block(language, render(shown)), "{{% /choosable %}}"].join("\n\n"),
  );
  return [`{{< chooser language "${Object.keys(languages).join(",")}" >}}`, ...choices, "{{< /chooser >}}"].join("\n\n");
};

const providerSettings = (): string[][] =>
  Object.entries(schemaOf(configuration).properties ?? {}).map(([key, { default: preset, description = "", secret }]) => {
    const variable = environmentVariable(key);
    return [
      code(`collab:${key}`),
      preset === undefined ? "" : code(String(preset)),
      variable === undefined ? "" : code(variable),
      `${description}${secret ? " A secret." : ""}`,
    ];
  });

const workspaceSettings = Object.entries(programSettings).map(([key, { preset, description }]) => [
  code(`collab:${key}`),
  code(preset),
  "",
  description,
]);

/** Of the provider, and of the program that reads workspace files. */
const settings = (): string => table(["setting", "default", "environment", "meaning"], [...workspaceSettings, ...providerSettings()]);

/** Targets of `npm run generate`. */
export const registryTargets = [
  { file: "README.md", make: () => withParts("README.md", { settings }) },
  { file: "docs/_index.md", make: () => withParts("docs/_index.md", { example }) },
  { file: "docs/installation-configuration.md", make: () => withParts("docs/installation-configuration.md", { settings }) },
];
