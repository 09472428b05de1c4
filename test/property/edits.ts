/** Random edits: what may stand in each kind of slot, and which calls a change of it leads to. */
import fc from "fast-check";
import { type OperationName, operations } from "../../schema/service/index.ts";
import {
  at,
  documentIds,
  type Edit,
  folderIds,
  levels,
  renamable,
  setOrganizations,
  singleOrganization,
  type SlotKind,
  type Slots,
  switchedOrganization,
  users,
} from "./declaration.ts";

export const record = <Value>(model: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }): fc.Arbitrary<Value> =>
  fc.record(model, { noNullPrototype: true });

/** Any of the properties, or none. */
export const partial = <Value extends Record<string, unknown>>(model: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }) =>
  fc.record<Value, never>(model, { requiredKeys: [], noNullPrototype: true });

const maybe = <Value extends object>(value: Value): fc.Arbitrary<Value | object> => fc.constantFrom({}, value);
const merged = <One extends object, Other extends object>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) =>
  fc.tuple(one, other).map(([first, second]) => ({ ...first, ...second }));

/** The first of them most often, so that the same thing is edited again. */
const mostlyFirst = <Value>(values: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof(...values.map((value, index) => ({ weight: index === 0 ? 3 : 1, arbitrary: fc.constant(value) })));
const place = (...ids: readonly (readonly (string | undefined)[])[]): fc.Arbitrary<string> =>
  fc.tuple(...ids.map(mostlyFirst)).map((parts) => at(...parts));

/** How one kind of slot is edited. */
interface Editor<Value> {
  /** How often, beside the others. */
  readonly weight: number;
  readonly at: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<Value>;
  /** It is never emptied. */
  readonly lasts?: true;
  /** What a change of it calls: faults of these hit it. */
  readonly calls: readonly OperationName[];
}

const role = fc.constantFrom("viewer" as const, "editor" as const);
const name = fc.constantFrom("One", "Two", "Three");

const editors: { readonly [Slot in SlotKind]: Editor<Slots[Slot]> } = {
  organization: {
    weight: 2,
    at: place(setOrganizations),
    value: merged(partial({ disabled: fc.boolean() }), maybe({ onDelete: "disable" as const })),
    calls: ["updateDisabledState"],
  },
  folder: {
    weight: 4,
    at: place(setOrganizations, folderIds),
    value: merged(record({ folderName: name }), partial({ parentFolderId: fc.constantFrom(...folderIds) })),
    calls: ["addDocuments", "updateFolders", "getFolders"],
  },
  document: {
    weight: 3,
    at: place(setOrganizations, documentIds),
    value: record({ documentName: name, folderId: fc.constantFrom("design", "archive") }),
    calls: ["addDocuments", "getDocuments"],
  },
  grant: {
    weight: 6,
    at: place(setOrganizations, levels, users),
    value: record({ accessRole: role }),
    calls: ["addUsers", "updateUsers", "deleteUsers"],
  },
  unmanaged: { weight: 1, at: place(setOrganizations), value: fc.constant(true), calls: ["addUsers", "deleteUsers"] },
  person: {
    weight: 1,
    at: place(users),
    value: partial({ name, email: fc.constantFrom("a@acme.example", "b@acme.example") }),
    calls: ["updateUsers"],
  },
  membership: {
    weight: 3,
    at: place(users),
    value: merged(record({ accessRole: role }), fc.constantFrom({}, { folderId: "team" as const }, { documentId: "handbook" as const })),
    calls: ["addUsers", "updateUsers", "deleteUsers"],
  },
  group: {
    weight: 2,
    at: place(["designers", "writers"]),
    value: record({ groupName: name, removedUserIds: fc.subarray(["mallory", "trent"]) }),
    calls: ["addUserGroups", "deleteUserGroupUsers"],
  },
  disabledState: {
    weight: 2,
    at: place(["all"]),
    value: merged(
      record({ organizationIds: fc.subarray([singleOrganization, switchedOrganization], { minLength: 1 }), disabled: fc.boolean() }),
      maybe({ onDelete: "enable" as const }),
    ),
    calls: ["updateDisabledState"],
  },
  allowedDomain: {
    weight: 2,
    at: place(["first"]),
    value: merged(record({ domain: fc.constantFrom("a.example", "b.example") }), maybe({ onDelete: "retain" as const })),
    calls: ["deleteDomains"],
  },
  removedDomains: {
    weight: 1,
    at: place(["all"]),
    value: record({ domains: fc.subarray(["x.example", "https://y.example"], { minLength: 1 }) }),
    calls: ["deleteDomains"],
  },
  location: {
    weight: 2,
    at: place(["header"]),
    value: record({ id: fc.constantFrom("header", "footer"), locationName: name }),
    lasts: true,
    calls: ["updateLocation"],
  },
  name: {
    weight: 1,
    at: place(renamable),
    value: fc.constant("new-"),
    calls: ["addUsers", "deleteUsers", "addUserGroups", "addDocuments", "updateFolders"],
  },
};

/** An edit of one of these kinds of slots; now and then it empties the slot. */
export const editOf = (slots: readonly SlotKind[]): fc.Arbitrary<Edit> =>
  fc.oneof(
    ...slots.map((slot) => {
      const { weight, value, lasts, at: where } = editors[slot];
      const edit = record({ slot: fc.constant(slot), at: where, value: lasts ? value : fc.option<unknown>(value, { freq: 3 }) });
      // Slot and value belong together in the table, which TypeScript cannot follow through the lookup.
      return { weight, arbitrary: edit as fc.Arbitrary<unknown> as fc.Arbitrary<Edit> };
    }),
  );

/** Paths of the calls that edits lead to. */
export const pathsOf = (edits: readonly Edit[]): string[] =>
  edits.flatMap(({ slot }) => editors[slot].calls.map((operation) => operations[operation].path));
