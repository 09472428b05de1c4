/** The native plugin as the engine meets it: the real process, over gRPC. Processes are shared by tests, one test at a time. */
import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import type { ServiceError } from "@grpc/grpc-js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import statusMessages from "@pulumi/pulumi/proto/status_pb.js";
import { formOf } from "../../../provider/plugin/form.ts";
import { kinds, type KindName } from "../../../provider/resources/index.ts";
import type { Properties } from "../../../provider/resources/lifecycle.ts";
import { Plugin, structOf } from "../../plugin/process.ts";
import { type Adapter, Incomplete, type Resource, type Session } from "./adapter.ts";

/** Processes at the same time; a test waits for one. */
const most = 12;

/** Processes of one test: the shared one, and those that it asked an environment of its own for. */
interface Lease {
  readonly shared: Plugin;
  readonly own: Map<string, Promise<Plugin>>;
}

const lease = new AsyncLocalStorage<Lease>();
const idle: Plugin[] = [];
const waiting: ((plugin: Plugin) => void)[] = [];
let started = 0;

const take = (): Promise<Plugin> | Plugin => {
  const free = idle.pop();
  if (free) return free;
  if (started < most) {
    started += 1;
    return Plugin.start();
  }
  return new Promise((resolve) => waiting.push(resolve));
};

const giveBack = (plugin: Plugin): void => {
  const next = waiting.shift();
  if (next) next(plugin);
  else idle.push(plugin);
};

/** Gives a test a process for as long as it runs. */
export const withPlugin = async (runTest: () => Promise<void>): Promise<void> => {
  const shared = await take();
  const own = new Map<string, Promise<Plugin>>();
  try {
    await lease.run({ shared, own }, runTest);
  } finally {
    giveBack(shared);
    for (const plugin of own.values()) await (await plugin)[Symbol.asyncDispose]();
  }
};

/** Ends all processes. */
export const endPlugins = async (): Promise<void> => {
  for (const plugin of idle.splice(0)) await plugin[Symbol.asyncDispose]();
};

const pluginFor = async (environment: Readonly<Record<string, string>>): Promise<Plugin> => {
  const held = lease.getStore();
  if (!held) throw new Error("no test holds a plugin: see withPlugin");
  if (Object.keys(environment).length === 0) return held.shared;
  const key = JSON.stringify(environment);
  const plugin = held.own.get(key) ?? Plugin.start(environment);
  held.own.set(key, plugin);
  return plugin;
};

const valuesOf = (properties: { toJavaScript(): Properties } | undefined): Properties => properties?.toJavaScript() ?? {};

/** What an error says that the engine shall keep. */
const achieved = (error: unknown) => {
  const [details] = (error as ServiceError).metadata.get("grpc-status-details-bin");
  if (!(details instanceof Buffer)) return undefined;
  const [detail] = statusMessages.Status.deserializeBinary(details).getDetailsList();
  return detail && providerMessages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
};

/** Which session a process serves now: each has a run of its own, as if it had a process of its own. */
const serving = new WeakMap<Plugin, symbol>();

/** One run of a provider, for resources of any kind. */
const run = (config: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>>) => {
  const said: string[] = [];
  const session = Symbol("a run");
  const call = async <Response>(name: Parameters<Plugin["call"]>[0], request: unknown): Promise<Response> => {
    const plugin = await pluginFor(environment);
    if (serving.get(plugin) !== session) {
      serving.set(plugin, session);
      const configure = new providerMessages.ConfigureRequest();
      configure.setArgs(structOf(config));
      await plugin.call("configure", configure);
    }
    plugin.hearing = ({ severity, message, ephemeral }) => {
      if (!ephemeral) said.push(`${severity}: ${message}`);
    };
    return plugin.call(name, request);
  };

  return { said, call };
};

const sessionOf = (kind: KindName, { said, call }: ReturnType<typeof run>): Session => {
  const urn = `urn:pulumi:test::test::collab:index:${kind}::it`;
  const { hidden } = formOf(kinds[kind]);

  /** The engine keeps outputs without what the inputs have already; the suite sees what is recorded. */
  const whole = (inputs: Properties, outputs: Properties): Properties => {
    const kept = hidden.filter((key) => outputs[key] === undefined && inputs[key] !== undefined);
    return { ...outputs, ...Object.fromEntries(kept.map((key) => [key, inputs[key]])) };
  };
  const sent = ({ inputs, outputs }: Resource) => {
    const known = new Set(hidden.filter((key) => isDeepStrictEqual(outputs[key], inputs[key])));
    return structOf(Object.fromEntries(Object.entries(outputs).filter(([key]) => !known.has(key))));
  };
  const keeping = async (inputs: Properties, work: () => Promise<Resource>): Promise<Resource> => {
    try {
      return await work();
    } catch (error) {
      const detail = achieved(error);
      const message = (error as ServiceError).details;
      if (!detail) throw new Error(message, { cause: error });
      const outputs = whole(inputs, valuesOf(detail.getProperties()));
      throw new Incomplete(message, { id: detail.getId(), inputs, outputs, incomplete: true }, error);
    }
  };
  const plainly = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw new Error((error as ServiceError).details, { cause: error });
    }
  };

  return {
    said,
    async check(news: Properties, old?: Resource) {
      const request = new providerMessages.CheckRequest();
      request.setUrn(urn);
      request.setOlds(structOf(old?.inputs ?? {}));
      request.setNews(structOf(news));
      const response = await plainly(call<InstanceType<typeof providerMessages.CheckResponse>>("check", request));
      return { inputs: valuesOf(response.getInputs()), failures: response.getFailuresList().map((failure) => failure.toObject()) };
    },
    async diff(old: Resource, news: Properties) {
      const request = new providerMessages.DiffRequest();
      request.setUrn(urn);
      request.setId(old.id);
      request.setOldInputs(structOf(old.inputs));
      request.setOlds(sent(old));
      request.setNews(structOf(news));
      const response = await plainly(call<InstanceType<typeof providerMessages.DiffResponse>>("diff", request));
      const { DIFF_SOME } = providerMessages.DiffResponse.DiffChanges;
      return { changes: response.getChanges() === DIFF_SOME, replaces: response.getReplacesList() };
    },
    create: (inputs: Properties) =>
      keeping(inputs, async () => {
        const request = new providerMessages.CreateRequest();
        request.setUrn(urn);
        request.setProperties(structOf(inputs));
        const response = await call<InstanceType<typeof providerMessages.CreateResponse>>("create", request);
        return { id: response.getId(), inputs, outputs: whole(inputs, valuesOf(response.getProperties())) };
      }),
    async read(resource: Resource) {
      const request = new providerMessages.ReadRequest();
      request.setUrn(urn);
      request.setId(resource.id);
      request.setInputs(structOf(resource.inputs));
      request.setProperties(sent(resource));
      const response = await plainly(call<InstanceType<typeof providerMessages.ReadResponse>>("read", request));
      if (response.getId() === "") return undefined;
      const inputs = valuesOf(response.getInputs());
      return { id: response.getId(), inputs, outputs: whole(inputs, valuesOf(response.getProperties())) };
    },
    update: (resource: Resource, inputs: Properties) =>
      keeping(inputs, async () => {
        const request = new providerMessages.UpdateRequest();
        request.setUrn(urn);
        request.setId(resource.id);
        request.setOldInputs(structOf(resource.inputs));
        request.setOlds(sent(resource));
        request.setNews(structOf(inputs));
        const response = await call<InstanceType<typeof providerMessages.UpdateResponse>>("update", request);
        return { id: resource.id, inputs, outputs: whole(inputs, valuesOf(response.getProperties())) };
      }),
    async delete(resource: Resource) {
      const request = new providerMessages.DeleteRequest();
      request.setUrn(urn);
      request.setId(resource.id);
      request.setOldInputs(structOf(resource.inputs));
      request.setProperties(sent(resource));
      await plainly(call("delete", request));
    },
  };
};

export const pluginAdapter: Adapter = {
  name: "the plugin",
  unknown: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  open: (kind, config, environment) => pluginAdapter.openAll(config, environment)(kind),
  openAll(config, environment = {}) {
    const started = run(config, environment);
    return (kind) => sessionOf(kind, started);
  },
};
