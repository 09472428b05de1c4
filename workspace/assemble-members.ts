/** Members of a level, from declarations to the model. */
import type { AccessRole } from "../schema/service/shapes.ts";
import type { MemberDeclaration, PersonDeclaration } from "../schema/workspace.ts";
import { pairs } from "./assemble-parts.ts";
import type { MembersFiles } from "./members/files.ts";
import type { ExpiredEntry, LevelEntry, MemberEntry } from "./model.ts";
import { child, entriesOf, type SourceFile, type YamlEntry, type YamlNode } from "./tree.ts";

type MemberFields = Exclude<MemberDeclaration, string>;
export type People = ReadonlyMap<string, PersonDeclaration>;

/** What a level declares of its members. */
interface LevelDeclaration {
  readonly members?: Readonly<Record<string, MemberDeclaration>> | undefined;
  readonly membersFrom?: readonly string[] | undefined;
  readonly required?: readonly string[] | Readonly<Record<string, AccessRole>> | undefined;
}

/** Reads what is said of members at the levels of one file. */
export class LevelReader {
  readonly #source: SourceFile;
  readonly #people: People;
  readonly #membersFiles: MembersFiles;
  readonly #today: string;

  constructor(source: SourceFile, people: People, membersFiles: MembersFiles, today: string) {
    this.#source = source;
    this.#people = people;
    this.#membersFiles = membersFiles;
    this.#today = today;
  }

  read(level: YamlEntry, { members, membersFrom, required }: LevelDeclaration): LevelEntry {
    const place = this.#source.place(level.key.start);
    const rest = { ...(required === undefined ? {} : { required: rolesOf(child(level.node, "required"), required) }), place };
    const parts = [
      ...(members ? [{ source: this.#source, entries: entriesOf(child(level.node, "members")), declared: members }] : []),
      ...this.#membersFiles.partsOf(this.#source, level.node),
    ];
    if (members === undefined && membersFrom === undefined) return rest;
    const current = new Map<string, MemberEntry>();
    const expired = new Map<string, ExpiredEntry>();
    for (const { source, entries, declared = {} } of parts) {
      for (const [userId, entry, written] of pairs(entries, declared)) {
        const fields = typeof written === "string" ? { role: written } : written;
        const member = memberEntry(fields, this.#people.get(userId));
        const { until } = fields;
        if (until === undefined || until >= this.#today) current.set(userId, member);
        else expired.set(userId, { ...member, until, place: source.place(entry.key.start) });
      }
    }
    return { members: current, ...(expired.size > 0 ? { expired } : {}), ...rest };
  }
}

const rolesOf = (
  tree: YamlNode | undefined,
  required: NonNullable<LevelDeclaration["required"]>,
): ReadonlyMap<string, AccessRole | undefined> => {
  if (isList(required)) return new Map(required.map((id) => [id, undefined]));
  return new Map(Array.from(pairs(entriesOf(tree), required), ([id, , role]) => [id, role]));
};

/** `Array.isArray` does not know lists that are only read. */
const isList = (value: object): value is readonly unknown[] => Array.isArray(value);

/** What a member's own entry says wins over what `people` says. */
const memberEntry = (
  { role, name, email, initial, until, reason, ticket }: MemberFields,
  person: PersonDeclaration | undefined,
): MemberEntry => {
  const shownName = name ?? person?.name;
  const shownEmail = email ?? person?.email;
  return {
    accessRole: role,
    ...(shownName === undefined ? {} : { name: shownName }),
    ...(shownEmail === undefined ? {} : { email: shownEmail }),
    ...(initial === undefined ? {} : { initial }),
    ...(until === undefined ? {} : { until }),
    ...(reason === undefined ? {} : { reason }),
    ...(ticket === undefined ? {} : { ticket }),
  };
};
