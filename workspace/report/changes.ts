/** Who gains, loses, is promoted or demoted in one organization: the declarations before and after, held against each other. */
import type { AccessChange, Ineffective } from "../../schema/report.ts";
import {
  compareLevels,
  type Grant,
  grantKey,
  indexGrants,
  type Level,
  levelKey,
  organizationLevel,
} from "../../provider/resources/memberships/grants.ts";
import { chainOf, describeAccess, parentOf, placeOf, reachOf, type Reach } from "./access.ts";
import type { OrganizationModel } from "./model.ts";

const profileFields = ["name", "email", "initial"] as const;
type ProfileField = (typeof profileFields)[number];

/** A user as the report names one. */
export interface Person {
  readonly userId: string;
  readonly name?: string;
  readonly email?: string;
}

export interface Changes {
  readonly access: readonly AccessChange[];
  readonly ineffective: readonly Ineffective[];
  readonly profiles: readonly (Person & { readonly fields: ProfileField[] })[];
}

/** Places that lie elsewhere than before. */
const movedPlaces = (before: OrganizationModel, after: OrganizationModel): Level[] => [
  ...[...after.folders].flatMap(([id, { parent }]): Level[] => {
    const old = before.folders.get(id);
    return old && old.parent !== parent ? [{ kind: "folder", id }] : [];
  }),
  ...[...after.documents].flatMap(([id, { folder }]): Level[] => {
    const old = before.documents.get(id);
    return old && old.folder !== folder ? [{ kind: "document", id }] : [];
  }),
];

/** Users whose folder grants reach a moved place on one side only. */
const usersOfMoves = (moved: readonly Level[], before: OrganizationModel, after: OrganizationModel): Set<string> => {
  const folders = new Set<string>();
  for (const at of moved) {
    const chains = [before, after].map((side) => {
      const parent = parentOf(side, at);
      return chainOf(side, parent?.kind === "folder" ? parent.id : undefined);
    });
    const [old = new Set<string>(), now = new Set<string>()] = chains;
    for (const id of [...old, ...now]) if (old.has(id) !== now.has(id)) folders.add(id);
  }
  if (folders.size === 0) return new Set();
  const holds = (grants: readonly Grant[]) => grants.some(({ level }) => level.kind === "folder" && folders.has(level.id));
  return new Set([before, after].flatMap((side) => [...side.grants].filter(([, grants]) => holds(grants)).map(([userId]) => userId)));
};

/** Restricted documents by each folder that they lie in, on either side: what a folder's grants give there may differ from what they give around. */
const restrictedByFolder = (before: OrganizationModel, after: OrganizationModel): ReadonlyMap<string, readonly Level[]> => {
  const found = new Map<string, Level[]>();
  for (const [id, { restricted }] of after.documents) {
    if (!restricted) continue;
    const folders = [before, after].flatMap((side) => [...chainOf(side, side.documents.get(id)?.folder)]);
    for (const folder of new Set(folders)) found.set(folder, [...(found.get(folder) ?? []), { kind: "document", id }]);
  }
  return found;
};

export const personOf = (userId: string, ...sides: readonly (readonly Grant[])[]): Person => {
  const find = (field: "name" | "email") => sides.flat().find((grant) => grant[field] !== undefined)?.[field];
  const [name, email] = [find("name"), find("email")];
  return { userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
};

const changeOf = (before: Reach | undefined, after: Reach | undefined): AccessChange["change"] | undefined => {
  if (before?.role === after?.role) return undefined;
  if (!before) return "gains";
  if (!after) return "loses";
  return after.role === "editor" ? "promoted" : "demoted";
};

/** What a user has at one place, on both sides. */
interface Pair {
  readonly before: Reach | undefined;
  readonly after: Reach | undefined;
  readonly change: AccessChange["change"] | undefined;
}

/** One user's grants on both sides. */
class UserComparison {
  readonly #before: OrganizationModel;
  readonly #after: OrganizationModel;
  readonly #old: readonly Grant[];
  readonly #new: readonly Grant[];
  readonly #person: Person;

  constructor(userId: string, before: OrganizationModel, after: OrganizationModel) {
    this.#before = before;
    this.#after = after;
    this.#old = before.grants.get(userId) ?? [];
    this.#new = after.grants.get(userId) ?? [];
    this.#person = personOf(userId, this.#new, this.#old);
  }

  #pair(at: Level): Pair {
    const [before, after] = [reachOf(this.#before, this.#old, at), reachOf(this.#after, this.#new, at)];
    return { before, after, change: changeOf(before, after) };
  }

  /** The nearest place around that has an entry of its own. */
  #around(at: Level, entries: ReadonlyMap<string, AccessChange>): AccessChange | undefined {
    for (let next = parentOf(this.#after, at); next !== undefined; next = parentOf(this.#after, next)) {
      const entry = entries.get(levelKey(next));
      if (entry) return entry;
    }
    return undefined;
  }

  #entry(at: Level, { before, after }: Pair, change: AccessChange["change"]): AccessChange {
    return {
      ...this.#person,
      at: placeOf(this.#after, at),
      change,
      before: describeAccess(this.#before, before),
      after: describeAccess(this.#after, after),
      except: [],
      lastPath: this.#new.length === 0,
    };
  }

  /** @param moved places that lie elsewhere than before */
  compare(moved: readonly Level[], restricted: ReadonlyMap<string, readonly Level[]>) {
    const granted = [...this.#old, ...this.#new].map(({ level }) => level);
    const inside = granted.flatMap((level) => (level.kind === "folder" ? (restricted.get(level.id) ?? []) : []));
    const places = new Map([organizationLevel, ...granted, ...moved, ...inside].map((level) => [levelKey(level), level]));
    const entries = new Map<string, AccessChange>();
    const ineffective: Ineffective[] = [];
    const [old, now] = [indexGrants(this.#old), indexGrants(this.#new)];
    for (const at of this.#fromBroadToNarrow([...places.values()])) {
      const pair = this.#pair(at);
      const around = this.#around(at, entries);
      const said = around !== undefined && around.before?.role === pair.before?.role && around.after?.role === pair.after?.role;
      if (pair.change !== undefined) {
        if (!said) entries.set(levelKey(at), this.#entry(at, pair, pair.change));
        continue;
      }
      if (around && pair.after && pair.after.role !== around.after?.role)
        around.except.push({ ...placeOf(this.#after, at), role: pair.after.role });
      const key = grantKey({ userId: this.#person.userId, level: at });
      const [from, to] = [old.get(key)?.accessRole ?? null, now.get(key)?.accessRole ?? null];
      if (from === to) continue;
      ineffective.push({
        ...this.#person,
        at: placeOf(this.#after, at),
        before: from,
        after: to,
        effective: describeAccess(this.#after, pair.after),
      });
    }
    return { access: [...entries.values()], ineffective, fields: this.#profile(old, now) };
  }

  /** A folder after those that it lies in, so that what is said of a folder need not be said of what is inside. */
  #fromBroadToNarrow(places: readonly Level[]): Level[] {
    const depth = (at: Level): number => (at.kind === "folder" ? chainOf(this.#after, at.id).size : 0);
    return places.toSorted((a, b) => (a.kind === b.kind ? depth(a) - depth(b) : 0) || compareLevels(a, b));
  }

  /** Fields of the profile that change at a level where the user stays. */
  #profile(old: ReadonlyMap<string, Grant>, now: ReadonlyMap<string, Grant>): ProfileField[] {
    return profileFields.filter((field) =>
      [...now].some(([key, grant]) => {
        const before = old.get(key);
        return before !== undefined && grant[field] !== undefined && before[field] !== grant[field];
      }),
    );
  }

  get person(): Person {
    return this.#person;
  }
}

const sameGrants = (a: readonly Grant[] = [], b: readonly Grant[] = []): boolean =>
  a.length === b.length &&
  a.every((grant, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      grant.accessRole === other.accessRole &&
      levelKey(grant.level) === levelKey(other.level) &&
      profileFields.every((field) => grant[field] === other[field])
    );
  });

/** Everything that changes for people in one organization; as if it were switched on. */
export const compareOrganizations = (before: OrganizationModel, after: OrganizationModel): Changes => {
  const moved = movedPlaces(before, after);
  const restricted = restrictedByFolder(before, after);
  const users = usersOfMoves(moved, before, after);
  for (const userId of new Set([...before.grants.keys(), ...after.grants.keys()])) {
    if (!sameGrants(before.grants.get(userId), after.grants.get(userId))) users.add(userId);
  }
  const access: AccessChange[] = [];
  const ineffective: Ineffective[] = [];
  const profiles: (Person & { fields: ProfileField[] })[] = [];
  for (const userId of [...users].toSorted()) {
    const comparison = new UserComparison(userId, before, after);
    const found = comparison.compare(moved, restricted);
    access.push(...found.access);
    ineffective.push(...found.ineffective);
    if (found.fields.length > 0) profiles.push({ ...comparison.person, fields: found.fields });
  }
  return { access, ineffective, profiles };
};
