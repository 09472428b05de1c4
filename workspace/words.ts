/** How files' content is spoken of in messages. */
export { nearest } from "../provider/nearest.ts";

const longest = 60;

/** A piece of content in a message: marked as such, short, and harmless on a terminal. */
export const show = (text: string): string => {
  const characters = [...text.slice(0, 2 * longest + 2)];
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
  // Control and format characters (among them those that turn the direction of text) are shown as escapes.
  return `\`${short.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escape)}\``;
};

const escape = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** The maps whose keys are ids, and what each id names. */
export const kinds = {
  people: "person",
  organizations: "organization",
  members: "member",
  folders: "folder",
  documents: "document",
  groups: "group",
  locations: "location",
  notifications: "notification",
} as const;
export type Collection = keyof typeof kinds;
export type Kind = (typeof kinds)[Collection];

/** Whether a field's keys are ids. */
export const isCollection = (field: string | undefined): field is Collection => field !== undefined && Object.hasOwn(kinds, field);

/** What a path leads to: the innermost thing with an id, the field of it (`limits.removals` where fields nest), or an entry of that list. */
export interface Subject {
  readonly kind?: Kind;
  readonly id?: string;
  readonly field?: string;
  readonly isItem?: boolean;
}

export const subjectOf = (path: readonly string[]): Subject => {
  let subject: Subject = {};
  for (let index = 0; index < path.length; index++) {
    const field = path[index];
    const id = path[index + 1];
    if (isCollection(field) && id !== undefined) {
      subject = { kind: kinds[field], id };
      index += 1;
    } else if (field !== undefined) subject = inner(subject, field);
  }
  return subject;
};

/** No field of the file is named by digits: such a part of a path is the index of a list's entry. */
const inner = ({ kind, id, field }: Subject, part: string): Subject => {
  const owner = { ...(kind === undefined ? {} : { kind }), ...(id === undefined ? {} : { id }) };
  if (field === undefined) return { ...owner, field: part };
  return /^\d+$/.test(part) ? { ...owner, field, isItem: true } : { ...owner, field: `${field}.${part}` };
};

const sayOwner = ({ kind, id }: Subject): string => (kind === undefined || id === undefined ? "the file" : `${kind} ${show(id)}`);

/** `name` of folder `design`; an entry of `departed`; folder `design`; the file. */
export const say = (subject: Subject): string => {
  if (subject.field === undefined) return sayOwner(subject);
  const field = `${subject.isItem ? "an entry of " : ""}${show(subject.field)}`;
  return subject.kind === undefined ? field : `${field} of ${sayOwner(subject)}`;
};
