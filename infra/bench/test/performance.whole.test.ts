import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Results } from '../src/report/results.ts';
import { SECTION_NAMES } from '../src/settings.ts';
import { bench } from './support/bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('npm run -s bench measures every section on real services', () => {
  const run = bench(folder, '--tiny', '--json', 'results.json');
  expect({ status: run.status, stderr: run.status === 0 ? '' : run.stderr }).toEqual({
    status: 0,
    stderr: '',
  });
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  expect(Object.keys(results.sections)).toEqual(SECTION_NAMES);
  for (const rows of Object.values(results.sections)) {
    for (const { what, measured } of rows) {
      expect(run.stdout).toContain(what);
      expect([what, measured?.median ?? 0]).toEqual([what, expect.any(Number)]);
    }
  }
  expect(results.machine).toContain(process.arch);
  const answered = results.sections.concurrency?.[0];
  expect([answered?.what, answered?.measured?.median]).toEqual([expect.stringMatching(/at once/), 10]);
});
