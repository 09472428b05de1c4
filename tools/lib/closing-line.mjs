/**
 * The last line of a test run.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 *   vitest's, in JSON
 * @returns {string} `N passed, N failed`; a file that could not even be loaded counts as one failure
 */
export const closingLine = ({ numPassedTests, numFailedTests, testResults }) => {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((one) => one.status === "skipped" || one.status === "pending"),
  );
  return `${numPassedTests} passed, ${numFailedTests + unloadable.length} failed`;
};
