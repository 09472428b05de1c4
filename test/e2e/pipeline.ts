/** The script steps of a pipeline, run as its build service would run them, with everything around them on this machine. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { parse } from "yaml";
import { startEmulator, type Emulator } from "../../emulator/index.ts";
import { place, type Run, root, run } from "../support/project.ts";

/** One script of a job. */
export interface ScriptStep {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

interface GitHubJob {
  readonly steps: readonly { readonly name?: string; readonly run?: string; readonly env?: Record<string, string> }[];
}

/** Script steps by job, of a workflow of GitHub Actions. */
export const gitHubSteps = async (folder: string): Promise<Record<string, ScriptStep[]>> => {
  const { jobs } = parse(await readFile(path.join(folder, ".github/workflows/collab.yml"), "utf8")) as { jobs: Record<string, GitHubJob> };
  const stepsOf = ({ steps }: GitHubJob) =>
    steps.flatMap(({ name = "", run: script, env = {} }) => (script === undefined ? [] : [{ name, script, env }]));
  return Object.fromEntries(Object.entries(jobs).map(([job, steps]) => [job, stepsOf(steps)]));
};

/** Script steps by job, of a pipeline of GitLab; `before_script` comes first in each. */
export const gitLabSteps = async (folder: string): Promise<Record<string, ScriptStep[]>> => {
  const {
    default: common,
    stages,
    variables,
    ...jobs
  } = parse(await readFile(path.join(folder, ".gitlab-ci.yml"), "utf8")) as {
    default: { before_script: string[] };
    stages: string[];
    variables: object;
  } & Record<string, { stage: string; script: string[] }>;
  if (Object.values(jobs).some(({ stage }) => !stages.includes(stage)) || !variables)
    throw new Error("a job's stage is not among the stages");
  const asSteps = (scripts: readonly string[]) => scripts.map((script) => ({ name: script, script, env: {} }));
  return Object.fromEntries(Object.entries(jobs).map(([job, { script }]) => [job, asSteps([...common.before_script, ...script])]));
};

/** A build service on this machine: a repository in a folder, the engine, an emulator, and an API that takes comments. */
export class BuildService implements AsyncDisposable {
  readonly folder: string;
  readonly emulator: Emulator;
  readonly env: NodeJS.ProcessEnv;
  /** Comments under the one pull request that there is. */
  readonly comments: string[];
  readonly #close: () => Promise<void>;

  private constructor(folder: string, emulator: Emulator, env: NodeJS.ProcessEnv, comments: string[], close: () => Promise<void>) {
    this.folder = folder;
    this.emulator = emulator;
    this.env = env;
    this.comments = comments;
    this.#close = close;
  }

  static async open(): Promise<BuildService> {
    const emulator = await startEmulator({ port: 0 });
    const [folder, env] = await place(emulator.url);
    const tools = await mkdtemp(path.join(tmpdir(), "collab tools "));
    await mkdir(path.join(folder, "backend"));
    const comments: string[] = [];
    const api = createServer((request, response) => {
      const answer = async (): Promise<unknown> => {
        const { body = "" } = request.method === "GET" ? {} : (JSON.parse(await readAll(request)) as { body?: string });
        if (request.method === "POST") comments.push(body);
        const id = Number(/\/(\d+)$/.exec(request.url ?? "")?.[1]);
        if (request.method === "PATCH" || request.method === "PUT") comments[id] = body;
        return request.method === "GET" ? comments.map((text, index) => ({ id: index, body: text })) : {};
      };
      void answer().then((value) => response.setHeader("content-type", "application/json").end(JSON.stringify(value)));
    });
    await new Promise<void>((resolve) => {
      api.listen(0, "127.0.0.1", resolve);
    });
    const address = api.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    // Packages come from the checkout; everything else is the real thing.
    await writeFile(path.join(tools, "npm"), `#!/bin/sh\n[ "$1" = ci ] && test -e package.json\n`, { mode: 0o755 });
    const service = new BuildService(
      folder,
      emulator,
      {
        ...env,
        PATH: [tools, env["PATH"]].join(path.delimiter),
        PULUMI_STACK: "prod",
        GITHUB_API_URL: url,
        CI_API_V4_URL: url,
        GITHUB_STEP_SUMMARY: path.join(folder, "summary.md"),
      },
      comments,
      async () => {
        api.close();
        await emulator.close();
        await Promise.all([folder, tools].map((one) => rm(one, { recursive: true, force: true })));
      },
    );
    return service;
  }

  /** What `npm ci` would bring: the checkout, and its command. */
  async install(): Promise<void> {
    const modules = path.join(this.folder, "node_modules");
    await mkdir(path.join(modules, "@pulumi"), { recursive: true });
    await mkdir(path.join(modules, ".bin"));
    await symlink(root, path.join(modules, "pulumi-collab"), "dir");
    await symlink(path.join(root, "node_modules/@pulumi/pulumi"), path.join(modules, "@pulumi/pulumi"), "dir");
    await symlink(path.join(root, "bin/collab.js"), path.join(modules, ".bin/collab"));
  }

  /** Runs a command in the repository. */
  run(script: string, env: NodeJS.ProcessEnv = {}): Promise<Run> {
    return run("bash", ["-e", "-o", "pipefail", "-c", script], this.folder, { ...this.env, ...env });
  }

  /** Runs the steps of a job to the first one that fails. */
  async job(steps: readonly ScriptStep[] | undefined, env: NodeJS.ProcessEnv = {}): Promise<Run> {
    let output = "";
    for (const { name, script, env: own } of steps ?? []) {
      // `${{ … }}` stands for what only the build service has.
      const known = Object.fromEntries(Object.keys(own).map((key) => [key, "1"]));
      const ended = await this.run(script, { ...known, ...env });
      output += `--- ${name}\n${ended.output}`;
      if (ended.exitCode !== 0) return { exitCode: ended.exitCode, output };
    }
    return { exitCode: 0, output };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}
