/** A project on the real engine, with an emulator of its own. */
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import { place, Project, type ProjectOptions } from "../support/project.ts";

export { root, run } from "../support/project.ts";

/** One step of a preview: what the engine would do with which resource. */
export interface Step {
  readonly op: string;
  /** `Folder acme/design`. */
  readonly resource: string;
}

export interface StackOptions extends ProjectOptions {
  readonly emulator?: EmulatorOptions;
}

export class Stack extends Project {
  readonly emulator: Emulator;
  #seen = 0;

  private constructor(folder: string, env: NodeJS.ProcessEnv, emulator: Emulator) {
    super(folder, env);
    this.emulator = emulator;
  }

  static async open(options: StackOptions): Promise<Stack> {
    const emulator = await startEmulator({ ...options.emulator, port: 0 });
    return new Stack(...(await place(emulator.url)), emulator).initialize(options);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.emulator.close();
    await super[Symbol.asyncDispose]();
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
          .replace(/^.*[:$/]?collab:(index:)?/, ""),
      }))
      .filter(({ op, resource }) => op !== "same" && !resource.startsWith("pulumi:"));
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
