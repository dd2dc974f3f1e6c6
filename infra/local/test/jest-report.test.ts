import { expect, test } from '@jest/globals';
import { countTests, failedSuites, withSecondRun } from '../src/jest-report.ts';

const suite = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});
const first = {
  testResults: [
    suite('good', 'passed', 'passed', 'passed', 'pending'),
    suite('slow', 'failed', 'passed', 'failed'),
    suite('wrong', 'failed', 'failed', 'failed'),
    suite('broken', 'failed'),
  ],
};

test('tests are counted by their result; a suite that cannot run is a failure', () => {
  expect(failedSuites(first)).toEqual(['slow', 'wrong', 'broken']);
  expect(countTests(first)).toEqual({ passed: 3, failed: 4, skipped: 1 });
});

test('a suite with a failure outside its tests is a failure', () => {
  expect(countTests({ testResults: [suite('teardown', 'failed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('a second run takes the place of the first, and its failures count', () => {
  const second = {
    testResults: [suite('slow', 'passed', 'passed', 'passed'), suite('wrong', 'failed', 'failed')],
  };
  expect(countTests(withSecondRun(first, second))).toEqual({ passed: 4, failed: 2, skipped: 1 });
});
