/** Words for people that several messages share. */

/** So many of a list are named, the rest is counted. */
const most = 10;

/** `ada, alan and 40 more`. */
export const listed = (names: readonly string[], limit = most): string => {
  const more = names.length - limit;
  return more > 0 ? `${names.slice(0, limit).join(", ")} and ${more} more` : names.join(", ");
};
