/** The built plugin as a process, and an engine as far as a provider talks back to one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import engineGrpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import providerGrpc from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import struct from "google-protobuf/google/protobuf/struct_pb.js";
import { root } from "../support/project.ts";

/** The plugin, as set-up has built it. */
export const pluginFile = path.join(root, "bin/pulumi-resource-collab");

/** What a provider said to its engine. */
export interface Said {
  readonly urn: string;
  readonly severity: "debug" | "info" | "warning" | "error";
  readonly message: string;
  readonly ephemeral: boolean;
}

const severities = ["debug", "info", "warning", "error"] as const;
const largest = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** An engine that hears. */
export const hear = async (said: (message: Said) => void): Promise<{ readonly address: string; close(): void }> => {
  const server = new Server();
  const log = (call: { request: InstanceType<typeof engineMessages.LogRequest> }, answer: (error: null, reply: unknown) => void): void => {
    const { request } = call;
    const severity = severities[request.getSeverity()] ?? "error";
    said({ urn: request.getUrn(), severity, message: request.getMessage(), ephemeral: request.getEphemeral() });
    answer(null, new engineMessages.LogRequest());
  };
  const { EngineService } = engineGrpc as unknown as { EngineService: Parameters<Server["addService"]>[0] };
  server.addService(EngineService, { log } as unknown as Parameters<Server["addService"]>[1]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
};

type Client = InstanceType<typeof providerGrpc.ResourceProviderClient>;
/** A method with one answer. */
type Unary = Exclude<keyof typeof providerGrpc.ResourceProviderService, "list">;

/** A property map as it travels. */
export const structOf = (values: Readonly<Record<string, unknown>>): InstanceType<typeof struct.Struct> =>
  struct.Struct.fromJavaScript(JSON.parse(JSON.stringify(values)));

/** A running plugin. */
export class Plugin implements AsyncDisposable {
  readonly client: Client;
  /** Everything that it wrote to its standard error stream. */
  readonly stderr: string[] = [];
  /** Gets what it says to the engine. */
  hearing: (said: Said) => void = () => undefined;
  readonly process: ChildProcess;
  readonly #engine: { close(): void };

  private constructor(process: ChildProcess, port: number, engine: { close(): void }) {
    this.process = process;
    this.#engine = engine;
    this.client = new providerGrpc.ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), largest);
    process.stderr?.on("data", (chunk) => this.stderr.push(String(chunk)));
  }

  /** @param environment variables beside those that any program needs */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Plugin> {
    const listeners: ((said: Said) => void)[] = [];
    const engine = await hear((said) => listeners.forEach((listener) => listener(said)));
    const env = { PATH: process.env["PATH"], ...environment };
    const child = spawn(process.execPath, [pluginFile, engine.address], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [line] = await once(createInterface(child.stdout), "line");
    const plugin = new Plugin(child, Number(line), engine);
    listeners.push((said) => plugin.hearing(said));
    return plugin;
  }

  /** Calls a method; rejects with what the plugin answered. */
  call<Response>(name: Unary, request: unknown): Promise<Response> {
    return new Promise((resolve, reject) => {
      const method = Reflect.get(this.client, name) as (
        request: unknown,
        answer: (error: ServiceError | null, response: Response) => void,
      ) => void;
      method.call(this.client, request, (error, response) => (error ? reject(error) : resolve(response)));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.close();
    const ended = this.process.exitCode === null && this.process.signalCode === null ? once(this.process, "exit") : undefined;
    this.process.kill();
    await ended;
    this.#engine.close();
  }
}
