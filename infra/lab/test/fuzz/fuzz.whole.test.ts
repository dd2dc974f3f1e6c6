import { expect, test } from '@jest/globals';
import { runLab } from '../support/run-lab.ts';

test('a few hundred requests to all services find nothing', () => {
  const output = runLab('fuzz', '--requests', '400', '--seed', '15');
  expect(output).toContain('400 requests');
  expect(output).toContain('No failures');
  // Requests that are all refused would find nothing.
  for (const service of ['rest', 'intake', 'authorization'])
    expect(output).toMatch(new RegExp(`^${service}: .*\\d answers 200`, 'm'));
});
