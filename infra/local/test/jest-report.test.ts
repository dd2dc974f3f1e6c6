import { expect, test } from '@jest/globals';
import { countTests } from '../src/jest-report.ts';

const suite = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

test('tests are counted by their result; a suite that cannot run is a failure', () => {
  const testResults = [
    suite('passed', 'passed', 'passed', 'pending'),
    suite('failed', 'passed', 'failed'),
    suite('failed', 'failed', 'failed'),
    suite('failed'),
  ];
  expect(countTests({ testResults })).toEqual({ passed: 3, failed: 4, skipped: 1 });
});

test('a suite with a failure outside its tests is a failure', () => {
  expect(countTests({ testResults: [suite('failed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});
