/**
 * The last line of a test run, from vitest's JSON report.
 *
 * @param {() => { numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} read
 * @returns {string} `N passed, N failed`; a file that could not even be loaded counts as one failure
 */
export const closingLine = (read) => {
  try {
    const { numPassedTests, numFailedTests, testResults } = read();
    const unloadable = testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0);
    return `${numPassedTests} passed, ${numFailedTests + unloadable.length} failed`;
  } catch {
    return "0 passed, 1 failed";
  }
};
