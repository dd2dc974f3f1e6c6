import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { bench } from './support/bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what was answered with 200 is counted once, whatever is killed', () => {
  const run = bench(folder, 'faults', '--kills', '4');
  if (run.status !== 0) throw new Error(run.stderr);
  const result = JSON.parse(run.stdout) as Record<string, unknown>;
  expect(result).toMatchObject({ differences: 0, crashes: 0 });
  expect(result['events']).toBeGreaterThan(0);
  expect(result['read_back']).toBeGreaterThan(0);
});
