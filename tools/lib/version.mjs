/** The first version in a text, as numbers: `v3.259.0` is [3, 259, 0]; undefined where there is none. */
export const parseVersion = (text) =>
  /(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(text ?? "")
    ?.slice(1)
    .map((part) => Number(part ?? 0));

/** Whether the version in a text is at least another. */
export const isAtLeast = (text, minimum) => {
  const [have, want] = [parseVersion(text), parseVersion(minimum)];
  if (!have || !want) return false;
  const different = want.findIndex((part, index) => part !== have[index]);
  return different === -1 || (have[different] ?? 0) > want[different];
};

/** What the packages need. */
export const minimumNode = "22.19.0";
