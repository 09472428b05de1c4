/** Random histories: a service, and steps of edits, faults and interference. */
import fc from "fast-check";
import { type OperationName, operations } from "../../schema/service/index.ts";
import { type FaultRule, type Profile, profiles, type SwitchName, type Switches, switchTable } from "../../emulator/index.ts";
import {
  at,
  documentIds,
  type Edit,
  folderIds,
  levels,
  renamable,
  setOrganizations,
  singleOrganization,
  type Slots,
  switchedOrganization,
  users,
} from "./declaration.ts";
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
  readonly maxRetries: number;
  readonly steps: readonly Step[];
}

const record = <Value>(model: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }): fc.Arbitrary<Value> =>
  fc.record(model, { noNullPrototype: true });
const rarely = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 2, arbitrary: fc.constant(true) },
);

/** Any of the properties, or none. */
const partial = <Value extends Record<string, unknown>>(model: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }) =>
  fc.record<Value, never>(model, { requiredKeys: [], noNullPrototype: true });
const maybe = <Value extends object>(value: Value): fc.Arbitrary<Value | object> => fc.constantFrom({}, value);

/** The first of them most often, so that the same thing is edited again. */
const mostlyFirst = <Value>(values: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof(...values.map((value, index) => ({ weight: index === 0 ? 3 : 1, arbitrary: fc.constant(value) })));
const place = (...ids: readonly (readonly (string | undefined)[])[]): fc.Arbitrary<string> =>
  fc.tuple(...ids.map(mostlyFirst)).map((parts) => at(...parts));

/** An edit of one kind of slot; now and then it empties the slot, unless what stands there lasts. */
const edit = <Slot extends keyof Slots>(slot: Slot, where: fc.Arbitrary<string>, value: fc.Arbitrary<Slots[Slot]>, lasts = false) =>
  // Slot and value belong together here, which the union of all edits says and its members cannot.
  record({ slot: fc.constant(slot), at: where, value: lasts ? value : fc.option(value, { freq: 3 }) }) as unknown as fc.Arbitrary<Edit>;

const role = fc.constantFrom("viewer" as const, "editor" as const);
const name = fc.constantFrom("One", "Two", "Three");
const merged = <One extends object, Other extends object>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) =>
  fc.tuple(one, other).map(([first, second]) => ({ ...first, ...second }));

/** Edits of each kind of slot. */
const editsOf: { readonly [Slot in keyof Slots]: fc.WeightedArbitrary<Edit> } = {
  grant: { weight: 6, arbitrary: edit("grant", place(setOrganizations, levels, users), record({ accessRole: role })) },
  folder: {
    weight: 4,
    arbitrary: edit(
      "folder",
      place(setOrganizations, folderIds),
      merged(record({ folderName: name }), partial({ parentFolderId: fc.constantFrom(...folderIds) })),
    ),
  },
  document: {
    weight: 3,
    arbitrary: edit(
      "document",
      place(setOrganizations, documentIds),
      record({ documentName: name, folderId: fc.constantFrom("design", "archive") }),
    ),
  },
  membership: {
    weight: 3,
    arbitrary: edit(
      "membership",
      place(users),
      merged(record({ accessRole: role }), fc.constantFrom({}, { folderId: "team" as const }, { documentId: "handbook" as const })),
    ),
  },
  organization: {
    weight: 2,
    arbitrary: edit(
      "organization",
      place(setOrganizations),
      merged(partial({ disabled: fc.boolean() }), maybe({ onDelete: "disable" as const })),
    ),
  },
  unmanaged: { weight: 1, arbitrary: edit("unmanaged", place(setOrganizations), fc.constant(true as const)) },
  person: {
    weight: 1,
    arbitrary: edit("person", place(users), partial({ name, email: fc.constantFrom("a@acme.example", "b@acme.example") })),
  },
  group: {
    weight: 2,
    arbitrary: edit(
      "group",
      place(["designers", "writers"]),
      record({ groupName: name, removedUserIds: fc.subarray(["mallory", "trent"]) }),
    ),
  },
  disabledState: {
    weight: 2,
    arbitrary: edit(
      "disabledState",
      place(["all"]),
      merged(
        record({ organizationIds: fc.subarray([singleOrganization, switchedOrganization], { minLength: 1 }), disabled: fc.boolean() }),
        maybe({ onDelete: "enable" as const }),
      ),
    ),
  },
  allowedDomain: {
    weight: 2,
    arbitrary: edit(
      "allowedDomain",
      place(["first"]),
      merged(record({ domain: fc.constantFrom("a.example", "b.example") }), maybe({ onDelete: "retain" as const })),
    ),
  },
  removedDomains: {
    weight: 1,
    arbitrary: edit(
      "removedDomains",
      place(["all"]),
      record({ domains: fc.subarray(["x.example", "https://y.example"], { minLength: 1 }) }),
    ),
  },
  location: {
    weight: 2,
    arbitrary: edit("location", place(["header"]), record({ id: fc.constantFrom("header", "footer"), locationName: name }), true),
  },
  name: { weight: 1, arbitrary: edit("name", place(renamable), fc.constant("new-")) },
};

/** Often none, and none where that is enough. */
const several = <Value>(one: fc.Arbitrary<Value>, none: number, maxLength = 3): fc.Arbitrary<readonly Value[]> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: none, arbitrary: fc.constant<readonly Value[]>([]) },
    { weight: 2, arbitrary: fc.array(one, { minLength: 1, maxLength }) },
  );

/** The calls that a change of a slot leads to: faults of these hit it. */
const callsOf: Readonly<Record<keyof Slots, readonly OperationName[]>> = {
  organization: ["updateDisabledState"],
  folder: ["addDocuments", "updateFolders", "getFolders"],
  document: ["addDocuments", "getDocuments"],
  grant: ["addUsers", "updateUsers", "deleteUsers"],
  unmanaged: ["addUsers", "deleteUsers"],
  person: ["updateUsers"],
  membership: ["addUsers", "updateUsers", "deleteUsers"],
  group: ["addUserGroups", "deleteUserGroupUsers"],
  disabledState: ["updateDisabledState"],
  allowedDomain: ["deleteDomains"],
  removedDomains: ["deleteDomains"],
  location: ["updateLocation"],
  name: ["addUsers", "deleteUsers", "addUserGroups", "addDocuments", "updateFolders"],
};

/** Faults of some calls, or of those that the edits lead to. */
const faultsFor = (edits: readonly Edit[]): fc.Arbitrary<readonly FaultRule[]> => {
  const paths = edits.flatMap(({ slot }) => callsOf[slot].map((name) => operations[name].path));
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
export const historyOf = (slots: readonly (keyof Slots)[], later: number): fc.Arbitrary<History> => {
  const anyEdit = fc.oneof(...slots.map((slot) => editsOf[slot]));
  return record({
    profile: fc.constantFrom(...profiles),
    switches,
    configured: fc.boolean(),
    maxRetries: fc.constantFrom(0, 0, 0, 1),
    steps: fc
      .tuple(stepOf(anyEdit, 16, true), fc.array(stepOf(anyEdit, 5, false), { maxLength: later }))
      .map(([first, others]) => [first, ...others]),
  });
};
