/** `collab init`: a repository that is ready to use. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { accessRole } from "../../schema/service/shapes.ts";
import { fail } from "../fail.ts";
import { type BuildService, forStack, pipelineFiles, projectName, repositoryFiles, type RepositoryOptions } from "../init/files.ts";
import { print } from "../output.ts";
import { version } from "../version.ts";

interface Options {
  readonly name?: string;
  readonly stack: string;
  readonly organization: string;
  readonly member: RepositoryOptions["members"];
  readonly baseUrl?: string;
  readonly ci?: BuildService;
  readonly package?: string;
  readonly force?: true;
  readonly quiet?: true;
}

const require = createRequire(import.meta.url);

/** The package's own folder: its example is shipped with it. */
const packageFolder = (): string => dirname(require.resolve("pulumi-collab/package.json"));

/** The version of Pulumi's SDK that this package asks for. */
const pulumiVersion = (): string => {
  const { peerDependencies } = require("pulumi-collab/package.json") as { readonly peerDependencies: Readonly<Record<string, string>> };
  return peerDependencies["@pulumi/pulumi"] ?? "*";
};

const toMember = (value: string, before: RepositoryOptions["members"]): RepositoryOptions["members"] => {
  const at = value.lastIndexOf("=");
  const role = accessRole.safeParse(value.slice(at + 1));
  if (at < 1 || !role.success) throw new InvalidArgumentError("Use ID=viewer or ID=editor, e.g. --member ada=editor.");
  return [...before, { userId: value.slice(0, at), role: role.data }];
};

const toName = (value: string): string => {
  if (!projectName.test(value)) throw new InvalidArgumentError("Use small letters, digits, dots, dashes and underscores.");
  return value;
};

const toUrl = (value: string): string => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new InvalidArgumentError("Use an address such as https://collab.example.com.");
  return value;
};

/** A folder's name as the name of a project. */
const nameOf = (folder: string): string => {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "");
  return name === "" ? "collab-access" : name.slice(0, 100);
};

const write = (folder: string, files: ReadonlyMap<string, string>): void => {
  for (const [file, text] of files) {
    const path = join(folder, file);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    } catch (error) {
      fail(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
};

const run = (dir: string | undefined, options: Options): void => {
  const { name, stack, organization: organizationId, member: members, baseUrl, ci, package: source, force, quiet } = options;
  const folder = resolve(dir ?? ".");
  const pulumi = pulumiVersion();
  const files = new Map(
    repositoryFiles({ name: name ?? nameOf(folder), stack, organizationId, members, baseUrl, version, package: source, pulumi }),
  );
  for (const file of ci ? pipelineFiles[ci] : []) {
    files.set(file, forStack(readFileSync(join(packageFolder(), "examples/gitops", file), "utf8"), stack));
  }
  const there = [...files.keys()].filter((file) => existsSync(join(folder, file)));
  if (there.length > 0 && !force) {
    fail(`${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already in ${folder}. Nothing was written; --force overwrites.`);
  }
  write(folder, files);
  if (quiet) return;
  const here = relative(process.cwd(), folder);
  print(`${[...files.keys()].map((file) => join(here, file)).join("\n")}

Next:
${here === "" ? "" : `  cd ${JSON.stringify(here)}\n`}  npm install
  npx collab validate
  pulumi stack init ${stack}
${baseUrl === undefined ? "  pulumi config set collab:baseUrl https://…\n" : ""}  pulumi config set --secret collab:apiKey
  pulumi config set --secret collab:authToken
  pulumi preview
`);
};

export const initCommand = (): Command =>
  new Command("init")
    .summary("make a repository that is ready to use")
    .description(
      "Writes a Pulumi project that converges a workspace file: program, package, a small workspace.yaml, and pipelines if asked for.",
    )
    .argument("[dir]", "folder; made where it does not exist", ".")
    .option("--name <name>", "of the project; default: the folder's name", toName)
    .option("--organization <id>", "organization that the workspace file begins with", "example")
    .option("--member <id=role>", "a member of it; may be repeated", toMember, [])
    .option("--stack <name>", "stack that the pipelines use", "prod")
    .option("--base-url <address>", "address of the service, for the stack's settings", toUrl)
    .addOption(new Option("--ci <service>", "pipelines: validate, preview, report, apply, drift").choices(["github", "gitlab"]))
    .option("--package <specifier>", "where the repository gets pulumi-collab from; default: this version")
    .option("--force", "overwrite what is there")
    .option("--quiet", "do not list files and next steps")
    .addHelpText(
      "after",
      `
Asks nothing, and writes nothing where a file is there already. Exit codes: 0 written, 1 not written, 2 wrong command line.

Examples:
  collab init                                          in this folder
  collab init access --organization acme --member ada=editor --ci github
  collab init --stack staging --base-url https://collab.example.com`,
    )
    .action(run);
