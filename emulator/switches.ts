/**
 * Every place where the specification is silent or says two things, as a switch. The first value is the `documented` profile
 * (what services of this family are known to do), `literal` is the narrowest reading of the specification.
 */
import { ControlError } from "./errors.ts";

interface Switch<Value extends string = string> {
  /** All values; where `pattern` is set they are examples. */
  readonly values: readonly [Value, ...Value[]];
  readonly literal: Value;
  readonly meaning: string;
  /** Further values that are accepted. */
  readonly pattern?: RegExp;
}

const choice = <Value extends string>(
  values: readonly [Value, ...Value[]],
  literal: NoInfer<Value>,
  meaning: string,
  pattern?: RegExp,
): Switch<Value> => ({ values, literal, meaning, ...(pattern && { pattern }) });

export const switchTable = {
  httpStatus: choice(
    ["mapped", "always200", "always400"],
    "always200",
    "HTTP status of an error: by its status (INVALID_ARGUMENT 400, UNAUTHENTICATED 401, NOT_FOUND 404, INTERNAL 500, …), or always the same.",
  ),
  authFailure: choice(
    ["INVALID_ARGUMENT", "UNAUTHENTICATED", "PERMISSION_DENIED"],
    "INVALID_ARGUMENT",
    "Status of missing or wrong credentials.",
  ),
  advancedQueries: choice(
    ["on", "off"],
    "on",
    "off: folder and document reads and folder updates (operations 3, 4, 5, 8) fail with FAILED_PRECONDITION.",
  ),
  documentsAddExisting: choice(
    ["errorDetails", "perItem", "upsert"],
    "upsert",
    "Operations 6 and 7 on a document that exists: INTERNAL with error.details keyed by the ids sent, good items applied; a failed entry; name and folder overwritten.",
  ),
  documentsGetMissing: choice(
    ["errorDetails", "omit", "perItem"],
    "omit",
    "Operation 8 with an unknown id: INTERNAL with error.details in request order; left out; a failed entry.",
  ),
  documentsGetMaxIds: choice(["30", "unlimited"], "unlimited", "Operation 8 with more ids: INVALID_ARGUMENT."),
  documentsPageSize: choice(["1000", "10", "100"], "100", "Default pageSize of operation 8; larger asks are capped at it."),
  pageTokenAtEnd: choice(
    ["absent", "null", "empty"],
    "null",
    "The page token of operations 8 and 17 on the last page: not there, null, or an empty string.",
  ),
  foldersUnknown: choice(
    ["notFound", "empty"],
    "empty",
    "Operations 3 and 4 with an unknown folder or organization: NOT_FOUND, or an empty list.",
  ),
  foldersList: choice(
    ["flat", "nested"],
    "flat",
    "Operations 3 and 4 without folderId: all folders side by side, or top-level folders with their subfolders inside.",
  ),
  folderMoveInvalid: choice(
    ["reject", "ignore"],
    "reject",
    "Operation 5 with an unknown parent, or one inside the folder itself: a failed entry, or only the name is applied.",
  ),
  emptyListCreates: choice(
    ["yes", "no"],
    "no",
    "Operations 6, 12 and 20 with a create flag and an empty list create what the flag names, or do nothing.",
  ),
  disableUnknown: choice(["create", "fail"], "fail", "Operation 19 on an unknown organization: it is created, or a failed entry."),
  usersAddUnknownOrganization: choice(
    ["create", "fail"],
    "create",
    "Operations 12 and 13 on an unknown organization without createOrganization: it is created, or failed entries.",
  ),
  usersAddExisting: choice(
    ["added", "updated", "fail"],
    "updated",
    "Operations 12 and 13 again for the same user and level: changed and `User added.`, changed and `User updated.`, or a failed entry with the user unchanged.",
  ),
  usersDeleteFolder: choice(
    ["folder", "ignored"],
    "ignored",
    "Operation 16 with folderId: removed from that folder, or the field is ignored (so from the whole organization).",
  ),
  userGroupsAddExisting: choice(["ok", "fail"], "ok", "Operation 20 again: name overwritten, or a failed entry."),
  deleteAllResponse: choice(
    ["empty", "perUser", "null"],
    "perUser",
    "result.data of operation 21 with deleteAll: {}, one entry a user, or null.",
  ),
  userDataDeleteMax: choice(["30", "unlimited"], "unlimited", "Operation 18: user ids after the 30th are silently cut off."),
  domainsMax: choice(["100", "unlimited"], "unlimited", "Operation 22 with more domains: INVALID_ARGUMENT."),
  domainMatch: choice(
    ["schemeAndWww", "scheme"],
    "scheme",
    "What operation 22 strips from a domain before it is matched: scheme and a leading www., or the scheme alone.",
  ),
  itemId: choice(
    ["opaque", "echo"],
    "echo",
    "The id inside a per-item entry: an internal hash, or the id sent (a folder update always echoes: the specification says so).",
  ),
  unknownFields: choice(["strip", "reject"], "strip", "Fields that the specification does not list: dropped, or INVALID_ARGUMENT."),
  readAfterWrite: choice(["immediate", "delayed"], "immediate", "delayed: a write is visible to reads after 300 ms."),
  rateLimit: choice(
    ["off", "100", "100:retryAfter"],
    "off",
    "Calls a second (any whole number); past it RESOURCE_EXHAUSTED, with `:retryAfter` also the header Retry-After.",
    /^[1-9]\d*(:retryAfter)?$/,
  ),
  disabledShowsOnDocuments: choice(["yes", "no"], "no", "Whether documents of a disabled organization read `disabled: true`."),
  notifyAllDefault: choice(["true", "false"], "false", "Operation 24 without notifyAll."),
  locationMerge: choice(
    ["replace", "merge"],
    "replace",
    "Operation 10 without merge: the new location replaces the old one, or is merged into it.",
  ),
} as const;

export type SwitchName = keyof typeof switchTable;
export type Switches = { [Name in SwitchName]: (typeof switchTable)[Name]["values"][number] };
export const switchNames = Object.keys(switchTable) as SwitchName[];

export const profiles = ["documented", "literal"] as const;
export type Profile = (typeof profiles)[number];

/** The values of a profile. */
export const switchesOf = (profile: Profile): Switches =>
  Object.fromEntries(
    switchNames.map((name) => [name, profile === "literal" ? switchTable[name].literal : switchTable[name].values[0]]),
  ) as Switches;

const isSwitchName = (name: string): name is SwitchName => Object.hasOwn(switchTable, name);

/** Checks `changes` (name to value) as a whole; the switches after them. Throws a `ControlError` that lists what is known. */
export const changeSwitches = (current: Switches, changes: Readonly<Record<string, unknown>>): Switches => {
  const next: Record<string, string> = { ...current };
  for (const [name, given] of Object.entries(changes)) {
    if (!isSwitchName(name)) {
      throw new ControlError(`Unknown switch "${name}": did you mean ${nearest(name, switchNames)}?\nKnown: ${switchNames.join(", ")}.`);
    }
    const definition: Switch = switchTable[name];
    const value = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
    if (typeof value !== "string" || !(definition.values.includes(value) || definition.pattern?.test(value))) {
      throw new ControlError(`Switch ${name} has no value ${JSON.stringify(given)}: use ${definition.values.join(", ")}.`);
    }
    next[name] = value;
  }
  return next as Switches;
};

/** The switches with their meaning, as `GET /_emulator/switches` lists them. */
export const describeSwitches = (current: Switches) =>
  Object.fromEntries(
    switchNames.map((name) => {
      const { values, literal, meaning } = switchTable[name];
      return [name, { value: current[name], values, documented: values[0], literal, meaning }];
    }),
  );

/** The known name that differs in the fewest letters. */
const nearest = (name: string, known: readonly string[]): string => {
  const distances = known.map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }));
  return distances.reduce((best, next) => (next.distance < best.distance ? next : best)).candidate;
};

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
