/** The members that the benchmarks declare. */
import type { AccessRole } from "../../schema/service/index.ts";

export interface DeclaredMember {
  readonly accessRole: AccessRole;
  readonly name: string;
  readonly email: string;
}

/** By user id. */
export type DeclaredMembers = Readonly<Record<string, DeclaredMember>>;

const firstNames = ["Ada", "Alan", "Barbara", "Edsger", "Frances", "Grace", "John", "Katherine", "Margaret", "Tony"];
const lastNames = ["Allen", "Dijkstra", "Hamilton", "Hoare", "Hopper", "Johnson", "Liskov", "Lovelace", "McCarthy", "Turing", "Wing"];
const pick = (names: readonly string[], index: number): string => names[index % names.length] ?? "";

/** Ids of the width that real ones have, spread over the key space. */
const userId = (index: number): string => `u-${((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0")}`;

/** So many members, always the same: two thirds viewers. */
export const makeMembers = (count: number): DeclaredMembers =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index): [string, DeclaredMember] => {
      const [first, last] = [pick(firstNames, index), pick(lastNames, index)];
      const email = `${first}.${last}.${index}@acme.example`.toLowerCase();
      return [userId(index), { accessRole: index % 3 === 0 ? "editor" : "viewer", name: `${first} ${last}`, email }];
    }),
  );

/** The same with another role for so many of them, spread evenly. */
export const changeRoles = (members: DeclaredMembers, count: number): DeclaredMembers => {
  const entries = Object.entries(members);
  const changed = new Set(Array.from({ length: count }, (_, index) => Math.floor((index * entries.length) / count)));
  return Object.fromEntries(
    entries.map(([id, member], index) => {
      if (!changed.has(index)) return [id, member];
      return [id, { ...member, accessRole: member.accessRole === "editor" ? "viewer" : "editor" }];
    }),
  );
};
