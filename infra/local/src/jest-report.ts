/** The part of Jest's JSON report that is read. */
export interface JestReport {
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
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
