/**
 * The engine's order of work, small: resources are checked, compared and then written as soon as what they depend on is there; after a
 * failure nothing new is begun; what the program no longer has is deleted last, children before parents, and only if all went well.
 * What a failed write has achieved is kept, as the engine keeps it.
 */
import type { KindName } from "../../provider/resources/index.ts";
import type { Properties } from "../../provider/resources/lifecycle.ts";
import { CheckFailed, kept } from "../conformance/kinds/world.ts";
import type { Resource, Session } from "../conformance/kinds/adapter.ts";
import type { Declared } from "./resources.ts";

interface Entry {
  readonly kind: KindName;
  readonly resource: Resource;
  readonly dependsOn: readonly string[];
}

/** A deletion that was carried out. */
export interface Deleted {
  readonly kind: KindName;
  readonly inputs: Properties;
}

type Process = (kind: KindName) => Session;

export class Engine {
  readonly #open: () => Process;
  readonly #state = new Map<string, Entry>();
  /** Replaced ones that are still to be deleted. */
  #replaced: Entry[] = [];
  /** Resources that may not be as recorded: their deletion failed, and nobody knows how much of it was done. */
  readonly #unfinished = new Set<string>();
  readonly deleted: Deleted[] = [];

  /** @param open starts a provider process; each command has its own */
  constructor(open: () => Process) {
    this.#open = open;
  }

  /** The next `up` makes all grants anew (`--replace`): they may have been changed where no read shows it. */
  suspectGrants(): void {
    for (const [urn, { kind }] of this.#state) if (kind === "MembershipSet" || kind === "Membership") this.#unfinished.add(urn);
  }

  /** `pulumi up --skip-preview`; what failed. */
  async up(program: readonly Declared[]): Promise<Error[]> {
    const provider = this.#open();
    const failures: Error[] = [];
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      if (failures.length > 0) return;
      await work().catch((error: unknown) => failures.push(error instanceof Error ? error : new Error(String(error))));
    };
    const done = new Map<string, Promise<void>>();
    for (const declared of program) {
      const before = declared.dependsOn.map((urn) => done.get(urn));
      done.set(
        declared.urn,
        Promise.all(before).then(() => attempt(() => this.#bring(provider(declared.kind), declared))),
      );
    }
    await Promise.all(done.values());
    await this.#deleteRest(provider, new Set(done.keys()), attempt);
    return failures;
  }

  /** `pulumi refresh`; what failed. */
  async refresh(): Promise<Error[]> {
    const provider = this.#open();
    const failures: Error[] = [];
    const read = async ([urn, entry]: [string, Entry]): Promise<void> => {
      try {
        const resource = await provider(entry.kind).read(entry.resource);
        if (resource) this.#state.set(urn, { ...entry, resource });
        else this.#state.delete(urn);
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    };
    await Promise.all([...this.#state].map(read));
    return failures;
  }

  /** `pulumi preview`: what an `up` would do. */
  async preview(program: readonly Declared[]): Promise<string[]> {
    const provider = this.#open();
    const steps: string[] = [];
    for (const { kind, urn, inputs: news } of program) {
      const old = this.#state.get(urn)?.resource;
      const { inputs } = await provider(kind).check(news, old);
      if (!old) steps.push(`create ${urn}`);
      else if (old.incomplete || (await provider(kind).diff(old, inputs)).changes) steps.push(`update ${urn}`);
    }
    const declared = new Set(program.map(({ urn }) => urn));
    return [...steps, ...[...this.#state.keys()].filter((urn) => !declared.has(urn)).map((urn) => `delete ${urn}`)];
  }

  async #bring(session: Session, { kind, urn, inputs: news, dependsOn }: Declared): Promise<void> {
    const entry = this.#state.get(urn);
    const old = entry?.resource;
    const { inputs, failures } = await session.check(news, old);
    if (failures.length > 0) throw new CheckFailed(failures);
    const keep = async (work: Promise<Resource>, before?: Resource): Promise<void> => {
      try {
        this.#state.set(urn, { kind, resource: await work, dependsOn });
      } catch (error) {
        const resource = kept(error, before);
        if (resource) this.#state.set(urn, { kind, resource, dependsOn });
        throw error;
      }
    };
    if (!entry || !old) return keep(session.create(inputs));
    const { changes, replaces } = await session.diff(old, inputs);
    if (replaces.length > 0) {
      await this.#delete(session, urn, entry);
      this.#state.delete(urn);
      return keep(session.create(inputs));
    }
    if (this.#unfinished.has(urn)) {
      // It is wanted again, and half of it may be gone: `--replace` makes it anew.
      await keep(session.create(inputs), old);
      this.#unfinished.delete(urn);
      this.#replaced.push(entry);
      return undefined;
    }
    return keep(changes || old.incomplete ? session.update(old, inputs) : Promise.resolve({ ...old, inputs }), old);
  }

  async #delete(session: Session, urn: string, { kind, resource }: Entry): Promise<void> {
    this.#unfinished.add(urn);
    await session.delete(resource);
    this.#unfinished.delete(urn);
    this.deleted.push({ kind, inputs: resource.inputs });
  }

  async #deleteRest(
    provider: Process,
    declared: ReadonlySet<string>,
    attempt: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const replaced = this.#replaced;
    this.#replaced = [];
    await Promise.all(
      replaced.map(async (entry) => {
        this.#replaced.push(entry);
        await attempt(async () => {
          await provider(entry.kind).delete(entry.resource);
          this.#replaced = this.#replaced.filter((other) => other !== entry);
        });
      }),
    );
    const rest = new Map([...this.#state].filter(([urn]) => !declared.has(urn)));
    while (rest.size > 0) {
      const needed = new Set([...rest.values()].flatMap(({ dependsOn }) => dependsOn));
      const leaves = [...rest].filter(([urn]) => !needed.has(urn));
      await Promise.all(
        leaves.map(([urn, entry]) =>
          attempt(async () => {
            await this.#delete(provider(entry.kind), urn, entry);
            this.#state.delete(urn);
          }),
        ),
      );
      for (const [urn] of leaves) rest.delete(urn);
    }
  }
}
