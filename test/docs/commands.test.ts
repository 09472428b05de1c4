/**
 * Every command of the pages: its parts exist. What README shows is also run as it stands there, by test/e2e/start.test.ts; what the commands
 * do is tested where they are.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/commands/index.ts";
import { configuration, configurationKeys, programSettings } from "../../provider/configuration.ts";
import { schemaOf } from "../../tools/reference/fields.ts";
import { root } from "../support/project.ts";
import { blocksIn, pages } from "./pages.ts";

const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
};
const variables = new Set(["COLLAB_BASE_URL", "COLLAB_API_KEY", "COLLAB_AUTH_TOKEN", "COLLAB_PROBE"]);

const isSecret = (key: string): boolean => schemaOf(configuration).properties?.[key]?.secret === true;

const npm = (args: readonly string[]): string | undefined => {
  const [first = "", second = ""] = args;
  if (first === "install")
    return args.slice(1).every((name) => name.startsWith("-") || name === manifest.name || name.startsWith("@pulumi/"))
      ? undefined
      : "installs another package";
  const script = first === "run" ? second : first;
  return script in manifest.scripts ? undefined : `there is no script ${script}`;
};

const setting = (args: readonly string[]): string | undefined => {
  const given = args.filter((arg) => !arg.startsWith("-"));
  const [key = "", value] = given;
  const name = key.replace(/^collab:/, "");
  if (!key.startsWith("collab:") || ![...configurationKeys, ...Object.keys(programSettings)].includes(name))
    return `there is no setting ${key}`;
  const secret = args.includes("--secret");
  if (isSecret(name) !== secret) return `${key} is ${secret ? "no" : "a"} secret`;
  return secret && value !== undefined ? `the value of ${key} would stay in the shell's history` : undefined;
};

const pulumiCommands = [
  "preview",
  "up",
  "refresh",
  "destroy",
  "import",
  "stack select",
  "stack init",
  "state delete",
  "plugin install",
  "package add",
  "package get-schema",
  "login",
];

const pulumi = (args: readonly string[]): string | undefined => {
  if (args[0] === "config" && args[1] === "set") return setting(args.slice(2));
  return pulumiCommands.some((known) => args.join(" ").startsWith(known)) ? undefined : `no rule for pulumi ${args.join(" ")}`;
};

const collab = ([name = ""]: readonly string[]): string | undefined =>
  commands.some((make) => make().name() === name) ? undefined : `there is no command ${name}`;

/** What is wrong with one command; undefined where nothing is. */
const problem = (command: string): string | undefined => {
  const [program = "", ...args] = command.split(/\s+/);
  if (/^[A-Z_]+=/.test(program)) {
    const [name = ""] = program.split("=");
    return variables.has(name) ? problem(args.join(" ")) : `there is no variable ${name}`;
  }
  if (program === "export") return args.map((assignment) => assignment.split("=")[0] ?? "").find((name) => !variables.has(name));
  if (program === "npm") return npm(args);
  if (program === "npx" && args[0] === "collab") return collab(args.slice(1));
  if (program === "pulumi") return pulumi(args);
  return `no rule for ${program}: add one here`;
};

const shown = blocksIn(pages, "sh").flatMap(({ at, code }) =>
  code
    .split("\n")
    .flatMap((line) => line.replace(/(^|\s)#.*$/, "").split("&&"))
    .map((command) => command.trim())
    .filter(Boolean)
    .map((command): [string, string] => [at, command]),
);

test.each(shown)("%s: %s", (_at, command) => {
  expect(problem(command)).toBeUndefined();
});

describe("what is wrong is seen", () => {
  test.each([
    ["npm run nothing", "there is no script nothing"],
    ["npm install something", "installs another package"],
    ["npx collab nothing", "there is no command nothing"],
    ["pulumi config set collab:nothing 1", "there is no setting collab:nothing"],
    ["pulumi config set collab:apiKey", "collab:apiKey is a secret"],
    ["pulumi config set --secret collab:apiKey abc", "the value of collab:apiKey would stay in the shell's history"],
    ["COLLAB_NOTHING=1 npm start", "there is no variable COLLAB_NOTHING"],
    ["rm -rf /", "no rule for rm: add one here"],
  ])("%s", (command, words) => {
    expect(problem(command)).toBe(words);
  });
});
