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
} as const;
export type Collection = keyof typeof kinds;
export type Kind = (typeof kinds)[Collection];

/** Whether a field's keys are ids. */
export const isCollection = (field: string | undefined): field is Collection => field !== undefined && Object.hasOwn(kinds, field);

/** What a path leads to: the innermost thing with an id, and the field of it. */
export interface Subject {
  readonly kind?: Kind;
  readonly id?: string;
  readonly field?: string;
}

export const subjectOf = (path: readonly string[]): Subject => {
  let subject: Subject = {};
  for (let index = 0; index < path.length; index++) {
    const field = path[index];
    const id = path[index + 1];
    if (isCollection(field) && id !== undefined) {
      subject = { kind: kinds[field], id };
      index += 1;
    } else if (field !== undefined) subject = { ...subject, field };
  }
  return subject;
};

/** `name` of folder `design`; folder `design`; `version`; the file. */
export const sayOwner = ({ kind, id }: Subject): string => (kind === undefined || id === undefined ? "the file" : `${kind} ${show(id)}`);

export const say = (subject: Subject): string => {
  if (subject.field === undefined) return sayOwner(subject);
  return subject.kind === undefined ? show(subject.field) : `${show(subject.field)} of ${sayOwner(subject)}`;
};
