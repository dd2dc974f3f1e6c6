/** The part of Jest's JSON report that is read. */
export interface JestReport {
  testResults: readonly SuiteResult[];
}

interface SuiteResult {
  /** The path of the suite. */
  name: string;
  status: string;
  assertionResults: readonly { status: string }[];
}

/** The paths of the suites with a failed test, or that could not run at all. */
export function failedSuites({ testResults }: JestReport): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Tests by their result. A failed suite without a failed test counts as one: it could not run, or not end. */
export function countTests({ testResults }: JestReport): { passed: number; failed: number; skipped: number } {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const count = (which: string) => all.filter((status) => status === which).length;
  const withoutTest = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: count('passed'),
    failed: count('failed') + withoutTest.length,
    skipped: count('pending'),
  };
}

/** The report of a run, with the results of the suites that were run again in place of their first ones. */
export function withSecondRun(first: JestReport, second: JestReport): JestReport {
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  return { testResults: first.testResults.map((suite) => again.get(suite.name) ?? suite) };
}
