/** How a kind is reached: what the engine asks of a provider, without the protocol of any. A second adapter is a second implementation. */
import { dynamicProvider } from "../../../provider/dynamic/handlers.ts";
import { providerText } from "../../../provider/dynamic/provider-text.ts";
import type { Failure } from "../../../provider/resources/contract.ts";
import { kinds, type KindName } from "../../../provider/resources/index.ts";
import type { Properties } from "../../../provider/resources/lifecycle.ts";
import { Runtime } from "../../../provider/runtime.ts";

/** What the engine keeps of a resource. */
export interface Resource {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Its last create or update ended incomplete: the next run updates it, whatever Diff says. */
  readonly incomplete?: boolean;
}

/** One process of a provider: what it made or adopted, it does not take away again. */
export interface Session {
  check(news: Properties, old?: Resource): Promise<{ readonly inputs: Properties; readonly failures: readonly Failure[] }>;
  diff(old: Resource, news: Properties): Promise<{ readonly changes: boolean; readonly replaces: readonly string[] }>;
  create(inputs: Properties): Promise<Resource>;
  /** Undefined: it is gone. */
  read(resource: Resource): Promise<Resource | undefined>;
  update(resource: Resource, inputs: Properties): Promise<Resource>;
  delete(resource: Resource): Promise<void>;
  /** What the person was told so far: `warning: …`, `info: …`. */
  readonly said: readonly string[];
}

export interface Adapter {
  readonly name: string;
  /** Stands for a value that is not known yet. */
  readonly unknown: unknown;
  /**
   * A process with handlers of one kind.
   *
   * @param config of the stack, without `collab:`
   * @param environment of the provider's process
   */
  open(kind: KindName, config: Readonly<Record<string, string>>, environment?: Readonly<Record<string, string>>): Session;
  /** A process with handlers of all kinds, which share what a process shares: the client, and what the run declares. */
  openAll(config: Readonly<Record<string, string>>, environment?: Readonly<Record<string, string>>): (kind: KindName) => Session;
}

/** A create or update that failed, of which the engine keeps what was achieved. */
export class Incomplete extends Error {
  override readonly name = "Incomplete";
  readonly resource: Resource;

  constructor(message: string, resource: Resource, cause: unknown) {
    super(message, { cause });
    this.resource = resource;
  }
}

/** A copy as it arrives on the other side; throws where something has no form on the wire. */
const wire = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wire);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, wire(member)]));
  }
  if (value === undefined || (typeof value === "string" && !value.isWellFormed())) throw new Error(`${String(value)} cannot travel`);
  return value;
};
const wired = (bag: unknown): Properties => Object(wire(bag));

const providerKey = "__provider";

const dynamicSession = (kind: KindName, config: Readonly<Record<string, string>>, runtime: Runtime, said: readonly string[]): Session => {
  const provider = dynamicProvider(kinds[kind], runtime);
  const rawConfig = Object.fromEntries(Object.entries(config).map(([key, value]) => [`collab:${key}`, value]));
  // Not awaited: the engine does not wait for it either where resources are worked on at the same time.
  void provider.configure({ config: { rawConfig } });

  const text = providerText(kind);
  const sent = (bag: Properties): Properties => wired({ ...bag, [providerKey]: text });
  const received = (bag: unknown): Properties => {
    const { [providerKey]: _, ...rest } = wired(bag);
    return rest;
  };
  const keeping = async (inputs: Properties, work: () => Promise<Resource>): Promise<Resource> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !("id" in error)) throw error;
      const properties = wired(Reflect.get(error, "properties"));
      // The engine keeps these properties as they are: without the text nothing could ever be done with the resource again.
      if (properties[providerKey] !== text) throw new Error("an incomplete resource lost its provider", { cause: error });
      throw new Incomplete(error.message, { id: String(error.id), inputs, outputs: received(properties), incomplete: true }, error);
    }
  };
  return {
    said,
    async check(news, old) {
      const { inputs, failures } = await provider.check(old ? sent(old.inputs) : {}, sent(news));
      return { inputs: received(inputs), failures };
    },
    diff: (old, news) => provider.diff(old.id, sent(old.outputs), sent(news)),
    create: (inputs) =>
      keeping(inputs, async () => {
        const { id, outs } = await provider.create(sent(inputs));
        return { id, inputs, outputs: received(outs) };
      }),
    async read(resource) {
      const found: { id?: string; props?: Properties; inputs?: Properties } = await provider.read(resource.id, sent(resource.outputs));
      if (found.id === undefined) return undefined;
      return { id: found.id, inputs: found.inputs ? received(found.inputs) : resource.inputs, outputs: received(found.props) };
    },
    update: (resource, inputs) =>
      keeping(inputs, async () => {
        const { outs } = await provider.update(resource.id, sent(resource.outputs), sent(inputs));
        return { id: resource.id, inputs, outputs: received(outs) };
      }),
    delete: (resource) => provider.delete(resource.id, sent(resource.outputs)),
  };
};

/** Pulumi's dynamic provider: one bag in, one bag out, with the text that loads the handlers in each. */
export const dynamicAdapter: Adapter = {
  name: "the dynamic adapter",
  unknown: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  open: (kind, config, environment) => dynamicAdapter.openAll(config, environment)(kind),
  openAll(config, environment = {}) {
    const said: string[] = [];
    const log = {
      info: (message: string) => void said.push(`info: ${message}`),
      warn: (message: string) => void said.push(`warning: ${message}`),
      status() {},
    };
    const runtime = new Runtime(environment, log);
    return (kind) => dynamicSession(kind, config, runtime, said);
  },
};
