/** Random histories: a service, and steps of edits, faults and interference. */
import fc from "fast-check";
import { type FaultRule, type Profile, profiles, type SwitchName, type Switches, switchTable } from "../../emulator/index.ts";
import type { Edit, SlotKind } from "./declaration.ts";
import { editOf, partial, pathsOf, record } from "./edits.ts";
import { faultOf, type Interference, interference } from "./trouble.ts";

/** One command, with what happened since the last. */
export interface Step {
  /** Before the edits, the declaration goes back to what it was before the last step: somebody reverts a change. */
  readonly revert: boolean;
  readonly edits: readonly Edit[];
  readonly interference: readonly Interference[];
  /** Rules that are in force while the command runs. */
  readonly faults: readonly FaultRule[];
  /** Whether the command begins with a refresh. */
  readonly refresh: boolean;
}

export interface History {
  readonly profile: Profile;
  readonly switches: Partial<Switches>;
  /** Whether the stack says what such a service does: `collab:usersDeleteFolder`, `collab:documentsAdd`. */
  readonly configured: boolean;
  /** Whether a refresh may find out by a call who is a member no more (`collab:refreshMemberships`). */
  readonly probes: boolean;
  readonly maxRetries: number;
  readonly steps: readonly Step[];
}

/** More often not. */
const rarely = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 2, arbitrary: fc.constant(true) },
);

/** Often none, and none where that is enough. */
const several = <Value>(one: fc.Arbitrary<Value>, none: number, maxLength = 3): fc.Arbitrary<readonly Value[]> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: none, arbitrary: fc.constant<readonly Value[]>([]) },
    { weight: 2, arbitrary: fc.array(one, { minLength: 1, maxLength }) },
  );

/** Faults of any calls, or of those that the edits lead to. */
const faultsFor = (edits: readonly Edit[]): fc.Arbitrary<readonly FaultRule[]> => {
  const paths = pathsOf(edits);
  return several(paths.length > 0 ? fc.oneof(faultOf(["*"]), faultOf(paths)) : faultOf(["*"]), 1);
};

const stepOf = (edit: fc.Arbitrary<Edit>, maxEdits: number, isFirst: boolean): fc.Arbitrary<Step> =>
  several(edit, 1, maxEdits).chain((edits) =>
    record<Step>({
      revert: isFirst ? fc.constant(false) : rarely,
      edits: fc.constant(edits),
      interference: isFirst ? fc.constant([]) : several(interference, 4),
      faults: faultsFor(edits),
      refresh: isFirst ? fc.constant(false) : rarely,
    }),
  );

/**
 * Switches that decide something about what is declared here. Reads that are switched off are tested for each kind, and a limit of calls
 * a second with the client.
 */
const varied = [
  "httpStatus",
  "documentsAddExisting",
  "documentsGetMissing",
  "documentsGetMaxIds",
  "documentsPageSize",
  "pageTokenAtEnd",
  "foldersUnknown",
  "foldersList",
  "folderMoveInvalid",
  "emptyListCreates",
  "disableUnknown",
  "usersAddUnknownOrganization",
  "usersAddExisting",
  "usersDeleteFolder",
  "userGroupsAddExisting",
  "domainMatch",
  "itemId",
  "unknownFields",
  "disabledShowsOnDocuments",
  "locationMerge",
] as const satisfies readonly SwitchName[];

const switches = fc
  .tuple(
    partial<Record<string, string>>(Object.fromEntries(varied.map((each) => [each, fc.constantFrom<string>(...switchTable[each].values)]))),
    fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant({ readAfterWrite: "delayed" }) }),
  )
  .map(([values, lag]) => ({ ...values, ...lag }) as Partial<Switches>);

/**
 * Histories over some kinds of slots.
 *
 * @param later the most steps after the first
 */
export const historyOf = (slots: readonly SlotKind[], later: number): fc.Arbitrary<History> => {
  const anyEdit = editOf(slots);
  return record({
    profile: fc.constantFrom(...profiles),
    switches,
    configured: fc.boolean(),
    probes: fc.boolean(),
    maxRetries: fc.constantFrom(0, 0, 0, 1),
    steps: fc
      .tuple(stepOf(anyEdit, 16, true), fc.array(stepOf(anyEdit, 5, false), { maxLength: later }))
      .map(([first, others]) => [first, ...others]),
  });
};
