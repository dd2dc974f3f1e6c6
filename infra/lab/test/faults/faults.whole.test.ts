import { expect, test } from '@jest/globals';
import { readArguments } from '../../src/faults/main.ts';
import { runLab } from '../support/run-lab.ts';

test('whatever is killed, what was answered with 200 is counted once', () => {
  const result = JSON.parse(runLab('faults', '--kills', '4')) as Record<string, unknown>;
  expect(result).toMatchObject({ differences: 0, crashes: 0 });
  for (const name of ['events', 'read_back', 'files', 'packed_ids', 'packed_rollups'])
    expect(result[name]).toBeGreaterThan(0);
});

test('rejects zero kills', () => {
  expect(() => readArguments(['--kills', '0'])).toThrow('Usage: npm run -s faults');
});
