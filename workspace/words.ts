/** How files' content is spoken of in messages. */

const longest = 60;

/** A piece of content in a message: marked as such, short, and harmless on a terminal. */
export const show = (text: string): string => {
  const characters = [...text.slice(0, 2 * longest + 2)];
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
  // Control and format characters (among them those that turn the direction of text) are shown as escapes.
  return `\`${short.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escape)}\``;
};

const escape = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Damerau-Levenshtein distance: how many letters are wrong, missing, too many, or swapped with their neighbour. */
const distance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution, swap));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
};

/** The known name that was probably meant, if one is near: a letter in three may be wrong. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > longest) return undefined;
  const candidates = known
    .map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, far }) => far <= Math.max(1, Math.floor(Math.max(candidate.length, name.length) / 3)))
    .toSorted((a, b) => a.far - b.far);
  return candidates[0]?.candidate;
};

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
