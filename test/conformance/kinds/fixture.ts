/** What the suite has to know of a kind; everything else it derives from the kind itself. */
import type { Snapshot, SwitchName, Switches } from "../../../emulator/index.ts";
import type { KindName } from "../../../provider/resources/index.ts";
import type { Properties } from "../../../provider/resources/lifecycle.ts";

/** What has to hold of the service for something to be possible. */
export type Given = Partial<Switches>;

/** A change of the declaration; `undefined` takes a property away. */
export interface Change {
  readonly change: Properties;
  readonly given?: Given;
}

/** A state of the service that is not the declared one, made behind our back. */
export interface Difference {
  readonly name: string;
  readonly given?: Given;
  make(state: Snapshot): void;
  /** What a create that meets it does: brings it to the declared state, or fails with these words. */
  readonly create: "overwrites" | RegExp;
  /** The same with `adopt: overwrite`, where a kind has it. */
  readonly overwrite?: "overwrites" | RegExp;
  /**
   * What a refresh records, and what the next run does about it: heals, or says these words and changes nothing until the declaration
   * accepts what is there. Absent: it cannot be seen.
   */
  readonly refresh?: { readonly sees: Properties; readonly next: "heals" | RegExp; readonly accept?: Properties };
}

/** A removal of the resource. */
export interface Removal {
  readonly name: string;
  /** Inputs beside the valid ones. */
  readonly inputs: Properties;
  readonly given?: Given;
  /** What the service then has. */
  leaves(inputs: Properties): unknown;
  readonly says?: RegExp;
  /** What it asks for cannot be done: an error or a warning says so with these words. */
  readonly fails?: RegExp;
}

/** A destructive call (operations 16, 18, 19, 21, 22), and everything that was declared and destroyed so far. */
export interface Destructive {
  readonly number: number;
  readonly data: Properties;
  readonly declared: readonly Properties[];
  readonly destroyed: readonly Properties[];
}

export interface Fixture {
  readonly kind: KindName;
  /** Tells variants of a kind apart. */
  readonly variant?: string;
  /** The service before the resource is declared, as a seed file of the emulator. */
  readonly seed: object;
  /** Configuration of the stack that a person with such a service has. */
  config?(switches: Switches): Readonly<Record<string, string>>;
  /** Environment of the provider's process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Valid inputs. */
  readonly inputs: Properties;
  /** Inputs beside the valid ones, each with the path of its failure. What the shape alone says is derived. */
  readonly invalid: readonly {
    readonly change: Properties;
    readonly property: string;
    /** Inputs beside the changed ones without which it cannot be told. */
    readonly needs?: readonly string[];
  }[];
  /** What a declaration leaves out that is not about what the resource is, but about how it comes into being. */
  readonly adopting?: Properties;
  readonly mutable: readonly Change[];
  /** Changes that Check or Diff refuses, with these words. */
  readonly refused?: readonly (Change & { readonly says: RegExp })[];
  /** Another value for each input whose change makes another resource of it. */
  readonly immutable: Properties;
  readonly differences: readonly Difference[];
  /** Takes the resource away behind our back; absent where no read could tell. */
  readonly vanish?: { make(state: Snapshot): void; readonly seen?: Given };
  readonly removals: readonly Removal[];
  /** A second create is not idempotent: it does once more what cannot be undone or seen, and the declaration asks for it. */
  readonly repeats?: true;
  /**
   * What cannot be undone is not repeated by itself where an answer was lost: the next run says these words and sends nothing, and this
   * change of the declaration asks for it again.
   */
  readonly afterLoss?: { readonly says: RegExp; readonly change: Properties };
  /** A create only records: no call is made, and no credentials are needed. */
  readonly recordsOnly?: true;
  /** What has to hold for a create to be told that there is one already; absent: it always is. */
  readonly tellsExisting?: Given;
  /** The resource in the service, and what it is expected to be for some inputs; comparable. */
  actual(state: Snapshot, inputs: Properties): unknown;
  expected(inputs: Properties): unknown;
  /** Ids of items that a multi-item call can fail for. */
  readonly items: readonly string[];
  /** Switches of the service that touch the kind. */
  readonly switches: readonly SwitchName[];
  /** Under these values the kind refuses, with these words. */
  readonly refusals?: readonly { readonly given: Given; readonly says: RegExp }[];
  /** Whether the declaration explains a destructive call. Absent: none is ever explained. */
  explains?(call: Destructive): boolean;
}

/** Switches that touch whatever makes calls. */
export const everyKind = ["httpStatus", "itemId", "unknownFields", "readAfterWrite"] as const satisfies readonly SwitchName[];

/** Everything that no declaration names, and that has to stay as it is: put into every seed. */
export const bystanders = {
  folders: { keep: { name: "Keep", members: { eve: "viewer" } } },
  documents: { kept: { name: "Kept", members: { eve: "editor" } } },
  members: { eve: "viewer" },
};

/** A domain that no declaration names. */
export const keptDomain = "kept.example";

/** Inputs with a change; what is undefined then is not there. */
export const withChange = (inputs: Properties, change: Properties): Properties =>
  Object.fromEntries(Object.entries({ ...inputs, ...change }).filter(([, value]) => value !== undefined));

export const holds = (given: Given | undefined, switches: Switches): boolean =>
  Object.entries(given ?? {}).every(([name, value]) => switches[name as SwitchName] === value);
