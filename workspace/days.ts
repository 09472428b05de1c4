/** Days as the workspace file writes them, `2026-12-31`: they compare as text. All of them are days of UTC. */

const millisecondsOfDay = 24 * 60 * 60 * 1000;

/** The day of a point in time. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** How many days a day lies after another one. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / millisecondsOfDay);
