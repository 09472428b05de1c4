/**
 * A stack on the real engine, in a temporary folder of its own: program, backend, emulator and port are nobody else's, so tests may run
 * side by side. `pulumi` comes from PATH, where `npm test` has put it.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";

/** The checkout. */
export const root = path.resolve(import.meta.dirname, "../..");

/** How a command ended: both streams as one text, without colours. */
export interface Run {
  readonly exitCode: number;
  readonly output: string;
}

/** One step of a preview: what the engine would do with which resource. */
export interface Step {
  readonly op: string;
  /** `Folder acme/design`. */
  readonly resource: string;
}

export interface StackOptions {
  /** Files of the program's folder; `workspace.yaml` and, unless given, the program of two lines. */
  readonly files: Readonly<Record<string, string>>;
  readonly emulator?: EmulatorOptions;
  readonly config?: Readonly<Record<string, string>>;
  /** Where the program's packages come from. Default: links to the checkout. */
  readonly install?: (folder: string) => Promise<void>;
}

const project = `name: test
runtime:
  name: nodejs
  options:
    typescript: false
main: index.ts
`;
const program = `import { declareWorkspace } from "pulumi-collab/workspace";\ndeclareWorkspace();\n`;
const manifest = JSON.stringify({ name: "test", private: true, type: "module" });

const linkCheckout = async (folder: string): Promise<void> => {
  await mkdir(path.join(folder, "node_modules/@pulumi"), { recursive: true });
  await symlink(root, path.join(folder, "node_modules/pulumi-collab"), "dir");
  await symlink(path.join(root, "node_modules/@pulumi/pulumi"), path.join(folder, "node_modules/@pulumi/pulumi"), "dir");
};

/** Runs a command to its end, whatever that is. */
export const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<Run> =>
  new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd, env, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

export class Stack implements AsyncDisposable {
  readonly folder: string;
  readonly emulator: Emulator;
  /** Environment of every command; a test may change it. */
  readonly env: NodeJS.ProcessEnv;
  #seen = 0;

  private constructor(folder: string, emulator: Emulator, env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.emulator = emulator;
    this.env = env;
  }

  static async open(options: StackOptions): Promise<Stack> {
    const folder = await mkdtemp(path.join(tmpdir(), "collab e2e "));
    const emulator = await startEmulator({ ...options.emulator, port: 0 });
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PULUMI_HOME: path.join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${path.join(folder, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      COLLAB_BASE_URL: emulator.url,
      COLLAB_API_KEY: "collab-dev-key",
      COLLAB_AUTH_TOKEN: "collab-dev-token",
    };
    const stack = new Stack(folder, emulator, env);
    await mkdir(path.join(folder, "backend"));
    const files = { "Pulumi.yaml": project, "index.ts": program, "package.json": manifest, ...options.files };
    for (const [file, text] of Object.entries(files)) await stack.write(file, text);
    await (options.install ?? linkCheckout)(folder);
    await stack.expect(["stack", "init", "test"]);
    for (const [key, value] of Object.entries(options.config ?? {})) await stack.expect(["config", "set", key, value]);
    return stack;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.emulator.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Writes a file of the program's folder. */
  async write(file: string, text: string): Promise<void> {
    await writeFile(path.join(this.folder, file), text);
  }

  /** Runs `pulumi`. */
  pulumi(args: readonly string[]): Promise<Run> {
    return run("pulumi", [...args, "--non-interactive", "--color", "never"], this.folder, this.env);
  }

  /** Runs `pulumi` and fails the test where it fails. */
  async expect(args: readonly string[]): Promise<string> {
    const { exitCode, output } = await this.pulumi(args);
    if (exitCode !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${exitCode}:\n${output}`);
    return output;
  }

  up(...args: string[]): Promise<Run> {
    return this.pulumi(["up", "--yes", "--skip-preview", ...args]);
  }

  /** The steps that a preview would take, beside those that change nothing. */
  async preview(...args: string[]): Promise<Step[]> {
    const json: unknown = JSON.parse(await this.expect(["preview", "--json", ...args]));
    const { steps } = json as { steps: { op: string; urn: string }[] };
    return steps
      .map(({ op, urn }) => ({
        op,
        resource: urn
          .split("::")
          .slice(2)
          .join(" ")
          .replace(/^.*[:$/]collab:/, ""),
      }))
      .filter(({ op, resource }) => op !== "same" && !resource.startsWith("pulumi:"));
  }

  /** The state, as the backend keeps it. */
  async state(): Promise<string> {
    return readFile(path.join(this.folder, "backend/.pulumi/stacks/test/test.json"), "utf8");
  }

  /** The URN of the one resource of a kind. */
  async urn(kind: string): Promise<string> {
    const urn = new RegExp(`"urn":\\s*"([^"]*collab:${kind}::[^"]*)"`).exec(await this.state())?.[1];
    if (urn === undefined) throw new Error(`the state has no ${kind}`);
    return urn;
  }

  /** Calls the service as somebody else would, behind the stack's back. */
  async call(operation: string, data: unknown): Promise<void> {
    const headers = { "content-type": "application/json", "x-svc-api-key": "collab-dev-key", "x-svc-auth-token": "collab-dev-token" };
    const response = await fetch(`${this.emulator.url}/${operation}`, { method: "POST", headers, body: JSON.stringify({ data }) });
    if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
  }

  /** Calls that wrote, since the last time that this was asked: `path` with the body's data, in order. */
  writes(): { readonly operation: string; readonly data: unknown }[] {
    const all = this.emulator.requests();
    const recent = all.slice(this.#seen);
    this.#seen = all.length;
    return recent
      .map(({ operation, body }) => ({ operation: String(operation), data: Reflect.get(Object(body), "data") as unknown }))
      .filter(({ operation }) => !operation.endsWith("/get") && !operation.endsWith("generate_signature"));
  }
}
