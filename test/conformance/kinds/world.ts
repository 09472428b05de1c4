/** A service, and an engine with one resource: each command is a provider process of its own, as on a real engine. */
import { inspect } from "node:util";
import { expect } from "vitest";
import { type Emulator, type Profile, type Snapshot, startEmulator, type Switches } from "../../../emulator/index.ts";
import type { Failure } from "../../../provider/resources/contract.ts";
import { type KindName, kinds } from "../../../provider/resources/index.ts";
import type { Properties } from "../../../provider/resources/lifecycle.ts";
import { operationAt, type OperationName, operations } from "../../../schema/service/index.ts";
import { type Adapter, Incomplete, type Resource, type Session } from "./adapter.ts";
import { type Fixture, keptDomain } from "./fixture.ts";

/** One kind through one adapter. */
export interface Subject {
  readonly adapter: Adapter;
  readonly fixture: Fixture;
}

export interface Circumstances {
  readonly profile?: Profile;
  readonly switches?: Partial<Switches>;
  readonly config?: Readonly<Record<string, string>>;
}

/** Inputs that Check refused. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
    this.failures = failures;
  }
}

const credentials = { apiKey: "planted-api-key", authToken: "planted-auth-token" };
const destructive = new Map(
  Object.values(operations)
    .filter(({ number }) => [16, 18, 19, 21, 22].includes(number))
    .map(({ number, path }) => [path, number]),
);
const reading = new Set(Object.values(operations).flatMap(({ effect, path }) => (effect === "read" ? [path] : [])));

const known = new Set(Object.values(operations).map(({ path }) => path));

/** An update of users without any field (operation 14) changes nothing; that it does not is seen in the state. */
const isProbe = (body: unknown): boolean => {
  const users: unknown = Object(Object(body).data).users;
  return Array.isArray(users) && users.every((user) => Object.keys(Object(user)).join() === "userId");
};

/** The client sends it by itself, to tell refused credentials from other failures. */
const credentialsCheck = "generateSignature";

/** Every operation that a kind has called so far, in any test: `Folder updateFolders`. */
export const calledSoFar = new Set<string>();

type Step = keyof (typeof kinds)[KindName]["steps"];

/** What nobody declared. */
const bystandersOf = ({ allowedDomains, organizations: { acme, neighbour } }: Snapshot): unknown => [
  allowedDomains.includes(keptDomain),
  neighbour,
  acme?.members["eve"],
  acme?.users["eve"],
  acme?.folders["keep"],
  acme?.documents["kept"],
];

export class World {
  readonly subject: Subject;
  readonly emulator: Emulator;
  readonly #config: Readonly<Record<string, string>>;
  readonly #before: unknown;
  readonly #shown: unknown[] = [];
  readonly #declared: Properties[] = [];
  readonly #destroyed: Properties[] = [];
  readonly #sessions: Session[] = [];
  readonly #undeclared: string[] = [];
  #seen = 0;

  constructor(subject: Subject, emulator: Emulator, config: Readonly<Record<string, string>>) {
    this.subject = subject;
    this.emulator = emulator;
    this.#config = config;
    this.#before = bystandersOf(emulator.state());
  }

  /** A provider process. What it shows is kept for the verdict. */
  session(more: Readonly<Record<string, string>> = {}): Session {
    const { adapter, fixture } = this.subject;
    const connection = { baseUrl: this.emulator.url, ...credentials, maxRetries: "0" };
    const config = { ...connection, ...fixture.config?.(this.emulator.switches), ...this.#config, ...more };
    const session = adapter.open(fixture.kind, config, fixture.environment);
    const shown = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        const result = await work;
        this.#shown.push(result);
        return result;
      } catch (error) {
        this.#shown.push(error);
        throw error;
      }
    };
    this.#sessions.push(session);
    return {
      said: session.said,
      check: (news, old) => shown(session.check(news, old)),
      diff: (old, news) => shown(session.diff(old, news)),
      create: (inputs) => this.#during("create", () => shown(session.create(this.#note(inputs)))),
      read: (resource) => this.#during("read", () => shown(session.read(resource))),
      update: (resource, inputs) => this.#during("update", () => shown(session.update(resource, this.#note(inputs)))),
      delete: (resource) => {
        this.#destroyed.push(resource.inputs);
        return this.#during("delete", () => shown(session.delete(resource)));
      },
    };
  }

  /** Notes calls of operations that the kind does not name for this step of its life. */
  async #during<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
    const { kind } = this.subject.fixture;
    const before = this.emulator.requests().length;
    const named = new Set<OperationName | undefined>([...kinds[kind].steps[step].operations, credentialsCheck]);
    try {
      return await work();
    } finally {
      const called = this.emulator.requests().slice(before);
      for (const { operation } of called) {
        const name = operationAt(String(operation));
        calledSoFar.add(`${kind} ${name}`);
        if (!named.has(name)) this.#undeclared.push(`${step}: ${String(operation)}`);
      }
    }
  }

  /** What the person was told so far. */
  get said(): string[] {
    return this.#sessions.flatMap(({ said }) => said);
  }

  #note(inputs: Properties): Properties {
    this.#declared.push(inputs);
    return inputs;
  }

  /** `pulumi up`. Throws what the engine shows; see {@link kept} for what it keeps then. */
  async up(declared: Properties, before?: Resource, session = this.session()): Promise<Resource> {
    const { inputs, failures } = await session.check(declared, before);
    if (failures.length > 0) throw new CheckFailed(failures);
    if (!before) return session.create(inputs);
    const { changes, replaces } = await session.diff(before, inputs);
    if (replaces.length > 0) {
      await session.delete(before);
      return session.create(inputs);
    }
    return changes || before.incomplete ? session.update(before, inputs) : { ...before, inputs };
  }

  refresh(resource: Resource): Promise<Resource | undefined> {
    return this.session().read(resource);
  }

  destroy(resource: Resource): Promise<void> {
    return this.session().delete(resource);
  }

  /** Changes the service behind our back. */
  edit(make: (state: Snapshot) => void): void {
    const state = this.emulator.state();
    make(state);
    this.emulator.setState(state);
  }

  /** Paths of the calls since the last time that may have written. */
  writes(): string[] {
    const all = this.emulator.requests();
    const recent = all.slice(this.#seen).filter(({ body }) => !isProbe(body));
    this.#seen = all.length;
    return recent.map(({ operation }) => String(operation)).filter((path) => !reading.has(path));
  }

  /** Whether an operation's path is of a v2 form beside which there is a v1 form. */
  hasOlderForm(path: string | null): boolean {
    return path !== null && path.startsWith("v2/") && known.has(path.replace("v2/", "v1/"));
  }

  /** The service has what is declared, and another run finds nothing to do. */
  async expectConverged(declared: Properties, resource: Resource): Promise<void> {
    const { fixture } = this.subject;
    expect(fixture.actual(this.emulator.state(), declared)).toStrictEqual(fixture.expected(declared));
    this.writes();
    const session = this.session();
    const { inputs, failures } = await session.check(declared, resource);
    expect(failures).toStrictEqual([]);
    expect(await session.diff(resource, inputs)).toMatchObject({ changes: false, replaces: [] });
    expect(this.writes()).toStrictEqual([]);
  }

  /** What every test ends with: nothing was destroyed that nobody declared, nobody else was touched, no secret was shown. */
  verdict(): void {
    const [declared, destroyed] = [this.#declared, this.#destroyed];
    const unexplained = this.emulator.requests().filter(({ operation, body }) => {
      const number = destructive.get(String(operation));
      const data: Properties = Object(Object(body).data);
      return number !== undefined && !this.subject.fixture.explains?.({ number, data, declared, destroyed });
    });
    expect(unexplained, "calls that the declaration does not explain").toStrictEqual([]);
    expect(this.#undeclared, "calls of operations that the kind does not name (`steps`)").toStrictEqual([]);
    expect(bystandersOf(this.emulator.state()), "what nobody declared").toStrictEqual(this.#before);
    const told = inspect([this.#shown, this.said], { depth: 20, maxArrayLength: null, maxStringLength: null });
    expect(told.includes("planted-"), "a secret in an error, an output or a message").toBe(false);
  }
}

/** What the engine keeps after a failed run: what was achieved, or what it had. */
export const kept = (error: unknown, before: Resource | undefined): Resource | undefined =>
  error instanceof Incomplete ? error.resource : before;

/** A test's body in a world of its own, which ends with the verdict. */
export const inWorld =
  (subject: Subject, circumstances: Circumstances, body: (world: World, fixture: Fixture) => Promise<void>) => async (): Promise<void> => {
    const { profile = "documented", switches = {}, config = {} } = circumstances;
    const seed = { version: 1, ...subject.fixture.seed };
    const emulator = await startEmulator({ port: 0, profile, switches, seed, ...credentials });
    try {
      const world = new World(subject, emulator, config);
      await body(world, subject.fixture);
      world.verdict();
    } finally {
      await emulator.close();
    }
  };
