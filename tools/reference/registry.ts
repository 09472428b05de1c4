/** The generated parts of the front page. */
import { configuration, programSettings } from "../../provider/configuration.ts";
import { schemaOf } from "./fields.ts";
import { code, table } from "./markdown.ts";
import { withParts } from "./parts.ts";

const environment: Readonly<Record<string, string>> = {
  baseUrl: "COLLAB_BASE_URL",
  apiKey: "COLLAB_API_KEY",
  authToken: "COLLAB_AUTH_TOKEN",
};

const providerSettings = (): string[][] =>
  Object.entries(schemaOf(configuration).properties ?? {}).map(([key, { default: preset, description = "", secret }]) => [
    code(`collab:${key}`),
    preset === undefined ? "" : code(String(preset)),
    environment[key] === undefined ? "" : code(environment[key]),
    `${description}${secret ? " A secret." : ""}`,
  ]);

const workspaceSettings = Object.entries(programSettings).map(([key, { preset, description }]) => [
  code(`collab:${key}`),
  code(preset),
  "",
  description,
]);

/** Of the provider, and of the program that reads workspace files. */
const settings = (): string => table(["setting", "default", "environment", "meaning"], [...workspaceSettings, ...providerSettings()]);

/** Targets of `npm run generate`. */
export const registryTargets = [{ file: "README.md", make: () => withParts("README.md", { settings }) }];
