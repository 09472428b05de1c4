/** Which engine: one version, whichever way it comes. */

/** The version that is downloaded or built, and the oldest that is taken from PATH. As in engine/cli/go.mod. */
export const engineVersion = "3.259.0";

/** What its modules need. */
export const minimumGo = "1.26";
