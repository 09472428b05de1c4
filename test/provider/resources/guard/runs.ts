/** Runs of a guard and its sets as the engine makes them: each a process of its own, the guard first, on a real client and an emulator. */
import { parseConfiguration } from "../../../../provider/configuration.ts";
import { IncompleteError } from "../../../../provider/resources/errors.ts";
import type { GuardInputs } from "../../../../provider/resources/guard/guard-change.ts";
import { kinds } from "../../../../provider/resources/index.ts";
import type { AnyKind, Properties } from "../../../../provider/resources/lifecycle.ts";
import { decodeRoster, renderGrant } from "../../../../provider/resources/memberships/roster.ts";
import { Runtime } from "../../../../provider/runtime.ts";
import { type Bench, openBench } from "../../../support/context.ts";
import { declaration, today } from "./cases.ts";

/** What is declared: members by organization, and inputs of the guard and of sets beside them. */
export interface Declared {
  readonly organizations: Readonly<Record<string, readonly string[]>>;
  readonly guard?: Partial<GuardInputs> | "none";
  readonly sets?: Properties;
}

interface Kept {
  readonly inputs: Properties;
  readonly state: { readonly inputs: Properties; readonly computed: Properties };
}

const known = () => false;

const seed = { version: 1, organizations: { acme: { folders: { design: { name: "Design" } }, documents: { brand: { name: "Brand" } } } } };

export class Stack implements AsyncDisposable {
  readonly bench: Bench;
  readonly said: string[] = [];
  readonly #kept = new Map<string, Kept>();
  readonly #config: Readonly<Record<string, string>>;

  private constructor(bench: Bench, config: Readonly<Record<string, string>>) {
    this.bench = bench;
    this.#config = config;
  }

  static async open(config: Readonly<Record<string, string>> = {}): Promise<Stack> {
    return new Stack(await openBench({ seed }, { ...config, maxRetries: "0" }), config);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bench[Symbol.asyncDispose]();
  }

  /** What is recorded of an organization's set. */
  recorded(organizationId: string): string[] {
    const { roster } = this.#kept.get(organizationId)?.state.inputs ?? {};
    return decodeRoster(Object(roster)).map(renderGrant);
  }

  /** `pulumi up --skip-preview`: what it fails with, nothing where it does not. Writes go on until something fails. */
  async up({ organizations, guard = {}, sets = {} }: Declared, day = today): Promise<string> {
    const runtime = new Runtime({}, { info() {}, warn: (message) => void this.said.push(message), status() {} });
    runtime.configure({ asOf: day, ...this.#config });
    const failures: string[] = [];
    if (guard !== "none")
      failures.push(await this.#converge(runtime, kinds.MembershipGuard, "guard", { ...declaration(organizations, guard) }));
    for (const [organizationId, { grants }] of Object.entries(organizations).map(
      ([id, lines]) => [id, declaration({ [id]: lines })] as const,
    )) {
      if (failures.some((failure) => failure.startsWith("refused"))) break;
      const inputs = { ...sets, organizationId, roster: grants[organizationId] };
      failures.push(await this.#converge(runtime, kinds.MembershipSet, organizationId, inputs));
    }
    return failures.filter((failure) => failure !== "").join("\n");
  }

  async #converge(runtime: Runtime, kind: AnyKind, name: string, news: Properties): Promise<string> {
    const kept = this.#kept.get(name);
    const { inputs, failures } = runtime.check(kind, news, kept?.inputs, known);
    if (failures.length > 0) return `refused: ${failures.map(({ reason }) => reason).join("\n")}`;
    const context = {
      ...this.bench.context(),
      settings: parseConfiguration({ asOf: runtime.configuration.settings.today, ...this.#config }, {}).settings,
    };
    try {
      if (!kept) {
        this.#kept.set(name, { inputs, state: await kind.create(context, inputs) });
        return "";
      }
      if (runtime.diff(kind, kept.state, inputs, known).changed.length > 0) {
        this.#kept.set(name, { inputs, state: await kind.update(context, kept.state, inputs) });
      }
      return "";
    } catch (error) {
      if (!(error instanceof IncompleteError)) return `refused: ${String(error)}`;
      this.#kept.set(name, { inputs, state: error.state as Kept["state"] });
      return `incomplete: ${error.message}`;
    }
  }
}
