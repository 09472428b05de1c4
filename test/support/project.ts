/**
 * A Pulumi project in a temporary folder of its own, with a backend of its own: program and state are nobody else's, so several may run
 * side by side. `pulumi` comes from PATH, where `npm test` and `npm run bench` have put it.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** The checkout. */
export const root = path.resolve(import.meta.dirname, "../..");

/** How a command ended: both streams as one text, without colours. */
export interface Run {
  readonly exitCode: number;
  readonly output: string;
}

export interface ProjectOptions {
  /** Files of the program's folder; what is not among them is the program of two lines, with its `Pulumi.yaml` and `package.json`. */
  readonly files: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  /** Where the program's packages come from. Default: links to the checkout. */
  readonly install?: (folder: string) => Promise<void>;
}

const manifest = JSON.stringify({ name: "test", private: true, type: "module" });
const project = `name: test
runtime:
  name: nodejs
  options:
    typescript: false
main: index.ts
`;
const program = `import { declareWorkspace } from "pulumi-collab/workspace";\ndeclareWorkspace();\n`;

const linkCheckout = async (folder: string): Promise<void> => {
  await mkdir(path.join(folder, "node_modules/@pulumi"), { recursive: true });
  await symlink(root, path.join(folder, "node_modules/pulumi-collab"), "dir");
  await symlink(path.join(root, "node_modules/@pulumi/pulumi"), path.join(folder, "node_modules/@pulumi/pulumi"), "dir");
};

/**
 * Runs a command to its end, whatever that is.
 *
 * @param started gets the id of the process, to watch it
 */
export const run = (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
  started?: (pid: number) => void,
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = execFile(command, [...args], { cwd, env, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr });
    });
    if (child.pid !== undefined) started?.(child.pid);
  });

/** An empty folder, and the environment of a project in it that talks to the service at `serviceUrl`. */
export const place = async (serviceUrl: string): Promise<readonly [folder: string, env: NodeJS.ProcessEnv]> => {
  // The space is on purpose: people have such paths.
  const folder = await mkdtemp(path.join(tmpdir(), "collab e2e "));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PULUMI_HOME: path.join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${path.join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    COLLAB_BASE_URL: serviceUrl,
    COLLAB_API_KEY: "collab-dev-key",
    COLLAB_AUTH_TOKEN: "collab-dev-token",
  };
  return [folder, env];
};

export class Project implements AsyncDisposable {
  readonly folder: string;
  /** Environment of every command; a test may change it. */
  readonly env: NodeJS.ProcessEnv;

  /** See {@link place}; {@link initialize} comes next. */
  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.env = env;
  }

  /** A project that talks to the service at `serviceUrl`, with its stack. */
  static async at(serviceUrl: string, options: ProjectOptions): Promise<Project> {
    return new Project(...(await place(serviceUrl))).initialize(options);
  }

  /** Writes the program and makes its stack. */
  async initialize({ files, config = {}, install = linkCheckout }: ProjectOptions): Promise<this> {
    await mkdir(path.join(this.folder, "backend"));
    const all = { "Pulumi.yaml": project, "index.ts": program, "package.json": manifest, ...files };
    for (const [file, text] of Object.entries(all)) await this.write(file, text);
    await install(this.folder);
    await this.expect(["stack", "init", "test"]);
    for (const [key, value] of Object.entries(config)) await this.expect(["config", "set", key, value]);
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Writes a file of the program's folder. */
  async write(file: string, text: string): Promise<void> {
    await writeFile(path.join(this.folder, file), text);
  }

  /** Runs `pulumi`. */
  pulumi(args: readonly string[], started?: (pid: number) => void): Promise<Run> {
    return run("pulumi", [...args, "--non-interactive", "--color", "never"], this.folder, this.env, started);
  }

  /** Runs `pulumi` and throws where it fails. */
  async expect(args: readonly string[], started?: (pid: number) => void): Promise<string> {
    const { exitCode, output } = await this.pulumi(args, started);
    if (exitCode !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${exitCode}:\n${output}`);
    return output;
  }

  up(...args: string[]): Promise<Run> {
    return this.pulumi(["up", "--yes", "--skip-preview", ...args]);
  }

  /** The state, as the backend keeps it. */
  async state(): Promise<string> {
    return readFile(path.join(this.folder, "backend/.pulumi/stacks/test/test.json"), "utf8");
  }
}
