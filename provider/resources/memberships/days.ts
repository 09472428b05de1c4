/** Days in UTC, as `2026-12-31`: they compare as texts. */

/** Whether a text is a day that there is. */
export const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && dayOf(new Date(time)) === text;
};

/** The day of a moment. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

const dayMs = 24 * 60 * 60 * 1000;

/** How many days one day is after another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
