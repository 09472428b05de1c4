/** The files of a new repository. Pure: what they hold depends on the options and the package alone. */
import type { AccessRole } from "../../schema/service/shapes.ts";
import { scalar } from "../../workspace/export/yaml.ts";

export interface RepositoryOptions {
  /** Of the project and the package. */
  readonly name: string;
  readonly stack: string;
  readonly organizationId: string;
  readonly members: readonly { readonly userId: string; readonly role: AccessRole }[];
  readonly baseUrl?: string | undefined;
  /** Version of this package. */
  readonly version: string;
  /** Where the repository gets this package from. Default: the registry, this version. */
  readonly package?: string | undefined;
  /** Version of `@pulumi/pulumi` that goes with it. */
  readonly pulumi: string;
}

/** What a name of a project and a package may be, so that both take it. */
export const projectName = /^[a-z0-9][a-z0-9._-]{0,99}$/;

const project = ({ name }: RepositoryOptions): string => `name: ${JSON.stringify(name)}
description: Who has access to what, declared in workspace.yaml
runtime:
  name: nodejs
  options:
    typescript: false # Node.js runs the program as it is
main: index.ts
`;

const program = `import { declareWorkspace } from "pulumi-collab/workspace";

declareWorkspace();
`;

const manifest = ({ name, version, pulumi, package: source = `^${version}` }: RepositoryOptions): string =>
  `${JSON.stringify(
    {
      name,
      private: true,
      type: "module",
      scripts: { validate: "collab validate", preview: "pulumi preview --diff", up: "pulumi up" },
      dependencies: { "@pulumi/pulumi": pulumi, "pulumi-collab": source },
    },
    null,
    2,
  )}\n`;

const workspace = ({ organizationId, members }: RepositoryOptions): string => {
  const listed =
    members.length === 0
      ? "    members: {} # nobody yet; for example: { ada: editor, alan: { role: viewer, name: Alan Turing } }\n"
      : `    members:\n${members.map(({ userId, role }) => `      ${scalar(userId)}: ${role}\n`).join("")}`;
  return `# yaml-language-server: $schema=./node_modules/pulumi-collab/schema/json/workspace.schema.json
version: 1

organizations:
  ${scalar(organizationId)}:
${listed}    folders: {}
    documents: {}
`;
};

const ignored = `node_modules/
# What previews and reports leave behind; a plan may hold what is nobody else's business.
preview.json
plan.json
comment.md
report.html
`;

/** Every file by its path, pipelines not among them. */
export const repositoryFiles = (options: RepositoryOptions): ReadonlyMap<string, string> =>
  new Map([
    ["Pulumi.yaml", project(options)],
    ["index.ts", program],
    ["package.json", manifest(options)],
    ["workspace.yaml", workspace(options)],
    [".gitignore", ignored],
    ...(options.baseUrl === undefined
      ? []
      : [[`Pulumi.${options.stack}.yaml`, `config:\n  collab:baseUrl: ${JSON.stringify(options.baseUrl)}\n`] as const]),
  ]);

/** Files of the package's own example that each build service needs. */
export const pipelineFiles = {
  github: [".github/workflows/collab.yml", "scripts/comment.mjs"],
  gitlab: [".gitlab-ci.yml", "scripts/comment.mjs"],
} as const;
export type BuildService = keyof typeof pipelineFiles;

/** A pipeline of the example, for another stack. */
export const forStack = (text: string, stack: string): string => text.replace(/^( *PULUMI_STACK: )prod$/m, `$1${stack}`);
