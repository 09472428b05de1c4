/** Numbers of several rounds to one, and how they are shown. */

/** NaN of nothing. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
};

/** Three digits that count; `–` for what was not measured. */
export const format = (value: number): string => {
  if (!Number.isFinite(value)) return "–";
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString("en") : value.toPrecision(value < 1 ? 2 : 3);
};
