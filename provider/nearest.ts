/** Which known name was probably meant. */

/** Longer names than this are none of ours. */
const longest = 60;

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
